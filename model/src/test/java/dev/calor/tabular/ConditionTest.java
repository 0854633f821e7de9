package dev.calor.tabular;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.random.RandomStream;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import dev.calor.table.Table;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoublePredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Conditions allow what satisfies them, all of it and nothing else. */
class ConditionTest {
    private static final Table TABLE = MixedTables.of(
            // 10 to 14 five times each, 20 once, 21 once, 30 four times
            MixedTables.numbers(
                    "age",
                    ColumnType.INTEGER,
                    0,
                    IntStream.range(0, 31)
                            .mapToDouble(row -> row < 25 ? 10 + row % 5 : row < 27 ? row - 5 : 30)
                            .toArray()),
            MixedTables.numbers(
                    "length",
                    ColumnType.NUMERIC,
                    ColumnSchema.SHORTEST,
                    RandomStream.of(1).doubles(31, 0, 1).toArray()),
            MixedTables.levels(
                    "size",
                    ColumnType.ORDINAL,
                    5,
                    IntStream.range(0, 31).map(row -> row % 5).toArray()),
            MixedTables.levels(
                    "colour",
                    ColumnType.CATEGORICAL,
                    3,
                    IntStream.range(0, 31).map(row -> row % 4 - 1).toArray()),
            MixedTables.times("day", "yyyy-MM-dd", new double[31]),
            MixedTables.levels("same", ColumnType.CONSTANT, 1, new int[31]));

    private static final TableEncoder ENCODER = TableEncoder.fit(TABLE, Structure.UNIFORM, true);

    private static List<Condition> conditions(String... texts) {
        return Stream.of(texts)
                .map(text -> Condition.parse(text, TABLE.schema()))
                .toList();
    }

    private static Clamps clamps(String... texts) {
        return ENCODER.clamps(conditions(texts), true);
    }

    /** The ages that remain when u runs over all that is allowed. */
    private static double[] ages(String... texts) {
        Clamps clamps = clamps(texts);
        int n = 4000;
        double[][] uniform = new double[ENCODER.numbers()][n];
        for (int i = 0; i < n; i++) {
            double share = (i + 0.5) / n;
            uniform[0][i] = clamps.low(0, 0) + share * (clamps.high(0, 0) - clamps.low(0, 0));
        }
        Table decoded = ENCODER.decode(new SampledRows(n, new int[ENCODER.finite()][n], uniform), RandomStream.of(1));
        return Arrays.stream(new Rounding(conditions(texts)).of(decoded).numbers(0))
                .distinct()
                .sorted()
                .toArray();
    }

    @Test
    @DisplayName("Numbers: exactly the values that satisfy the conditions, also where thresholds are not whole")
    void numbers() {
        assertArrayEquals(new double[] {10, 11, 12, 13, 14, 20, 21, 30}, ages());
        assertArrayEquals(new double[] {12, 13, 14, 20, 21, 30}, ages("age>=12"));
        assertArrayEquals(new double[] {12, 13, 14, 20, 21, 30}, ages("age>11"));
        assertArrayEquals(new double[] {12, 13, 14, 20, 21, 30}, ages("age > 11.5"));
        assertArrayEquals(new double[] {12, 13, 14, 20, 21, 30}, ages("age>=11.2"));
        assertArrayEquals(new double[] {10, 11, 12}, ages("age<13"));
        assertArrayEquals(new double[] {10, 11, 12}, ages("age<=12.9"));
        assertArrayEquals(new double[] {13}, ages("age=13"));
        assertArrayEquals(new double[] {20}, ages("age=20"), "seen once");
        assertArrayEquals(new double[] {20, 21}, ages("age>14", "age<30"));
        assertArrayEquals(new double[] {21}, ages("age>20", "age<=25"));
        assertArrayEquals(new double[] {12}, ages("age>11.9", "age<12.1"));
    }

    @Test
    @DisplayName("The allowed part of F has the mass of the rows that satisfy the conditions")
    void mass() {
        Clamps clamps = clamps("age>11", "age<=14");
        assertEquals(15.0 / 31, clamps.high(0, 0) - clamps.low(0, 0), 1e-12);
        Clamps one = clamps("length=0.5");
        assertEquals(one.low(0, 1), one.high(0, 1), 0, "a point of a measurement");
    }

    @Test
    @DisplayName("Levels: =, alternatives, != and, on a path, comparisons; a condition also excludes blanks")
    void levels() {
        assertArrayEquals(new int[] {3}, allowed(0, 5, "size=L3"));
        assertArrayEquals(new int[] {0, 3}, allowed(0, 5, "size=L3|L0"));
        assertArrayEquals(new int[] {0, 1, 2}, allowed(0, 5, "size<L3"));
        assertArrayEquals(new int[] {2, 3}, allowed(0, 5, "size>=L2", "size<=L3"));
        assertArrayEquals(new int[] {2, 4}, allowed(0, 5, "size>L1", "size!=L3"));
        assertArrayEquals(new int[] {0, 1, 2, 3}, allowed(1, 4), "3 is blank");
        assertArrayEquals(new int[] {0, 2}, allowed(1, 4, "colour!=L1"));
        assertArrayEquals(new int[] {0, 1, 2, 3, 4}, allowed(0, 5, "same=L0"));
        Clamps whole = ENCODER.clamps(List.of(), false);
        assertTrue(whole.isAllowed(0, 1, 2) && !whole.isAllowed(0, 1, 3));
    }

