package dev.calor.metric;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.random.RandomStream;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MmdTest {
    @ParameterizedTest
    @CsvSource({"32, 2", "64, 2", "65, 2", "200, 2", "16, 5", "12, 10", "3, 1", "70, 1000", "0, 2"})
    @DisplayName("It is the double loop over pairs, for every number of columns and states")
    void agreesWithDoubleLoop(int columns, int states) {
        RandomStream random = RandomStream.of(1).child(columns).child(states);
        int[][] x = uniform(40, columns, states, random);
        int[][] y = uniform(27, columns, Math.max(1, states - 1), random);
        // Sums of a thousand numbers below one, in another order.
        assertEquals(doubleLoop(x, y, 0.1), new Mmd(0.1).squared(x, y), 1e-13);
        assertEquals(doubleLoop(x, y, 2.5), new Mmd(2.5).squared(x, y), 1e-13);
    }

    @Test
    @DisplayName("Only equality of states counts: spins −1 and 1 are as far apart as 0 and 1")
    void anyNumbers() {
        int[][] x = uniform(30, 20, 2, RandomStream.of(2));
        int[][] y = uniform(30, 20, 2, RandomStream.of(3));
        assertEquals(new Mmd(0.1).squared(x, y), new Mmd(0.1).squared(spins(x), spins(y)));
    }

    @Test
    @DisplayName("A set against its own copy: the diagonals alone are missing")
    void againstItself() {
        int[][] x = {{0, 0}, {0, 1}};
        // Both k(x₁, x₂) = e^−b; the cross mean is (1 + e^−b)/2.
        assertEquals(Math.exp(-0.1) - 1, new Mmd(0.1).squared(x, x), 1e-15);
    }

    @ParameterizedTest
    @CsvSource({"0.5, 0.5", "0.2, 0.2", "0.5, 0.6", "0.1, 0.9"})
    @DisplayName("On average it is the discrepancy of the distributions, zero where they are one (false alarm 1e-6)")
    void unbiased(double p, double q) {
        int columns = 8;
        int rounds = 2000;
        Mmd mmd = new Mmd(0.1);
        double sum = 0;
        double squares = 0;
        for (int round = 0; round < rounds; round++) {
            RandomStream random = RandomStream.of(4).child(round);
            double found = mmd.squared(bernoulli(15, columns, p, random), bernoulli(10, columns, q, random));
            sum += found;
            squares += found * found;
        }
        double mean = sum / rounds;
        double deviation = Math.sqrt((squares / rounds - mean * mean) / rounds);
        double exact = kernelMean(columns, p, p) + kernelMean(columns, q, q) - 2 * kernelMean(columns, p, q);
        // The mean of 2,000 bounded numbers is normal: 4.9 deviations.
        assertEquals(exact, mean, 4.9 * deviation);
        assertTrue(deviation < 0.01, "too wide to tell: " + deviation);
    }

    /** E exp(−0.1 · distance) of independent rows of coins: columns are independent, and differ with probability p + q − 2pq. */
    private static double kernelMean(int columns, double p, double q) {
        double differ = p + q - 2 * p * q;
        return Math.pow(1 - differ * (1 - Math.exp(-0.1)), columns);
    }

    private static double doubleLoop(int[][] x, int[][] y, double bandwidth) {
        return pairs(x, x, bandwidth) / (x.length * (x.length - 1.0))
                + pairs(y, y, bandwidth) / (y.length * (y.length - 1.0))
                - 2 * pairs(x, y, bandwidth) / ((double) x.length * y.length);
    }

    private static double pairs(int[][] x, int[][] y, double bandwidth) {
        double sum = 0;
        for (int i = 0; i < x.length; i++) {
            for (int j = 0; j < y.length; j++) {
                int distance = 0;
                for (int k = 0; k < x[i].length; k++) {
                    distance += x[i][k] == y[j][k] ? 0 : 1;
                }
                sum += x == y && i == j ? 0 : Math.exp(-bandwidth * distance);
            }
        }
        return sum;
    }

    private static int[][] uniform(int rows, int columns, int states, RandomStream random) {
        int[][] drawn = new int[rows][columns];
        for (int[] row : drawn) {
            Arrays.setAll(row, k -> random.nextInt(states));
        }
        return drawn;
    }

    private static int[][] bernoulli(int rows, int columns, double p, RandomStream random) {
        int[][] drawn = new int[rows][columns];
        for (int[] row : drawn) {
            Arrays.setAll(row, k -> random.nextDouble() < p ? 1 : 0);
        }
        return drawn;
    }

    private static int[][] spins(int[][] bits) {
        return Arrays.stream(bits)
                .map(row -> Arrays.stream(row).map(bit -> 2 * bit - 1).toArray())
                .toArray(int[][]::new);
    }

    @Test
    @DisplayName("Too few rows, rows of different lengths and invalid bandwidths are refused")
    void refusals() {
        Mmd mmd = new Mmd(0.1);
        int[][] two = {{0, 1}, {1, 1}};
        assertRefused(() -> mmd.squared(two, new int[][] {{0, 1}}), "2 and 1 rows", "at least 2");
        assertRefused(
                () -> mmd.squared(two, new int[][] {{0, 1}, {1}}),
                "row 1 of the second set has 1 columns",
                "one length");
        assertRefused(() -> mmd.squared(new int[][] {{0, 1}, {}}, two), "row 1 of the first set has 0 columns");
        assertRefused(() -> new Mmd(0), "bandwidth 0.0", "above 0");
        assertRefused(() -> new Mmd(Double.POSITIVE_INFINITY), "bandwidth Infinity");
    }
}
