package dev.calor.dataset;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.random.ChiSquare;
import dev.calor.random.RandomStream;
import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class Toy2dTest {
    private static final int BINS = 24;
    private static final double REACH = 6;

    @ParameterizedTest
    @EnumSource
    @DisplayName("Densities integrate to one and draws follow them (chi-square, false alarm 1e-6); so does the entropy")
    void drawsFollowTheDensity(Toy2d set) {
        double[] probabilities = new double[BINS * BINS + 1];
        double entropy = 0;
        for (int bin = 0; bin < BINS * BINS; bin++) {
            double left = bin % BINS * 2 * REACH / BINS - REACH;
            double bottom = bin / BINS * 2 * REACH / BINS - REACH;
            double[] integrals = integrate(set, left, bottom, 2 * REACH / BINS);
            probabilities[bin] = integrals[0];
            entropy += integrals[1];
        }
        double total = Arrays.stream(probabilities).sum();
        // The square reaches six deviations beyond the curves (2e-9 outside a side), and Gauss's rule on panels of a
        // sixth of a unit
        // resolves deviations from 0.1 up to 1e-7; of the pinwheel's arms, the thinned ends least.
        assertEquals(1, total, set == Toy2d.PINWHEEL ? 2e-5 : 5e-7);
        probabilities[BINS * BINS] = Math.max(0, 1 - total);

        long[] counts = new long[probabilities.length];
        int draws = 100_000;
        for (double[] point : set.draw(draws, RandomStream.of(11).child(set.toString()))) {
            int column = (int) Math.floor((point[0] + REACH) / (2 * REACH) * BINS);
            int row = (int) Math.floor((point[1] + REACH) / (2 * REACH) * BINS);
            boolean outside = Math.min(column, row) < 0 || Math.max(column, row) >= BINS;
            counts[outside ? BINS * BINS : BINS * row + column]++;
        }
        ChiSquare.assertFits(set.toString(), counts, probabilities);

        // 4.9 standard errors: false alarm 1e-6.
        Discretisation cells = new Discretisation(2, 16, 5);
        Entropy estimate = Entropy.of(set, cells, 20_000, RandomStream.of(12).child(set.toString()));
        double expected = entropy - 2 * Math.log(cells.cellWidth());
        assertEquals(expected, estimate.nats(), 4.9 * estimate.standardError() + 1e-5);
    }

    /** ∫ p and −∫ p log p over a square, by Gauss's rule on 3 × 3 panels. */
    private static double[] integrate(Toy2d set, double left, double bottom, double side) {
        double probability = 0;
        double entropy = 0;
        int panels = 3;
        double panel = side / panels;
        for (int i = 0; i < panels * Gauss.NODES; i++) {
            double x = left + panel * node(i);
            for (int j = 0; j < panels * Gauss.NODES; j++) {
                double y = bottom + panel * node(j);
                double weight = panel * panel * Gauss.weight(i % Gauss.NODES) * Gauss.weight(j % Gauss.NODES);
                double logDensity = set.logDensity(x, y);
                if (logDensity > -700) {
                    probability += weight * Math.exp(logDensity);
                    entropy -= weight * Math.exp(logDensity) * logDensity;
                }
            }
        }
        return new double[] {probability, entropy};
    }

    /** Node i of a row of panels of length one. */
    private static double node(int i) {
        int panel = i / Gauss.NODES;
        return panel + Gauss.node(i % Gauss.NODES);
    }

    @Test
    @DisplayName("8gaussians is its mixture, written out")
    void eightGaussians() {
        double h = Math.sqrt(0.5);
        double[][] centres = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {h, h}, {h, -h}, {-h, h}, {-h, -h}};
        assertDensity(Toy2d.EIGHT_GAUSSIANS, 1e-13, (x, y) -> {
            double sum = 0;
            for (double[] centre : centres) {
                sum += gaussian(x * 1.414 - 4 * centre[0], y * 1.414 - 4 * centre[1], 0.5) / 8;
            }
            return 1.414 * 1.414 * sum;
        });
    }

    @Test
    @DisplayName("circles has its closed form with Bessel's I₀, by the power series")
    void circles() {
        assertDensity(Toy2d.CIRCLES, 1e-6, (x, y) -> {
            double sum = 0;
            double r = Math.sqrt(x * x + y * y) / 3;
            for (double radius : new double[] {1, 0.5}) {
                double z = r * radius / (0.08 * 0.08);
                double term = Math.exp(-(r * r + radius * radius) / (2 * 0.08 * 0.08));
                for (int k = 1; k < 1000; k++) {
                    sum += term;
                    term *= z * z / 4 / k / k;
                }
            }
            return sum / (2 * 2 * Math.PI * 0.08 * 0.08) / 9;
        });
    }

    @Test
    @DisplayName("moons is the integral over its half circles, summed by the midpoint rule")
    void moons() {
        assertDensity(Toy2d.MOONS, 1e-6, (x, y) -> {
            double u = (x + 1) / 2;
            double v = (y + 0.2) / 2;
            return midpoint(0, Math.PI, angle -> {
                        double outer = gaussian(u - Math.cos(angle), v - Math.sin(angle), 0.1);
                        double inner = gaussian(u - 1 + Math.cos(angle), v - 1 + Math.sin(angle) + 0.5, 0.1);
                        return (outer + inner) / (2 * Math.PI);
                    })
                    / 4;
        });
    }

    @Test
    @DisplayName("swissroll is the integral over its roll, summed by the midpoint rule")
    void swissroll() {
        assertDensity(
                Toy2d.SWISSROLL,
                1e-6,
                (x, y) -> 25
                        * midpoint(
                                1.5 * Math.PI,
                                4.5 * Math.PI,
                                t -> gaussian(5 * x - t * Math.cos(t), 5 * y - t * Math.sin(t), 1) / (3 * Math.PI)));
    }

    @Test
    @DisplayName("2spirals is the integral over its arms, with the jitter in closed form, summed by the midpoint rule")
    void twoSpirals() {
        // n = 3π√u has the density 2n/(3π)².
        DoubleBinaryOperator arm = (x, y) -> midpoint(
                0,
                3 * Math.PI,
                n -> 2
                        * n
                        / (9 * Math.PI * Math.PI)
                        * smoothedBox(x + n * Math.cos(n) / 3)
                        * smoothedBox(y - n * Math.sin(n) / 3));
        assertDensity(Toy2d.TWO_SPIRALS, 1e-6, (x, y) -> (arm.applyAsDouble(x, y) + arm.applyAsDouble(-x, -y)) / 2);
    }

    /** The density of a uniform draw on [0, 1/6] plus N(0, 0.1²). */
    private static double smoothedBox(double x) {
        return 6 * (phi(x / 0.1) - phi((x - 0.5 / 3) / 0.1));
    }

    @Test
    @DisplayName(
            "pinwheel looks the same after a fifth of a turn, and is the change of variables where that is one to one")
    void pinwheel() {
        RandomStream random = RandomStream.of(5);
        double turn = 2 * Math.PI / 5;
        for (int i = 0; i < 100; i++) {
            double a = 1 + 0.3 * random.nextGaussian();
            double b = 0.1 * random.nextGaussian();
            double[] point = wound(a, b);
            double here = Toy2d.PINWHEEL.logDensity(point[0], point[1]);
            double there = Toy2d.PINWHEEL.logDensity(
                    point[0] * Math.cos(turn) - point[1] * Math.sin(turn),
                    point[0] * Math.sin(turn) + point[1] * Math.cos(turn));
            assertEquals(here, there, 1e-9);

            double h = 1e-5;
            double[] alongA = difference(wound(a + h, b), wound(a - h, b));
            double[] alongB = difference(wound(a, b + h), wound(a, b - h));
            double determinant = (alongA[0] * alongB[1] - alongA[1] * alongB[0]) / (4 * h * h);
            double one = gaussian((a - 1) / 0.3, b / 0.1, 1) / (0.3 * 0.1 * 5) / Math.abs(determinant);
            // The other four arms, and other origins, can only add.
            assertTrue(Math.exp(here) > one * (1 - 1e-7), Math.exp(here) + " < " + one);
            if (Math.abs(a - 1) < 0.3 && Math.abs(b) < 0.1) {
                assertEquals(one, Math.exp(here), 1e-3 * one);
            }
        }
    }

    private static double[] wound(double a, double b) {
        double angle = 0.25 * Math.exp(a);
        return new double[] {
            2 * (a * Math.cos(angle) + b * Math.sin(angle)), 2 * (-a * Math.sin(angle) + b * Math.cos(angle))
        };
    }

    private static double[] difference(double[] a, double[] b) {
        return new double[] {a[0] - b[0], a[1] - b[1]};
    }

    @Test
    @DisplayName("checkerboard is uniform on the squares of one colour")
    void checkerboard() {
        for (int column = -3; column < 3; column++) {
            for (int row = -3; row < 3; row++) {
                boolean inside = column >= -2 && column < 2 && row >= -2 && row < 2 && (column + row) % 2 == 0;
                assertEquals(
                        inside ? -Math.log(32) : Double.NEGATIVE_INFINITY,
                        Toy2d.CHECKERBOARD.logDensity(2 * column + 1.1, 2 * row + 0.3));
            }
        }
    }

    @Test
    @DisplayName("Log densities hold far from the data, where densities underflow")
    void farAway() {
        // From (10³, 0), the arms end nearest at 3 + 1/6; with a deviation of 0.1 the exponent is some 5·10⁷.
        double distance = 1000 - 3.1;
        assertEquals(-distance * distance / 0.02, Toy2d.TWO_SPIRALS.logDensity(1000, 0), 1e5);
        assertFalse(Double.isNaN(Toy2d.PINWHEEL.logDensity(0, 0)));
        assertTrue(Double.isFinite(Toy2d.PINWHEEL.logDensity(12, 12)));
        assertEquals(Double.NEGATIVE_INFINITY, Toy2d.PINWHEEL.logDensity(1000, 0));
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("More draws begin with the same points")
    void prefix(Toy2d set) {
        double[][] few = set.draw(10, RandomStream.of(3));
        double[][] many = set.draw(100, RandomStream.of(3));
        for (int i = 0; i < few.length; i++) {
            assertArrayEquals(few[i], many[i]);
        }
        assertEquals(0, set.draw(0, RandomStream.of(3)).length);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("Sets go by the names of the paper's tables")
    void names(Toy2d set) {
        assertSame(set, Toy2d.named(set.toString()));
        assertRefused(() -> Toy2d.named("spirals"), "'spirals' is not a toy set", set.toString());
        assertRefused(() -> set.draw(-1, RandomStream.of(0)), "-1 points", "0 to");
    }

    private static void assertDensity(Toy2d set, double tolerance, DoubleBinaryOperator oracle) {
        for (double[] point : set.draw(10, RandomStream.of(77))) {
            for (double away : new double[] {0, 0.4}) {
                double expected = oracle.applyAsDouble(point[0] + away, point[1]);
                double found = Math.exp(set.logDensity(point[0] + away, point[1]));
                assertEquals(expected, found, tolerance * expected + 1e-12, set + " at " + Arrays.toString(point));
            }
        }
    }

    private interface Integrand {
        double at(double t);
    }

    /** With 20,000 points the midpoint rule errs by (length/20,000)²/24 · [f′], below 1e-8 here. */
    private static double midpoint(double from, double to, Integrand integrand) {
        int points = 20_000;
        double sum = 0;
        for (int i = 0; i < points; i++) {
            sum += integrand.at(from + (to - from) * (i + 0.5) / points);
        }
        return sum * (to - from) / points;
    }

    private static double gaussian(double x, double y, double deviation) {
        double variance = deviation * deviation;
        return Math.exp(-(x * x + y * y) / (2 * variance)) / (2 * Math.PI * variance);
    }

    /** The normal distribution function by Abramowitz and Stegun 26.2.11. */
    private static double phi(double x) {
        if (Math.abs(x) > 9) {
            return x > 0 ? 1 : 0;
        }
        double term = x;
        double sum = x;
        for (int n = 1; Math.abs(term) > 1e-17 * Math.abs(sum); n++) {
            term *= x * x / (2 * n + 1);
            sum += term;
        }
        return 0.5 + sum * Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
    }
}
