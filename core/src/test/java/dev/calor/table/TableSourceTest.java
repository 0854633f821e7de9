package dev.calor.table;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableSourceTest {
    private static final Schema PEOPLE = new Schema(List.of(
            ColumnSchema.number("age", ColumnType.INTEGER, 0, 99, 0),
            ColumnSchema.withLevels("season", ColumnType.CYCLIC, List.of("winter", "spring", "summer", "autumn"))));

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static void assertPeople(TableSource source) throws IOException {
        Table table = source.read(PEOPLE);
        assertArrayEquals(new double[] {39, Double.NaN, 7}, table.numbers(0));
        assertArrayEquals(new int[] {0, 3, Column.MISSING}, table.codes(1));
    }

    @ParameterizedTest
    @CsvSource({"people.csv, ','", "people.txt, ;", "people.data, |", "people.tsv, '\t'", "people[1]*.csv, ';'"})
    @DisplayName("Delimited text is read whatever its separator, line ends, quotes, blanks and byte order mark")
    void delimited(String name, String separator) throws IOException {
        String plain = "age,season,note\n39,winter,x\n?,autumn,y\n7,,z\n".replace(",", separator);
        assertPeople(TableSource.file(file(name, plain)));
        assertPeople(TableSource.file(file(name, plain.replace("\n", "\r\n"))));
        assertPeople(TableSource.file(file(name, plain.replace("\n", "\r"))));
        assertPeople(TableSource.file(file(name, "\uFEFF" + plain)));
        assertPeople(TableSource.file(file(name, plain + "\n\n")));
        assertPeople(
                TableSource.file(file(name, plain.replace("winter", " winter ").replace("7", "\"7\""))));
        String quoted = plain.replace("x\n", "\"a " + separator + " \"\"quoted\"\"\nword\"\n");
        assertPeople(TableSource.file(file(name, quoted)));
    }

    @Test
    @DisplayName("Text may be compressed, JSON one object per line or an array")
    void formats() throws IOException {
        Path gz = folder.resolve("people.csv.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(gz))) {
            out.write("age,season\n39,winter\nNA,autumn\n7,\n".getBytes(StandardCharsets.UTF_8));
        }
        assertPeople(TableSource.file(gz));
        String lines =
                "{\"age\": 39, \"season\": \"winter\"}\n{\"season\": \"autumn\"}\n{\"age\": 7, \"season\": null}\n";
        assertPeople(TableSource.file(file("people.jsonl", lines)));
        assertPeople(TableSource.file(file("people.json", "[" + lines.replace("}\n{", "},\n{") + "]")));
    }

    @Test
    @DisplayName("A query to DuckDB reads files and keeps the case of names")
    void sql() throws IOException {
        Path csv = file("people.csv", "age,AGE,season\n39,1,winter\n,2,autumn\n7,3,\n");
        assertPeople(TableSource.sql("SELECT * FROM read_csv('" + csv + "', all_varchar = true);"));
        Path parquet = folder.resolve("p.parquet");
        String values = "(VALUES (39::DOUBLE, 'winter'), (NULL, 'autumn'), (7, NULL)) AS t(age, season)";
        try (StagedTable staged =
                TableSource.sql("SELECT age, age AS Age, season FROM " + values).open()) {
            assertEquals(List.of("age", "Age", "season"), staged.names());
            TableWriter.write(staged.read(PEOPLE, Unknown.REFUSE), parquet);
        }
        assertPeople(TableSource.file(parquet));
        assertRefused(() -> TableSource.sql("SELEC 1").open(), "the query was refused", "SELEC");
        assertRefused(() -> TableSource.sql("FROM 'none.csv'").open(), "the query was refused", "none.csv");
        assertRefused(() -> TableSource.sql("SELECT 1 AS a, 2 AS a").open(), "two columns named 'a'");
    }

    @Test
    @DisplayName("Another database is read through its JDBC driver")
    void jdbc() throws IOException, SQLException {
        String url = "jdbc:duckdb:" + folder.resolve("other.db");
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE people(age INTEGER, season VARCHAR)");
            statement.execute("INSERT INTO people VALUES (39, 'winter'), (NULL, ' autumn'), (7, '')");
        }
        assertPeople(TableSource.jdbc(url, "SELECT * FROM people"));
        assertRefused(() -> TableSource.jdbc(url, "SELECT * FROM folk").open(), "the database refused", "folk");
        assertRefused(() -> TableSource.jdbc("jdbc:none:x", "SELECT 1").open(), "driver is on the class path");
    }

    @Test
    @DisplayName("Files that are not tables are refused with file, line and remedy")
    void badFiles() throws IOException {
        assertRefused(() -> open(file("empty.csv", "")), "empty.csv is empty");
        assertRefused(() -> open(file("blank.csv", "\n1,2\n")), "blank.csv:1 is empty; it must hold the names");
        assertRefused(() -> open(file("header.csv", "a,b\n")), "header.csv has names of columns and no rows");
        assertRefused(() -> open(file("twice.csv", "a,b,a\n1,2,3\n")), "twice.csv has two columns named 'a'");
        assertRefused(
                () -> open(file("short.csv", "a,b\n1,\"2\n3\"\n4\n5,6\n7\n")),
                "short.csv:4 has 1 fields where the header has 2 (1 more row)",
                "correct the line");
        assertRefused(() -> open(file("long.csv", "a,b\n1,2\n3,4,5\n")), "long.csv:3 has 3 fields");
        assertRefused(() -> open(file("open.csv", "a,b\n1,2\n3,\"4\n5,6\n")), "open.csv:3 a quote is never closed");
        assertRefused(() -> open(file("open.csv", "a,\"b\n1,2\n")), "open.csv:1 a quote is never closed");
        assertRefused(() -> open(file("table.xyz", "a,b\n1,2\n")), "table.xyz: the extension", ".parquet");
        assertRefused(() -> open(file("text.parquet", "a,b\n1,2\n")), "text.parquet is not Parquet");
        assertRefused(() -> open(file("text.jsonl", "a,b\n1,2\n")), "text.jsonl is not JSON");
        assertRefused(() -> open(file("plain.csv.gz", "a,b\n1,2\n")), "plain.csv.gz is not compressed");
        assertRefused(() -> open(folder), "is a folder");
        assertThrows(NoSuchFileException.class, () -> open(folder.resolve("none.csv")));
        Path latin = folder.resolve("latin.csv");
        Files.write(latin, "a,b\n1,2\n3,café\n".getBytes(StandardCharsets.ISO_8859_1));
        assertRefused(() -> open(latin), "latin.csv:3 is not text in UTF-8", "--encoding latin1");
        Files.write(latin, "a,café\n1,2\n".getBytes(StandardCharsets.ISO_8859_1));
        assertRefused(() -> open(latin), "latin.csv:1 is not text in UTF-8");
    }

    @Test
    @DisplayName("Damaged files that a fuzzer found are refused with what is wrong")
    void damaged() throws IOException {
        Path whole = folder.resolve("whole.csv.gz");
        TableWriter.write(TableSource.file(file("whole.csv", "a,b\n1,x\n2,y\n")).read(), whole);
        byte[] packed = Files.readAllBytes(whole);
        for (int length : new int[] {2, packed.length - 4}) {
            byte[] cut = Arrays.copyOf(packed, length);
            Path file = Files.write(folder.resolve("cut.csv.gz"), cut);
            assertRefused(() -> open(file), "cut.csv.gz");
            assertRefused(
                    () -> TableSource.stream("input", new ByteArrayInputStream(cut), FileOptions.NONE)
                            .open(),
                    "input is compressed by gzip and cut short");
        }
        Path nul = file("nul.jsonl", "{\"k\": \"a\\u0000b\"}\n{\"k\": \"c\"}\n{\"k\": \"c\"}\n");
        assertRefused(
                () -> TableSource.file(nul).read(),
                "nul.jsonl, column 'k': 'a\0b' is not text",
                "the character NUL",
                "remove it");
        Path decimals = Path.of("src/test/resources/dev/calor/table/TableFuzzTestInputs/parquet")
                .resolve("decimal-of-32-in-21-digits");
        FileOptions parquet = new FileOptions("parquet", null, null, null, true, Set.of());
        assertRefused(
                () -> TableSource.file(decimals, parquet).open(), "is damaged", "DECIMAL(21,32)", "more decimals");
    }

    private static void open(Path file) throws IOException {
        TableSource.file(file).open().close();
    }

    @Test
    @DisplayName("Two thousand columns and a column of fifty thousand levels are read")
    void large() throws IOException {
        int width = 2000;
        String names = IntStream.range(0, width).mapToObj(k -> "x" + k).collect(Collectors.joining(","));
        String rows = IntStream.range(0, 3)
                .mapToObj(i ->
                        IntStream.range(0, width).mapToObj(k -> i + "." + k).collect(Collectors.joining(",")))
                .collect(Collectors.joining("\n"));
        try (StagedTable staged =
                TableSource.file(file("wide.csv", names + "\n" + rows + "\n")).open()) {
            Table table = staged.read(staged.infer(), Unknown.REFUSE);
            assertEquals(2.1999, table.numbers(1999)[2]);
        }
        int levels = 50_000;
        String many = IntStream.range(0, 2 * levels)
                .mapToObj(i -> "level " + i % levels)
                .collect(Collectors.joining("\n"));
        try (StagedTable staged =
                TableSource.file(file("many.csv", "c\n" + many + "\n")).open()) {
            Table table = staged.read(staged.infer(), Unknown.REFUSE);
            List<String> spelled = table.schema().columns().get(0).levels();
            assertEquals(levels, spelled.size());
            assertEquals("level 49999", spelled.get(table.codes(0)[2 * levels - 1]));
        }
    }
}
