package dev.calor.table;

import dev.calor.file.PrivateFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDriver;
import org.jspecify.annotations.Nullable;

/** A private, embedded DuckDB in memory; above its limit it spills to a temporary folder, which closing removes. */
final class Duck implements AutoCloseable {
    /** The default memory limit in bytes. */
    static final long MEMORY = 1_000_000_000;

    private static final String THREADS = "2";

    private static final AtomicBoolean SWEPT = new AtomicBoolean();
    private static final AtomicBoolean FORGOTTEN = new AtomicBoolean();

    /** What a table is staged in where tables share a database. */
    private static final String SCHEMA = "one_table";

    /** The database in which {@link #share} has tables staged; null where each has its own. */
    private static final AtomicReference<@Nullable DuckDBConnection> SHARED = new AtomicReference<>();

    private final DuckDBConnection connection;
    private final Path spill;

    private Duck(DuckDBConnection connection, Path spill) {
        this.connection = connection;
        this.spill = spill;
    }

    static Duck open() throws SQLException {
        return open(MEMORY);
    }

    /** Opens a database with a memory limit in bytes. */
    static Duck open(long memory) throws SQLException {
        if (!SWEPT.getAndSet(true)) {
            DuckLibrary.sweep(Path.of(System.getProperty("java.io.tmpdir")));
        }
        Path spill = Path.of(System.getProperty("java.io.tmpdir"), "calor-" + UUID.randomUUID());
        DuckDBConnection given = SHARED.get();
        if (given == null) {
            return new Duck(connect(memory, THREADS, spill), spill);
        }
        Duck duck = new Duck(given, spill);
        try {
            duck.execute("CREATE SCHEMA " + SCHEMA);
            duck.execute("USE " + SCHEMA);
        } catch (SQLException used) { // no refusal in words, which would hide that nothing is read any more
            throw new IllegalStateException("the shared database was not left empty: " + used.getMessage(), used);
        }
        return duck;
    }

    /**
     * Stages tables in one database from now on, one table after another: opening a database takes longer than reading a small table,
     * of which fuzzing reads thousands. Only tests call this.
     */
    static synchronized void share() throws SQLException {
        if (SHARED.get() == null) {
            SHARED.set(
                    connect(MEMORY, "1", Path.of(System.getProperty("java.io.tmpdir"), "calor-" + UUID.randomUUID())));
        }
    }

    /** Ends what {@link #share} began. */
    static synchronized void unshare() throws SQLException {
        DuckDBConnection given = SHARED.getAndSet(null);
        if (given != null) {
            given.close();
        }
    }

    private static DuckDBConnection connect(long memory, String threads, Path spill) throws SQLException {
        Properties settings = new Properties();
        settings.setProperty("memory_limit", memory / 1_000_000 + "MB");
        settings.setProperty("threads", threads);
        settings.setProperty("temp_directory", spill.toString());
        // Results are streamed: a column of five million rows is not first collected in memory.
        settings.setProperty(DuckDBDriver.JDBC_STREAM_RESULTS, "true");
        DuckDBConnection connection = (DuckDBConnection) new DuckDBDriver().connect("jdbc:duckdb:", settings);
        if (!FORGOTTEN.getAndSet(true)) {
            DuckLibrary.forget(); // loaded by the first connection
        }
        return connection;
    }

    /** The path of a temporary file of this connection; closing the connection removes it. */
    Path temporary(String name) throws IOException {
        if (!Files.isDirectory(spill)) {
            PrivateFolder.make(spill);
        }
        return spill.resolve(name + "-" + UUID.randomUUID());
    }

    /** Reads one row of a result. */
    interface RowReader {
        void read(ResultSet row) throws SQLException;
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    void forEach(String sql, RowReader reader) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                reader.read(rows);
            }
        }
    }

    long count(String sql) throws SQLException {
        long[] count = new long[1];
        forEach(sql, row -> count[0] = row.getLong(1));
        return count[0];
    }

    DuckDBAppender appender(String table) throws SQLException {
        return connection.createAppender(table);
    }

    /**
     * A text as an SQL literal.
     *
     * @throws IllegalArgumentException if it has the character NUL, at which DuckDB's parser stops
     */
    static String literal(String text) {
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not text: it has the character NUL (code 0); remove it from the table");
        }
        return "'" + text.replace("'", "''") + "'";
    }

    /** A file name as an SQL literal; characters that DuckDB would read as a pattern are escaped. */
    static String literal(Path file) {
        return literal(file.toString().replaceAll("([\\[*?])", "[$1]"));
    }

    /** The first line of an error without DuckDB's own preambles: what a user can act on. */
    static String reason(SQLException error) {
        return String.valueOf(error.getMessage())
                .replace("Attempting to execute an unsuccessful or closed pending query result", "")
                .replaceAll("\\b(Invalid Input |Parser |Binder |IO |Catalog |Conversion )?Error:", "")
                .strip()
                .lines()
                .findFirst()
                .orElse("unknown error")
                .strip();
    }

    /** A failure of the machine, not of the table: out of disk, out of memory. */
    static IOException failure(String name, SQLException error) {
        return new IOException(name + ": " + reason(error), error);
    }

    @Override
    public void close() {
        try {
            if (connection == SHARED.get()) {
                leave();
            } else {
                connection.close();
            }
            if (Files.exists(spill)) {
                try (Stream<Path> left = Files.walk(spill)) {
                    for (Path path : left.sorted(Comparator.reverseOrder()).toList()) {
                        Files.delete(path);
                    }
                }
            }
        } catch (SQLException error) {
            throw new IllegalStateException("DuckDB did not close: " + error.getMessage(), error);
        } catch (IOException error) {
            throw new UncheckedIOException(spill + ": could not be removed", error);
        }
    }

    /** Leaves the shared database empty. A file that DuckDB breaks on breaks the database: it is closed, and {@link #share} opens another. */
    private void leave() throws SQLException {
        try {
            execute("USE main");
            execute("DROP SCHEMA " + SCHEMA + " CASCADE");
        } catch (SQLException broken) {
            unshare();
        }
    }
}
