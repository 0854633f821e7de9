package dev.calor.table;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/** The source of a table: a file, a query, another database. {@link #open} stages it. */
public final class TableSource {
    private final String name;
    private final Stager stager;

    private TableSource(String name, Stager stager) {
        this.name = name;
        this.stager = stager;
    }

    /**
     * Stages a table in DuckDB as table {@value StagedTable#TABLE}: columns c0, c1, … of text, spaces stripped, null
     * where empty.
     */
    interface Stager {
        Staged stage(Duck duck) throws SQLException, IOException;
    }

    /** What was staged: the names of the columns, and the places of its rows. */
    record Staged(List<String> names, Places places) {}

    /** The places of rows in the source, for messages. */
    interface Places {
        /** The places of these rows, which ascend and count from 0. */
        List<String> of(long... rows) throws IOException;
    }

    /**
     * A file, by its extension: delimited text with a header (csv, tsv, txt, data; the separator is found in the first
     * line), Parquet (parquet) or JSON objects (json, jsonl, ndjson); text may be compressed (gz).
     */
    public static TableSource file(Path file) {
        return new TableSource(file.toString(), new FileStager(file));
    }

    /** A query to the embedded DuckDB, which may name files: {@code SELECT * FROM 'people.parquet' WHERE age > 17}. */
    public static TableSource sql(String query) {
        return new TableSource("the query", duck -> QueryStager.stage(duck, "the query", query));
    }

    /** A query to another database, whose driver is on the class path. */
    public static TableSource jdbc(String url, String query) {
        return new TableSource("the query", duck -> JdbcStager.stage(duck, url, query));
    }

    /** The name in error messages. */
    public String name() {
        return name;
    }

    /**
     * Stages the table; inference and reading then use the staged copy.
     *
     * @throws IllegalArgumentException if the source is not a table, or the query is refused
     * @throws IOException if the source cannot be read
     */
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

    /**
     * Reads the table with an inferred schema.
     *
     * @throws IllegalArgumentException if the source is not a table, or the query is refused
     * @throws IOException if the source cannot be read
     */
    public Table read() throws IOException {
        try (StagedTable staged = open()) {
            return staged.read(staged.infer(), Unknown.REFUSE);
        }
    }

    /**
     * Reads the table with a schema; unknown values are refused.
     *
     * @throws IllegalArgumentException if the source is not a table, or does not fit the schema
     * @throws IOException if the source cannot be read
     */
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
