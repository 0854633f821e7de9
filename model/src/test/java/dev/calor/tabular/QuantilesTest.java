package dev.calor.tabular;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.random.RandomStream;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** F and its inverse on columns of every kind. Exact but for the rounding of a few operations. */
class QuantilesTest {

    static Stream<Arguments> columns() {
        RandomStream random = RandomStream.of(3);
        return Stream.of(
                Arguments.of("a constant", new double[] {7, 7, 7, 7}),
                Arguments.of("one number", new double[] {-2.5}),
                Arguments.of("atoms", new double[] {1, 2, 2, 1, 1, 5, 5, 5, 5, 2}),
                Arguments.of("distinct", random.doubles(500, -3, 3).toArray()),
                Arguments.of("rare between atoms", new double[] {0, 0, 0, 1, 2, 3, 4, 4, 5, 6, 6, 6, 9}),
                Arguments.of("whole", random.ints(3000, 0, 80).asDoubleStream().toArray()),
                Arguments.of(
                        "heavy tails",
                        random.doubles(3000).map(u -> Math.rint(1 / u)).toArray()),
                Arguments.of("more values than bins", random.doubles(6_000).toArray()),
                Arguments.of(
                        "more values than bins, and zeros",
                        random.doubles(6_000).map(u -> u < 0.4 ? 0 : u).toArray()),
                Arguments.of("signed zeros", new double[] {0, -0.0, 1, 1, -0.0, 2, 0, 3, 3}),
                Arguments.of(
                        "extremes",
                        new double[] {-Double.MAX_VALUE, -1e300, -1e-310, 0, 1e-310, 1, 3, 1e308, Double.MAX_VALUE}),
                Arguments.of("two extremes", new double[] {-Double.MAX_VALUE, Double.MAX_VALUE}));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("columns")
    @DisplayName("Every value comes back from every u of its interval: atoms exactly, others to rounding")
    void roundTrip(String name, double[] values) {
        Quantiles quantiles = Quantiles.of(values);
        double range = Arrays.stream(values).map(Math::abs).max().orElse(0);
        for (double value : values) {
            double low = quantiles.low(value);
            double high = quantiles.high(value);
            assertTrue(0 <= low && low <= high && high <= 1, value + " stands for " + low + " to " + high);
            if (low < high) { // an atom
                for (double share : new double[] {1e-9, 0.3, 0.5, 1 - 1e-9}) {
                    assertEquals(value, quantiles.value(low + share * (high - low)), 0);
                }
            } else {
                // u has 53 bits, and a bin as little as 1/6,000 of the mass and as much as all of the range.
                assertEquals(value, quantiles.value(low), range * 1e-11);
            }
            assertTrue(quantiles.reaches(value), value + " is reached");
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("columns")
    @DisplayName("Draws from the intervals are uniform: Σ P(u ≤ c) = c at the end c of every bin")
    void uniform(String name, double[] values) {
        Quantiles quantiles = Quantiles.of(values);
        double[] ends = quantiles.cumulative();
        assertEquals(0, ends[0]);
        assertEquals(1, ends[ends.length - 1]);
        for (int end = 1; end < ends.length; end += Math.max(1, ends.length / 100)) {
            double c = ends[end];
            double share = Arrays.stream(values)
                    .map(value -> {
                        double low = quantiles.low(value);
                        double high = quantiles.high(value);
                        return low < high ? Math.max(0, Math.min(1, (c - low) / (high - low))) : low <= c ? 1 : 0;
                    })
                    .average()
                    .orElseThrow();
            assertEquals(c, share, 1e-12);
            assertTrue(ends[end - 1] < c, "bin " + end + " has mass");
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("columns")
    @DisplayName("F never falls, also at values never seen, and F⁻¹ stays within the column")
    void monotone(String name, double[] values) {
        Quantiles quantiles = Quantiles.of(values);
        double[] sorted = Arrays.stream(values).sorted().toArray();
        double[] between = DoubleStream.concat(
                        Arrays.stream(sorted),
                        Arrays.stream(sorted).flatMap(x -> DoubleStream.of(Math.nextDown(x), Math.nextUp(x), x + 0.3)))
                .filter(Double::isFinite)
                .map(x -> x + 0.0) // −0 is 0
                .distinct()
                .sorted()
                .toArray();
        double before = 0;
        for (double value : between) {
            assertTrue(before <= quantiles.low(value) + 1e-15, "F falls at " + value);
            assertTrue(quantiles.low(value) <= quantiles.high(value));
            before = quantiles.high(value);
        }
        double last = sorted[0];
        for (int i = 0; i <= 10_000; i++) {
            double value = quantiles.value(i / 10_000.0);
            assertTrue(last <= value && value <= sorted[sorted.length - 1], "u = " + i / 10_000.0 + " gives " + value);
            last = value;
        }
    }

    @Test
    @DisplayName("Intervals of atoms are (F(v−), F(v)]; values never seen stand for a point")
    void atoms() {
        Quantiles quantiles = Quantiles.of(new double[] {1, 2, 2, 1, 1, 5, 5, 5, 5, 2});
        double[][] intervals = {{1, 0, 0.3}, {2, 0.3, 0.6}, {5, 0.6, 1}};
        for (double[] interval : intervals) {
            assertEquals(interval[1], quantiles.low(interval[0]), 1e-15);
            assertEquals(interval[2], quantiles.high(interval[0]), 1e-15);
        }
        for (double[] unseen : new double[][] {{-9, 0}, {1.5, 0.3}, {3, 0.6}, {4.9, 0.6}, {6, 1}}) {
            assertEquals(unseen[1], quantiles.low(unseen[0]), 1e-15);
            assertEquals(unseen[1], quantiles.high(unseen[0]), 1e-15);
            assertFalse(quantiles.reaches(unseen[0]));
        }
    }

    @Test
    @DisplayName("Heavy atoms are the values of at least 3 % of the rows that have one, as (F(v−), F(v)]")
    void heavyAtoms() {
        // 100 rows: 0 in 50, 1 in 3, 2 in 2, 41 different ones, 9 in 4; and blanks, which do not count
        double[] values = new double[120];
        Arrays.setAll(
                values,
                row -> row < 50 ? 0 : row < 53 ? 1 : row < 55 ? 2 : row < 96 ? row / 20.0 : row < 100 ? 9 : Double.NaN);
        List<Quantiles.Atom> atoms = Quantiles.of(values).heavyAtoms();
        double[][] expected = {{0, 0, 0.5}, {1, 0.5, 0.53}, {9, 0.96, 1}};
        assertEquals(expected.length, atoms.size(), atoms.toString());
        for (int i = 0; i < expected.length; i++) {
            assertEquals(expected[i][0], atoms.get(i).value());
            assertEquals(expected[i][1], atoms.get(i).low(), 1e-15);
            assertEquals(expected[i][2], atoms.get(i).high(), 1e-15);
        }
        double[] distinct = RandomStream.of(2).doubles(20).toArray();
        assertEquals(List.of(), Quantiles.of(distinct).heavyAtoms(), "a bin of 5 % with a width is no atom");
        double[] many = RandomStream.of(3)
                .doubles(50_000)
                .map(u -> u < 0.029 ? -1 : u > 0.96 ? 2 : u)
                .toArray();
        assertEquals(
                List.of(2.0),
                Quantiles.of(many).heavyAtoms().stream()
                        .map(Quantiles.Atom::value)
                        .toList(),
                "more values than bins");
    }

    @Test
    @DisplayName("Rare values are spread evenly, up to half the way to the next rare one, and not towards atoms")
    void rare() {
        Quantiles quantiles = Quantiles.of(new double[] {0, 0, 10, 20, 40, 90, 90, 90});
        double edge = 0.125 / 1024;
        assertEquals(0.25, quantiles.high(0), 1e-15);
        assertEquals(0.25 + edge, quantiles.low(10), 1e-15);
        assertEquals(0.3125, quantiles.low(12.5), 1e-15);
        assertEquals(0.375 + edge, quantiles.low(15), 1e-15);
        assertEquals(0.5 + edge, quantiles.low(30), 1e-15);
        assertEquals(0.625 - edge, quantiles.low(40), 1e-15);
        assertEquals(0.625, quantiles.low(60), 1e-15, "nothing between 40 and 90");
        assertEquals(40, quantiles.value(Math.nextDown(0.625)));
        assertEquals(90, quantiles.value(0.625));
        assertTrue(quantiles.reaches(33) && !quantiles.reaches(5) && !quantiles.reaches(60));
    }

    @Test
    @DisplayName("A column of very many values has a few thousand bins, and frequent values are still atoms")
    void manyValues() {
        double[] values =
                RandomStream.of(5).doubles(100_000).map(u -> u < 0.01 ? 0.5 : u).toArray();
        Quantiles quantiles = Quantiles.of(values);
        assertTrue(quantiles.left().length < 3 * 2048, quantiles.left().length + " bins");
        double share = Arrays.stream(values).filter(x -> x == 0.5).count() / 100_000.0;
        assertEquals(share, quantiles.high(0.5) - quantiles.low(0.5), 1e-12);
        double furthest = 0;
        double[] sorted = Arrays.stream(values).sorted().toArray();
        for (int i = 0; i < sorted.length; i++) {
            if (sorted[i] != 0.5) {
                furthest = Math.max(furthest, Math.abs(quantiles.low(sorted[i]) - (i + 0.5) / sorted.length));
            }
        }
        assertTrue(furthest < 1.0 / 2048, "F is off by " + furthest + ", a bin is 1/2048");
    }

    @Test
    @DisplayName("Blanks do not count; parts that do not belong together are refused")
    void refusals() {
        assertEquals(
                0.5,
                Quantiles.of(new double[] {Double.NaN, 1, 1, 3, 3, Double.NaN}).high(1));
        assertRefused(() -> new Quantiles(new double[2], new double[1], new double[3]), "2, 1 and 3", "n + 1");
        assertRefused(() -> new Quantiles(new double[0], new double[0], new double[1]), "at least 1");
    }

    @Test
    @DisplayName("More values than bins: heavy tails keep their mean and standard deviation")
    void tails() {
        double[] values = RandomStream.of(9)
                .doubles(27_000)
                .map(u -> Math.rint(Math.pow(u, -0.4) * 1_000)) // the largest is some fifty times the median
                .toArray();
        Quantiles quantiles = Quantiles.of(values);
        double[] drawn = DoubleStream.iterate(0.5 / 270_000, u -> u < 1, u -> u + 1.0 / 270_000)
                .map(quantiles::value)
                .toArray();
        assertTrue(quantiles.left().length < 3_000, quantiles.left().length + " bins");
        assertEquals(1, mean(drawn) / mean(values), 1e-3);
        // Bins as wide in the tails as elsewhere would give a ratio of about 1.05.
        assertEquals(1, deviation(drawn) / deviation(values), 1e-2);
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }

    private static double deviation(double[] values) {
        double mean = mean(values);
        return Math.sqrt(Arrays.stream(values)
                .map(x -> (x - mean) * (x - mean))
                .average()
                .orElseThrow());
    }
}
