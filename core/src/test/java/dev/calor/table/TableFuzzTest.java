package dev.calor.table;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.calor.Hostile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/**
 * Schemas and tables of any bytes are read or refused in words. In the build the kept inputs run; {@code lab/fuzz} looks for more.
 */
class TableFuzzTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path folder;

    /**
     * Loads DuckDB, which takes seconds that belong to no input. Our own classes must not be loaded yet, nor named by the signatures here:
     * Jazzer would change them once more, which breaks records.
     */
    @BeforeAll
    static void start() throws SQLException {
        DriverManager.getConnection("jdbc:duckdb:").close();
    }

    @FuzzTest
    void schema(byte[] bytes) throws IOException {
        Hostile.refusedInWords(() -> {
            Schema schema = SchemaFile.parse("schema.json", new String(bytes, StandardCharsets.UTF_8));
            String text = SchemaFile.text(schema);
            Schema again = SchemaFile.parse("again.json", text);
            if (!SchemaFile.text(again).equals(text)) {
                throw new AssertionError("not what was written:\n" + text + SchemaFile.text(again));
            }
        });
    }

    @FuzzTest
    void numberStyle(byte[] bytes) throws IOException {
        String text = new String(bytes, StandardCharsets.UTF_8);
        int half = text.length() / 2;
        Hostile.refusedInWords(() -> NumberStyle.of(text.substring(0, half)).parse(text.substring(half)));
    }

    /** A format and a text; what is read can be written. */
    @FuzzTest
    void date(byte[] bytes) throws IOException {
        String text = new String(bytes, StandardCharsets.UTF_8);
        int half = text.length() / 2;
        Hostile.refusedInWords(() -> {
            DateFormat format = DateFormat.of(text.substring(0, half));
            double seconds = format.parse(text.substring(half));
            if (!Double.isNaN(seconds)) {
                format.format(seconds);
            }
        });
    }

    /** The first lines and all records of a CSV file, as they are looked at when DuckDB has refused it. */
    @FuzzTest
    void csvLines(byte[] bytes) throws IOException {
        Path file = file("lines.csv", bytes);
        TextFile text = new TextFile(file, false, "lines.csv");
        Hostile.refusedInWords(() -> {
            CsvFile csv = new CsvFile(text, CsvHeader.of(text, null, true));
            csv.lines(0, 1, 5);
            throw csv.complaint("the reason");
        });
    }

    @FuzzTest
    void csv(byte[] bytes) throws IOException {
        read(bytes, "csv");
    }

    @FuzzTest
    void tsv(byte[] bytes) throws IOException {
        read(bytes, "tsv");
    }

    @FuzzTest
    void jsonLines(byte[] bytes) throws IOException {
        read(bytes, "jsonl");
    }

    @FuzzTest
    void parquet(byte[] bytes) throws IOException {
        read(bytes, "parquet");
    }

    /** What is read is written, and read again by its own schema. */
    private static void read(byte[] bytes, String format) throws IOException {
        SharedDatabase.openIfAsked();
        Hostile.refusedInWords(() -> {
            FileOptions options = new FileOptions(format, null, null, null, true, Set.of());
            Table table;
            try (StagedTable staged = TableSource.stream("table", new ByteArrayInputStream(bytes), options)
                    .open()) {
                table = staged.read(staged.infer(Set.of()), Unknown.REFUSE);
            }
            TableWriter.writeCsv(table, new StringWriter());
        });
    }

    private static Path file(String name, byte[] bytes) throws IOException {
        return Files.write(folder.resolve(name), bytes);
    }
}
