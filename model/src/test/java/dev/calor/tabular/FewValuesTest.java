package dev.calor.tabular;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.random.RandomStream;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which columns of numbers become states: both sides of every limit. */
class FewValuesTest {

    /** So many values with a count each, then some with other counts. */
    private static long[] counts(int values, long each, long... others) {
        long[] counts = Arrays.copyOf(others, others.length + values);
        Arrays.fill(counts, others.length, counts.length, each);
        return counts;
    }

    /** exp(entropy) as a product: Π p^−p. */
    private static double effective(long[] counts) {
        double rows = Arrays.stream(counts).sum();
        double product = 1;
        for (long count : counts) {
            product *= Math.pow(count / rows, -count / rows);
        }
        return product;
    }

    @Test
    @DisplayName("Up to 40 values, however even they are")
    void values() {
        assertTrue(FewValues.becomeStates(counts(1, 100)));
        assertTrue(FewValues.becomeStates(counts(40, 100)));
        assertFalse(FewValues.becomeStates(counts(41, 100)));
    }

    @Test
    @DisplayName("Up to 120 values if exp(entropy) is at most 20")
    void concentrated() {
        assertTrue(FewValues.becomeStates(counts(119, 6, 100_000)));
        assertFalse(FewValues.becomeStates(counts(120, 6, 100_000)));
        // One value of more and more rows, and 79 of six.
        long more = 6;
        while (effective(counts(79, 6, more)) > 20) {
            more++;
        }
        assertTrue(more > 100, "found at " + more);
        assertTrue(FewValues.becomeStates(counts(79, 6, more)));
        assertFalse(FewValues.becomeStates(counts(79, 6, more - 1)));
        assertEquals(effective(counts(79, 6, 50)), FewValues.effective(counts(79, 6, 50)), 1e-9);
        assertEquals(7, FewValues.effective(counts(7, 3)), 1e-12);
    }

    @Test
    @DisplayName("More than five rows per value on average: not 40 measurements of 200 rows")
    void rows() {
        assertFalse(FewValues.becomeStates(counts(40, 5)));
        assertTrue(FewValues.becomeStates(counts(39, 5, 6)));
        assertFalse(FewValues.becomeStates(new long[0]), "a column without values");
    }

    @Test
    @DisplayName("At most one row of a hundred has a value of its own")
    void single() {
        assertTrue(FewValues.becomeStates(counts(10, 1, 500, 490)));
        assertFalse(FewValues.becomeStates(counts(11, 1, 500, 489)));
    }

    private static ColumnSchema schema(ColumnType type, int decimals) {
        return ColumnSchema.number("x", type, 0, 100, decimals);
    }

    @Test
    @DisplayName("Values are counted as the column writes them, missing ones are not, −0 is 0")
    void counting() {
        double[] numbers = new double[700];
        Arrays.setAll(numbers, row -> switch (row % 7) {
            case 0 -> Double.NaN;
            case 1 -> -0.0;
            case 2 -> 0;
            case 3 -> 0.1 + 0.2;
            case 4 -> 0.3;
            default -> -1.5;
        });
        FewValues tenths = FewValues.of(schema(ColumnType.NUMERIC, 1), numbers);
        assertNotNull(tenths);
        assertArrayEquals(new double[] {-1.5, 0, 0.3}, tenths.values());
        assertArrayEquals(new long[] {200, 200, 200}, tenths.counts());
        FewValues exact = FewValues.of(schema(ColumnType.NUMERIC, ColumnSchema.SHORTEST), numbers);
        assertNotNull(exact);
        assertArrayEquals(new double[] {-1.5, 0, 0.3, 0.1 + 0.2}, exact.values());
    }

    @Test
    @DisplayName("Only of numeric and integer columns; very many values stop the count")
    void types() {
        double[] few = IntStream.range(0, 100).mapToDouble(row -> row % 4).toArray();
        assertNotNull(FewValues.of(schema(ColumnType.INTEGER, 0), few));
        assertNull(FewValues.of(
                MixedTables.times("day", "yyyy-MM-dd", few).schema().columns().get(0), few));
        double[] many = IntStream.range(0, 10_000).asDoubleStream().toArray();
        assertNull(FewValues.of(schema(ColumnType.INTEGER, 0), many));
        // 121 values early on, of which 119 have a row only: the count stops, and would refuse them as well
        double[] late = DoubleStream.concat(
                        IntStream.range(0, 121).asDoubleStream(),
                        DoubleStream.generate(() -> 0).limit(50_000))
                .toArray();
        assertNull(FewValues.of(schema(ColumnType.INTEGER, 0), late));
    }

    @Test
    @DisplayName(
            "The nearest value, by comparing all; of two as near, the smaller; also at the ends of what is a number")
    void nearest() {
        double[] values = {-Double.MAX_VALUE, -2, 0, 1, 5, Double.MAX_VALUE};
        FewValues seen = new FewValues(values, counts(6, 1));
        double[] asked = DoubleStream.concat(
                        DoubleStream.of(-2, -1, -0.0, 0.5, 3, 1e308, Double.MAX_VALUE, -Double.MAX_VALUE),
                        RandomStream.of(1).doubles(200, -10, 10))
                .toArray();
        for (double x : asked) {
            int closest = IntStream.range(0, values.length)
                    .boxed()
                    .min(Comparator.comparingDouble(v -> Math.abs(values[v] / 2 - x / 2)))
                    .orElseThrow();
            assertEquals(closest, seen.nearest(x), "of " + x);
        }
        assertEquals(4, seen.nearest(1e300), "5, though differences to it and to -2 round to the same");
        assertEquals(1, seen.nearest(-1e300));
        FewValues two = new FewValues(new double[] {1, 2}, counts(2, 1));
        assertEquals(0, two.nearest(-50));
        assertEquals(1, two.nearest(50));
    }

    @Test
    @DisplayName("No values, values out of order, and counts of others are refused")
    void refusals() {
        assertRefused(() -> new FewValues(new double[0], new long[0]), "0 values", "at least one");
        assertRefused(() -> new FewValues(new double[] {1, 1}, new long[2]), "[1.0, 1.0]", "ascending");
        assertRefused(() -> new FewValues(new double[] {Double.NaN}, new long[1]), "[NaN]", "ascending");
        assertRefused(() -> new FewValues(new double[] {1, 2}, new long[3]), "2 values with 3 counts");
    }
}
