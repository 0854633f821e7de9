package dev.calor.table;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tables in a shared database, as fuzzing reads them, are read as in one of their own, and leave nothing to the next. */
class SharedDatabaseTest {
    private static final List<String> TABLES = List.of(
            "n,c\n1.5,red\n2,blue\n,red\n",
            "c\nred\nblue\n",
            "{\"a\": {\"b\": 1, \"c\": \"x\"}}\n{\"a\": {\"b\": 2}}\n",
            "{\"a\": [1]}\n",
            "a,b\n1,2,3\n\"",
            "n,c\n1.5,red\n2,blue\n,red\n");

    @AfterEach
    void end() throws SQLException {
        Duck.unshare();
    }

    @Test
    void readsAsInOneOfItsOwn() throws SQLException {
        List<String> own = TABLES.stream().map(SharedDatabaseTest::read).toList();
        Duck.share();
        assertEquals(own, TABLES.stream().map(SharedDatabaseTest::read).toList());
    }

    @Test
    void refusesTwoTablesAtOnce() throws SQLException {
        Duck.share();
        try (Duck first = Duck.open()) {
            assertThrows(IllegalStateException.class, Duck::open);
            first.execute("CREATE TABLE staged AS SELECT 1");
        }
        try (Duck second = Duck.open()) {
            second.execute("CREATE TABLE staged AS SELECT 2");
        }
    }

    @Test
    void survivesWhatBreaksTheDatabase() throws SQLException, IOException {
        String own = read(TABLES.get(0));
        Duck.share();
        TableSource encrypted = TableSource.file(
                Path.of("src/test/resources/dev/calor/table/TableFuzzTestInputs/parquet/encrypted"),
                new FileOptions("parquet", null, null, null, true, Set.of()));
        assertRefused(encrypted::open, "is not Parquet", "encrypted");
        Duck.share();
        assertEquals(own, read(TABLES.get(0)));
    }

    /** A table as CSV, or why it is refused. */
    private static String read(String text) {
        FileOptions options = new FileOptions(text.startsWith("{") ? "jsonl" : "csv", null, null, null, true, Set.of());
        TableSource source =
                TableSource.stream("table", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), options);
        try {
            StringWriter written = new StringWriter();
            TableWriter.writeCsv(source.read(), written);
            return written.toString();
        } catch (IOException | IllegalArgumentException refused) {
            return "refused: " + refused.getMessage();
        }
    }
}