    private static int[] allowed(int column, int states, String... texts) {
        Clamps clamps = clamps(texts);
        return IntStream.range(0, states)
                .filter(state -> clamps.isAllowed(0, column, state))
                .toArray();
    }

    @Test
    @DisplayName("Contradictions, and what no row satisfies, are refused with the conditions named")
    void contradictions() {
        for (String[] texts : new String[][] {
            {"age>20", "age<12"},
            {"age>12", "age<=12"},
            {"age=12.5"},
            {"age>12", "age<13"},
            {"length>0.5", "length<0.5"}
        }) {
            assertRefused(() -> clamps(texts), Arrays.toString(texts), "no value", "change or drop one");
        }
        for (String[] texts :
                new String[][] {{"age>30"}, {"age<10"}, {"age=17"}, {"age>=15", "age<=19"}, {"length>2"}}) {
            assertRefused(() -> clamps(texts), Arrays.toString(texts), "no row of the training table", "runs from");
        }
        assertRefused(() -> clamps("size=L1", "size=L2"), "[size=L1, size=L2]", "contradict");
        assertRefused(() -> clamps("size<L0"), "[size<L0]", "contradict");
        assertRefused(() -> clamps("same!=L0"), "same!=L0", "the same in every row");
    }

    @Test
    @DisplayName("The rows of a table that satisfy a condition; missing values do not")
    void rows() {
        assertArrayEquals(
                new int[] {25, 26, 27, 28, 29, 30}, conditions("age>=15").get(0).rows(TABLE));
        assertArrayEquals(
                IntStream.range(0, 31).filter(row -> row % 4 == 2).toArray(),
                conditions("colour=L1").get(0).rows(TABLE));
        assertArrayEquals(
                IntStream.range(0, 31)
                        .filter(row -> row % 4 == 1 || row % 4 == 3)
                        .toArray(),
                conditions("colour!=L1").get(0).rows(TABLE));
    }

    @Test
    @DisplayName("What is no condition of the table is refused when it is read")
    void reading() {
        assertRefused(() -> conditions("age"), "'age'", "COLUMN=VALUE");
        assertRefused(() -> conditions("weight=3"), "'weight'", "age, length, size");
        assertRefused(() -> conditions("size=XL"), "'XL'", "L0, L1, L2");
        assertRefused(() -> conditions("colour<L1"), "categorical", "no order");
        assertRefused(() -> conditions("age=old"), "'old'", "not a number");
        assertRefused(() -> conditions("age>=NaN"), "'NaN'", "not a number");
        assertRefused(() -> conditions("age!=3"), "age!=3", "with one number");
        assertRefused(
                () -> ENCODER.clamps(List.of(new Condition("weight", "=", List.of("3"))), true), "'weight'", "age");
    }

    @Test
    @DisplayName("The least number of so many decimals at or above another, by counting")
    void decimals() {
        for (int decimals : new int[] {0, 1, 2}) {
            Decimals column = new Decimals(decimals);
            double scale = Math.pow(10, decimals);
            for (double x : new double[] {-2.5, -1, -0.999, -0.3, 0, 0.05, 0.1, 0.3, 0.7, 1.005, 12, 12.34}) {
                assertEquals(count(scale, n -> n >= x, true), column.atLeast(x), 0);
                assertEquals(count(scale, n -> n > x, true), column.above(x), 0);
                assertEquals(count(scale, n -> n <= x, false), column.atMost(x), 0);
                assertEquals(count(scale, n -> n < x, false), column.below(x), 0);
            }
        }
        Decimals all = new Decimals(ColumnSchema.SHORTEST);
        assertEquals(0.1, all.atLeast(0.1));
        assertEquals(Math.nextUp(0.1), all.above(0.1));
        assertEquals(Math.nextDown(0.1), all.below(0.1));
        assertTrue(new Decimals(2).above(1e300) > 1e300, "where a unit is too small to count");
    }

    /** The first or last n/scale in (−20, 20) that satisfies something. */
    private static double count(double scale, DoublePredicate holds, boolean first) {
        double[] those = IntStream.rangeClosed((int) (-20 * scale), (int) (20 * scale))
                .mapToDouble(n -> n / scale)
                .filter(holds)
                .toArray();
        return those[first ? 0 : those.length - 1];
    }
}
