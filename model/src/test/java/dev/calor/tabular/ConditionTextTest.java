package dev.calor.tabular;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.random.RandomStream;
import dev.calor.table.Column;
import dev.calor.table.ColumnType;
import dev.calor.table.Schema;
import dev.calor.table.Table;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Conditions on columns with strange names, and on missing values. */
class ConditionTextTest {
    private static final double BLANK = Double.NaN;

    private static Table named(String... names) {
        return MixedTables.of(Stream.of(names)
                .map(name -> MixedTables.levels(name, ColumnType.ORDINAL, 4, 0, 1, 2, 3))
                .toArray(Table[]::new));
    }

    private static Condition parse(String text, String... names) {
        return Condition.parse(text, named(names).schema());
    }

    @Test
    @DisplayName("A name in quotes may contain operators, spaces and doubled quotes, and its text is parsed back")
    void quotes() {
        for (String name :
                List.of("a=b", "a<b", "a>=b", "<", "a!=b", "p(x)", "with space", "5\" disk", "\"q\"", "'s'")) {
            String quoted = '"' + name.replace("\"", "\"\"") + '"';
            for (String operator : List.of("=", "!=", "<=", ">", " > ")) {
                Condition found = parse(quoted + operator + "L1", "a", name);
                assertEquals(new Condition(name, operator.strip(), List.of("L1")), found);
                assertEquals(found, parse(found.toString(), "a", name));
            }
            Condition missing = parse(quoted + " is missing", "a", name);
            assertEquals(new Condition(name, Condition.MISSING, List.of()), missing);
            assertEquals(missing, parse(missing.toString(), "a", name));
        }
        assertEquals(new Condition("with space", "=", List.of("L1", "L2")), parse("with space = L1|L2", "with space"));
        assertEquals("\"a=b\"=L1", parse("\"a=b\"=L1", "a=b").toString());
        assertEquals("with space=L1", parse("\"with space\"=L1", "with space").toString());
    }

    @Test
    @DisplayName("Missing and not missing, with any spaces; a value that says so is a value")
    void presence() {
        assertEquals(new Condition("x", Condition.MISSING, List.of()), parse("x is missing", "x"));
        assertEquals(new Condition("x", Condition.PRESENT, List.of()), parse(" x  is  not missing ", "x"));
        assertEquals(
                new Condition("this", Condition.MISSING, List.of()), parse("this is missing", "this"), "not 'th is'");
        assertEquals("x is not missing", parse("x is not missing", "x").toString());
        Schema texts = MixedTables.levels("note", ColumnType.CATEGORICAL, 1, 0).schema();
        assertRefused(() -> Condition.parse("note=it is missing", texts), "'it is missing'", "not a level");
        assertEquals(new Condition("x is missing", "=", List.of("L1")), parse("x is missing=L1", "x is missing"));
    }

    @Test
    @DisplayName("What is not a condition is refused; a name that needs quotes is shown with them")
    void refused() {
        assertRefused(() -> parse("a=b=L1", "a=b"), "no column 'a'", "double quotes", "\"a=b\"");
        assertRefused(() -> parse("a=b is missing", "a=b"), "no column 'a'", "\"a=b\"");
        assertRefused(() -> parse("\"c\"=L1", "a"), "no column 'c'", "the columns are a");
        assertRefused(() -> parse("x missing", "x"), "'x missing'", "COLUMN is missing");
        assertRefused(() -> parse("\"x is missing", "x"), "not a condition");
        assertRefused(() -> parse("\"x\"is missing", "y"), "no column 'x'");
        assertRefused(() -> new Condition("x", "~", List.of("1")), "'~'", "=, !=, <");
        assertRefused(() -> new Condition("x", "=", List.of()), "'='", "needs one");
        assertRefused(() -> new Condition("x", Condition.MISSING, List.of("1")), "is missing", "takes none");
    }

    /** A row of every kind of column, with and without missing values. */
    private static Table holed(int rows) {
        RandomStream random = RandomStream.of(3);
        double[] numbers = random.doubles(rows).toArray();
        double[] few = IntStream.range(0, rows).mapToDouble(row -> row % 4).toArray();
        double[] days =
                IntStream.range(0, rows).mapToDouble(row -> 86_400.0 * row).toArray();
        int[] codes = IntStream.range(0, rows).map(row -> row % 3).toArray();
        for (int row = 0; row < rows; row += 5) {
            numbers[row] = BLANK;
            few[row] = BLANK;
            days[row] = BLANK;
            codes[row] = Column.MISSING;
        }
        double[] blank = new double[rows];
        Arrays.fill(blank, BLANK);
        return MixedTables.of(
                MixedTables.numbers("number", ColumnType.NUMERIC, 6, numbers),
                MixedTables.numbers("few", ColumnType.INTEGER, 0, few),
                MixedTables.times("day", "yyyy-MM-dd", days),
                MixedTables.levels("colour", ColumnType.CATEGORICAL, 3, codes),
                MixedTables.levels("whole", ColumnType.CATEGORICAL, 2, new int[rows]),
                MixedTables.levels("same", ColumnType.CONSTANT, 1, new int[rows]),
                MixedTables.numbers("blank", ColumnType.NUMERIC, 0, blank));
    }

    private static final Table HOLED = holed(60);

    private static Table drawn(TabularModel model, boolean missing, String... texts) {
        List<Condition> conditions = Stream.of(texts)
                .map(text -> Condition.parse(text, model.schema()))
                .toList();
        return model.sample(30, conditions, missing, 1, share -> {});
    }

    private static long blanks(Table table, String column) {
        return IntStream.range(0, table.rows())
                .filter(table.column(column)::isMissing)
                .count();
    }

    @Test
    @DisplayName("Sampled rows have missing values exactly where a condition asks for them, in every kind of column")
    void sampled() throws IOException {
        try (TabularModel model = TabularModel.fit(HOLED, MixedTables.SMALL.withSteps(20))) {
            for (String column : List.of("number", "few", "day", "colour")) {
                Table missing = drawn(model, true, column + " is missing");
                assertEquals(30, blanks(missing, column), column);
                assertEquals(0, blanks(drawn(model, true, column + " is not missing"), column), column);
            }
            Table only = drawn(model, false, "day is missing", "number is missing", "few>=2", "colour=L1");
            assertEquals(30, blanks(only, "day"));
            assertEquals(30, blanks(only, "number"));
            assertEquals(0, blanks(only, "few") + blanks(only, "colour"));
            assertTrue(Arrays.stream(only.numbers(1)).allMatch(x -> x >= 2));
            assertEquals(
                    30,
                    drawn(model, true, "blank is missing", "same is not missing")
                            .rows());
        }
    }

    @Test
    @DisplayName("What no row can have is refused by name: missing where none was, and contradictions")
    void impossible() {
        TableEncoder encoder = TableEncoder.fit(HOLED, Structure.UNIFORM, true);
        for (String column : List.of("whole", "same")) {
            assertRefused(() -> clamps(encoder, column + " is missing"), column, "no row", "choose another column");
        }
        assertRefused(() -> clamps(encoder, "blank is not missing"), "blank is not missing", "every row");
        assertRefused(() -> clamps(encoder, "colour=L1", "colour is missing"), "colour=L1", "contradict");
        assertRefused(() -> clamps(encoder, "day is missing", "day is not missing"), "day is missing", "contradict");
    }

    private static void clamps(TableEncoder encoder, String... texts) {
        encoder.clamps(
                Stream.of(texts)
                        .map(text -> Condition.parse(text, HOLED.schema()))
                        .toList(),
                true);
    }
}
