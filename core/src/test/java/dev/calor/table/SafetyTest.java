package dev.calor.table;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a query, a file or a name must not be able to do. */
class SafetyTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1); COPY (SELECT 2) TO '@/out.csv'; SELECT (3",
                "SELECT 1 AS source(c0); COPY (SELECT 2) TO '@/out.csv'",
                "SELECT 1; SELECT 2",
                "COPY (SELECT 1) TO '@/out.csv'",
                "ATTACH '@/base.db' AS b",
                "CREATE TABLE t AS SELECT 1",
                "EXPORT DATABASE '@/out'",
                "SELECT 1 /*",
                "SELECT"
            })
    @DisplayName("A query that is not one SELECT is refused and writes nothing")
    void oneSelect(String query) throws IOException {
        assertRefused(
                () -> TableSource.sql(query.replace("@", folder.toString())).open(), "the query was refused");
        assertEquals(List.of(), files());
    }

    @Test
    @DisplayName(
            "Queries may end with a comment or a semicolon, begin with FROM or WITH, and hold semicolons in quotes")
    void goodQueries() throws IOException {
        for (String query : List.of(
                "SELECT 1 AS a, 'x;y' AS b -- all",
                "FROM (SELECT 1 AS a, 2 AS b);",
                "WITH t AS (SELECT 1 AS a, 2 AS b) SELECT * FROM t",
                "(SELECT 1 AS a, 2 AS b)")) {
            assertEquals(
                    List.of("a", "b"), TableSource.sql(query).read().schema().names());
        }
    }

    @Test
    @DisplayName("A database that is a file is read and cannot be written")
    void readOnly() throws SQLException, IOException {
        String url = "jdbc:duckdb:" + folder.resolve("base.db");
        try (Connection base = DriverManager.getConnection(url);
                Statement statement = base.createStatement()) {
            statement.execute("CREATE TABLE t AS SELECT 1 AS a, 2 AS b");
        }
        assertEquals(
                List.of("a", "b"),
                TableSource.jdbc(url, "SELECT * FROM t").read().schema().names());
        for (String query : List.of(
                "DROP TABLE t",
                "SELECT 1; DROP TABLE t",
                "INSERT INTO t VALUES (3, 4) RETURNING a",
                "COMMIT; DROP TABLE t")) {
            assertRefused(() -> TableSource.jdbc(url, query).open(), "one SELECT");
        }
        assertRefused(
                () -> TableSource.jdbc(url, "WITH x AS (SELECT 1) INSERT INTO t FROM t RETURNING a")
                        .open(),
                "refused");
        assertEquals(1, TableSource.jdbc(url, "SELECT * FROM t").read().rows());
    }

    @Test
    @DisplayName("Escapes of terminals, line breaks and marks of direction in names and values are shown as codes")
    void printable() throws IOException {
        assertEquals("a\\u001b[31mb\\n\\u202ec", Printable.line("a\u001b[31mb\n\u202ec"));
        assertEquals("a\nb\\u0007", Printable.lines("a\nb\u0007"));
        assertEquals("Zoë 猫 😀", Printable.line("Zoë 猫 😀"));
        assertEquals("😀".repeat(100), Printable.line("😀".repeat(100)));
        assertEquals("a" + "😀".repeat(99) + "… (1,001 characters)", Printable.line("a" + "😀".repeat(500)));
        Path file = Files.writeString(
                folder.resolve("x.csv"), "\"n\u001b[2J\nm\",k\n1,a\n2,b\n\"\u001b]0;x\u0007\",c\n3,d\n");
        Schema schema = new Schema(List.of(ColumnSchema.number("n\u001b[2J\nm", ColumnType.INTEGER, 1, 3, 0)));
        assertRefused(
                () -> TableSource.file(file).read(schema),
                "column 'n\\u001b[2J\\nm': '\\u001b]0;x\\u0007' is not a whole");
    }

    @Test
    @DisplayName("Texts that start like formulas are found, numbers are not, and an apostrophe makes them text")
    void formulas() throws IOException {
        Path file = Files.writeString(
                folder.resolve("f.csv"),
                "@name,n,w\n\"=cmd|' /C calc'!A0\",-5,-x\n+1 (2),+7,-\nfine,-1,a-b\nfine,2,@x\n");
        Table table = TableSource.file(file).read();
        assertEquals(List.of("@name", "+1 (2)", "=cmd|' /C calc'!A0", "-x", "@x"), Formulas.of(table));
        Table escaped = Formulas.escaped(table);
        assertEquals(List.of(), Formulas.of(escaped));
        assertEquals("'@name", escaped.schema().names().get(0));
        assertEquals(
                List.of("'+1 (2)", "'=cmd|' /C calc'!A0", "fine"),
                escaped.schema().columns().get(0).levels());
    }

    @Test
    @DisplayName(
            "Libraries and folders that killed programs left are removed; recent ones and those of other users stay")
    void litter() throws IOException {
        Path stale = aged("libduckdb_java123.so", Duration.ofHours(1));
        Path fresh = aged("libduckdb_java124.so", Duration.ZERO);
        Path other = aged("libother.so", Duration.ofDays(3));
        Path spill = Files.createDirectory(folder.resolve("calor-12345678-1234-1234-1234-123456789012"));
        Files.writeString(spill.resolve("part"), "x");
        Files.setLastModifiedTime(spill, FileTime.from(Instant.now().minus(Duration.ofDays(2))));
        DuckLibrary.sweep(folder);
        assertFalse(Files.exists(stale) || Files.exists(spill));
        assertTrue(Files.exists(fresh) && Files.exists(other));
        TableSource.sql("SELECT 1 AS a").read();
        if (Files.isReadable(Path.of("/proc/self/maps"))) {
            assertTrue(
                    Files.readAllLines(Path.of("/proc/self/maps")).stream()
                            .filter(line -> line.contains("libduckdb_java"))
                            .allMatch(line -> line.endsWith("(deleted)")),
                    "the library's file is left behind");
        }
    }

    private Path aged(String name, Duration age) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "x");
        return Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(age)));
    }
}
