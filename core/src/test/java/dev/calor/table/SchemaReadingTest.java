package dev.calor.table;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaReadingTest {
    private static final ColumnSchema AGE = ColumnSchema.number("age", ColumnType.INTEGER, 0, 99, 0);
    private static final ColumnSchema SEASON =
            ColumnSchema.withLevels("season", ColumnType.CYCLIC, List.of("winter", "spring", "summer", "autumn"));
    private static final ColumnSchema SMOKES =
            ColumnSchema.withLevels("smokes", ColumnType.BOOLEAN, List.of("no", "yes"));

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Path people;

    @BeforeEach
    void write() throws IOException {
        people = folder.resolve("people.csv");
        Files.writeString(people, """
                smokes,season,age,born
                no,winter,39,1980-01-02
                yes,"wintr",old,1980-02-30
                maybe,summer,7.5,
                no,wintr,inf,?
                """);
    }

    private Table read(Unknown unknown, ColumnSchema... columns) throws IOException {
        try (StagedTable staged = TableSource.file(people).open()) {
            return staged.read(new Schema(List.of(columns)), unknown);
        }
    }

    @Test
    @DisplayName("Unknown values are refused all at once, with line, column and what is allowed")
    void refuse() {
        String message = String.valueOf(
                assertThrows(IllegalArgumentException.class, () -> read(Unknown.REFUSE, AGE, SEASON, SMOKES))
                        .getMessage());
        assertEquals(
                people + ":3 column 'age': 'old' is not a whole number\n"
                        + people
                        + ":3 column 'season': 'wintr' is not in [winter, spring, summer, autumn] (1 more row)\n"
                        + people + ":4 column 'age': '7.5' is not a whole number\n"
                        + people + ":4 column 'smokes': 'maybe' is not in [no, yes]\n"
                        + people + ":5 column 'age': 'inf' is not a whole number;\n"
                        + "  correct the table, or add the level in the schema with --schema",
                message);
    }

    @Test
    @DisplayName("Unknown values are missing on request")
    void missing() throws IOException {
        Table table = read(Unknown.MISSING, AGE, SEASON, SMOKES);
        assertArrayEquals(new double[] {39, Double.NaN, Double.NaN, Double.NaN}, table.numbers(0));
        assertArrayEquals(new int[] {0, -1, 2, -1}, table.codes(1));
        assertArrayEquals(new int[] {0, 1, -1, 0}, table.codes(2));
    }

    @Test
    @DisplayName("Unknown levels are added at the end on request; a boolean with three levels becomes categorical")
    void add() throws IOException {
        Table table = read(Unknown.ADD, SEASON, SMOKES);
        assertEquals(
                List.of("winter", "spring", "summer", "autumn", "wintr"),
                table.schema().columns().get(0).levels());
        assertArrayEquals(new int[] {0, 4, 2, 4}, table.codes(0));
        assertEquals(ColumnType.CATEGORICAL, table.schema().column("smokes").type());
        assertArrayEquals(new int[] {0, 1, 2, 0}, table.codes(1));
        assertRefused(
                () -> read(Unknown.ADD, AGE), "'old' is not a finite number", "change the type or the missing tokens");
    }

    @Test
    @DisplayName("Points in time are strict: there is no 30 February")
    void dates() throws IOException {
        ColumnSchema born = new ColumnSchema(
                "born", ColumnType.DATETIME, List.of(), List.of(), 0, 0, 0, ColumnSchema.SHORTEST, "yyyy-MM-dd", "");
        assertRefused(
                () -> read(Unknown.REFUSE, born),
                "people.csv:3 column 'born': '1980-02-30' is not a date of the form yyyy-MM-dd");
        double second = 86_400.0 * java.time.LocalDate.of(1980, 1, 2).toEpochDay();
        assertArrayEquals(
                new double[] {second, Double.NaN, Double.NaN, Double.NaN},
                read(Unknown.MISSING, born).numbers(0));
    }

    @Test
    @DisplayName(
            "Tokens of the schema are missing even if they look like numbers; a level is one even if it looks missing")
    void tokens() throws IOException {
        Files.writeString(people, "x,y\n1,NA\n-999,?\n 3 ,\n");
        ColumnSchema x = new ColumnSchema("x", ColumnType.INTEGER, List.of(), List.of("-999"), 1, 1, 3, 0, null, "");
        ColumnSchema y = ColumnSchema.withLevels("y", ColumnType.CATEGORICAL, List.of("NA"));
        Table table = read(Unknown.REFUSE, x, y);
        assertArrayEquals(new double[] {1, Double.NaN, 3}, table.numbers(0));
        assertArrayEquals(new int[] {0, -1, -1}, table.codes(1));
    }

    @Test
    @DisplayName("Whole levels are also read as other programs write them, with a decimal")
    void wholeLevels() throws IOException {
        Files.writeString(people, "x\n1.0\n2\n3.00\n10\n");
        ColumnSchema x = ColumnSchema.withLevels("x", ColumnType.ORDINAL, List.of("1", "2", "3", "10"));
        assertArrayEquals(new int[] {0, 1, 2, 3}, read(Unknown.REFUSE, x).codes(0));
    }

    @Test
    @DisplayName("Columns are found by name; absent ones are refused by name unless they may be absent")
    void absent() throws IOException {
        ColumnSchema income = ColumnSchema.number("income", ColumnType.NUMERIC, 0, 1, 2);
        ColumnSchema key = new ColumnSchema(
                "key", ColumnType.IDENTIFIER, List.of(), List.of(), 0, Double.NaN, Double.NaN, -1, null, "");
        assertRefused(
                () -> read(Unknown.REFUSE, income, key),
                "people.csv has no column 'income', 'key'",
                "it has smokes, season, age, born");
        try (StagedTable staged = TableSource.file(people).open()) {
            Schema schema = new Schema(
                    List.of(income, ColumnSchema.withLevels("x", ColumnType.BOOLEAN, List.of("0", "1")), key));
            Table table = staged.read(schema, Unknown.REFUSE, Set.of("income", "x", "key"));
            assertEquals(4, table.rows());
            for (Column column : table.columns()) {
                assertEquals(
                        4,
                        Arrays.stream(new int[] {0, 1, 2, 3})
                                .filter(column::isMissing)
                                .count());
            }
        }
    }
}
