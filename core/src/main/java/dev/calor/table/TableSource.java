package dev.calor.table;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/** A table somewhere: in a file, behind a query, in another database. {@link #open} brings it in. */
public final class TableSource {
    private final String name;
    private final Stager stager;

    private TableSource(String name, Stager stager) {
        this.name = name;
        this.stager = stager;
    }

    /** Brings a table into DuckDB as table {@value StagedTable#TABLE}: columns c0, c1, … of text, spaces stripped, null where empty. */
    interface Stager {
        Staged stage(Duck duck) throws SQLException, IOException;
    }

    /** What was brought in: the columns' names, and where its rows stand. */
    record Staged(List<String> names, Places places) {}

    /** Says where rows stand in the source, for errors. */
    interface Places {
        /** The places of these rows, which ascend and count from 0. */
        List<String> of(long... rows) throws IOException;
    }

    /**
     * A file, by its extension: delimited text with a header (csv, tsv, txt, data; the separator is found in the first line), Parquet
     * (parquet) or JSON objects (json, jsonl, ndjson); text may be compressed (gz).
     */
    public static TableSource file(Path file) {
        return file(file, Integer.MAX_VALUE);
    }

    /**
     * A file of at most so many rows: no more are looked at, however many a small file unpacks to, and opening a longer one throws
     * an {@link IllegalArgumentException}.
     */
    public static TableSource file(Path file, int mostRows) {
        return new TableSource(file.toString(), new FileStager(file, mostRows));
    }

    /** A query to the embedded DuckDB, which may name files: {@code SELECT * FROM 'people.parquet' WHERE age > 17}. */
    public static TableSource sql(String query) {
        return new TableSource("the query", duck -> QueryStager.stage(duck, "the query", query));
    }

    /** A query to another database, whose driver is on the class path. */
    public static TableSource jdbc(String url, String query) {
        return new TableSource("the query", duck -> JdbcStager.stage(duck, url, query));
    }

    /** As errors name it. */
    public String name() {
        return name;
    }

    /** Brings the table in, once; inference and reading then work on what was brought. */
    public StagedTable open() throws IOException {
        Duck duck;
        try {
            duck = Duck.open();
        } catch (SQLException error) {
            throw Duck.failure("DuckDB", error);
        }
        try {
            Staged staged = stager.stage(duck);
            return new StagedTable(name, duck, staged);
        } catch (SQLException error) {
            duck.close();
            throw Duck.failure(name, error);
        } catch (IOException | RuntimeException error) {
            duck.close();
            throw error;
        }
    }

    /** Reads the table, its columns taken for what they look like. */
    public Table read() throws IOException {
        try (StagedTable staged = open()) {
            return staged.read(staged.infer(), Unknown.REFUSE);
        }
    }

    /** Reads the table under a schema; unknown values are refused. */
    public Table read(Schema schema) throws IOException {
        try (StagedTable staged = open()) {
            return staged.read(schema, Unknown.REFUSE);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
