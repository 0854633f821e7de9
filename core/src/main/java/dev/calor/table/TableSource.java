package dev.calor.table;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The source of a table: a file, a query, another database. {@link #open} stages it. */
public final class TableSource {
    /** Below this DuckDB cannot read a table of many rows. */
    private static final long LEAST_MEMORY = 125_000_000;

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

    /** What was staged: the names of the columns, the places of its rows, and how its texts are written. */
    record Staged(List<String> names, Places places, Dialect dialect) {}

    /**
     * How the texts of a table are written.
     *
     * @param separator between fields; null where there are none
     * @param decimal the decimal sign, where it is known
     * @param missing more texts that stand for a missing value
     * @param types the types of the columns in a typed source; null for a column without a type, empty for an untyped
     *     source
     */
    record Dialect(
            @Nullable Character separator,
            @Nullable Character decimal,
            Set<String> missing,
            List<@Nullable String> types) {
        static final Dialect NONE = new Dialect(null, null, Set.of(), List.of());

        Dialect withTypes(List<@Nullable String> of) {
            return new Dialect(separator, decimal, missing, of);
        }

        /** The type of column k in the source; null where it has none. */
        @Nullable
        String type(int k) {
            return k < types.size() ? types.get(k) : null;
        }
    }

    /** The places of rows in the source, for messages. */
    interface Places {
        /** The places of these rows, which ascend and count from 0. */
        List<String> of(long... rows) throws IOException;
    }

    /**
     * A file, by its extension: delimited text with a header (csv, tsv, txt, data; the separator is found in the first
     * lines), Parquet (parquet) or JSON objects (json, jsonl, ndjson); text may be compressed (gz). Anything but a
     * regular file, such as a pipe, is read once, and its format is detected from its first bytes.
     */
    public static TableSource file(Path file) {
        return file(file, FileOptions.NONE);
    }

    /**
     * A file of at most this many rows. No more are read, however many a small file unpacks to; opening a longer file
     * throws an {@link IllegalArgumentException}.
     */
    public static TableSource file(Path file, int mostRows) {
        return new TableSource(
                file.toString(), new FileStager(file, file.toString(), null, FileOptions.NONE, mostRows));
    }

    /** A file with options. */
    public static TableSource file(Path file, FileOptions options) {
        return new TableSource(
                file.toString(), new FileStager(file, file.toString(), null, options, Integer.MAX_VALUE));
    }

    /** A stream, which is read to its end and closed. */
    public static TableSource stream(String name, InputStream stream, FileOptions options) {
        return new TableSource(name, new FileStager(Path.of(""), name, stream, options, Integer.MAX_VALUE));
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
        return open(Duck.MEMORY);
    }

    /**
     * Stages the table with a memory limit in bytes; what does not fit is kept on disk.
     *
     * @throws IllegalArgumentException if the source is not a table, or the query is refused
     * @throws IOException if the source cannot be read
     */
    public StagedTable open(long memory) throws IOException {
        Duck duck;
        try {
            duck = Duck.open(Math.max(LEAST_MEMORY, Math.min(Duck.MEMORY, memory)));
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
