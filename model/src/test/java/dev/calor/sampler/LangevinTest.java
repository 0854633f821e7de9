package dev.calor.sampler;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.energy.Energy;
import dev.calor.random.ChiSquare;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.tensor.Device;
import dev.calor.tensor.Engine;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Langevin on energies with a known law: one step against its density by quadrature, long chains against known moments. */
class LangevinTest {
    private static final Device DEVICE = ByFormula.DEVICE;

    /** A⁻¹ = {{1, 0.6}, {0.6, 1}}. */
    private static final double[][] PRECISION = {{1.5625, -0.9375}, {-0.9375, 1.5625}};

    @BeforeAll
    static void oneThread() {
        Engine.setThreads(1); // small tensors: more threads only wait for each other
    }

    private static Batch rows(double[] numbers, int columns) {
        long count = numbers.length / columns;
        return new Batch(Tensor.fullWhole(DEVICE, 0, count, 0), Tensor.real(DEVICE, numbers, count, columns), null);
    }

    private static double[] step(Langevin mala, Energy energy, Batch rows) {
        return mala.step(mala.start(rows), energy, RandomStream.of(29))
                .next()
                .rows()
                .numbers()
                .toDoubles();
    }

    // The double well, written out --------------------------------------------------------------------------------

    private static double energy(double x) {
        return (x * x - 1) * (x * x - 1);
    }

    private static double proposal(double x, double y, double epsilon) {
        double mean = x - epsilon / 2 * 4 * x * (x * x - 1);
        return Math.exp(-(y - mean) * (y - mean) / (2 * epsilon)) / Math.sqrt(2 * Math.PI * epsilon);
    }

    /** The density of going from x to y ≠ x. */
    private static double transition(double x, double y, double epsilon) {
        double ratio = Math.exp(energy(x) - energy(y)) * proposal(y, x, epsilon) / proposal(x, y, epsilon);
        return proposal(x, y, epsilon) * Math.min(1, ratio);
    }

    @Test
    @DisplayName("The density of a transition is in detailed balance with exp(−U) at every pair of points")
    void detailedBalance() {
        for (double x = -1.95; x < 2; x += 0.3) {
            for (double y = -1.9; y < 2; y += 0.3) {
                assertEquals(
                        Math.exp(-energy(x)) * transition(x, y, 0.3),
                        Math.exp(-energy(y)) * transition(y, x, 0.3),
                        1e-14);
            }
        }
    }

    @Test
    @DisplayName("Steps in a double well follow that density, and stay where it falls short of one")
    void oneStep() {
        int copies = 50_000;
        double width = 0.2;
        int cells = 40; // of [−4, 4], beyond which 1e-8 of the proposals go
        int points = 200; // of the midpoint rule: an error of (width/points)² where the ratio has a kink
        try (Scope scope = Scope.open()) {
            for (double from : new double[] {-1.3, 0, 0.4, 1.6}) {
                for (double epsilon : new double[] {0.1, 0.4}) {
                    double[] law = new double[cells + 1];
                    double moves = 0;
                    for (int cell = 0; cell < cells; cell++) {
                        for (int i = 0; i < points; i++) {
                            double y = -4 + width * (cell + (i + 0.5) / points);
                            law[cell] += transition(from, y, epsilon) * width / points;
                        }
                        moves += law[cell];
                    }
                    law[cells] = 1 - moves;
                    double[] start = new double[copies];
                    java.util.Arrays.fill(start, from);
                    long[] counts = new long[cells + 1];
                    for (double y : step(new Langevin(epsilon, true, false), ByFormula.wells(), rows(start, 1))) {
                        counts[y == from ? cells : (int) Math.floor((y + 4) / width)]++;
                    }
                    ChiSquare.assertFits("from " + from + " with step " + epsilon, counts, law);
                }
            }
        }
    }

    @Test
    @DisplayName("Without Metropolis a step is normal with mean x − (ε/2)∇U and variance ε, and accepts everything")
    void unadjusted() {
        int copies = 100_000;
        double[] start = new double[copies];
        java.util.Arrays.fill(start, 1.6);
        try (Scope scope = Scope.open()) {
            Langevin mala = new Langevin(0.4, false, false);
            Transition transition = mala.step(mala.start(rows(start, 1)), ByFormula.wells(), RandomStream.of(29));
            assertEquals(1, transition.acceptance().number());
            double mean = 1.6 - 0.2 * 4 * 1.6 * (1.6 * 1.6 - 1);
            double[] quartiles = new double[4];
            java.util.Arrays.fill(quartiles, 0.25);
            long[] counts = new long[4];
            for (double y : transition.next().rows().numbers().toDoubles()) {
                counts[quarter((y - mean) / Math.sqrt(0.4))]++;
            }
            ChiSquare.assertFits("unadjusted", counts, quartiles);
        }
    }

    /** Which quarter of N(0, 1) a number is in. */
    static int quarter(double z) {
        double quartile = 0.674489750196;
        return z < -quartile ? 0 : z < 0 ? 1 : z < quartile ? 2 : 3;
    }

    @Test
    @DisplayName("From draws of a correlated Gaussian, a step goes from one quadrant to another as often as back")
    void reversible() {
        int count = 200_000;
        RandomStream random = RandomStream.of(31);
        double[] start = new double[2 * count];
        for (int i = 0; i < count; i++) {
            start[2 * i] = random.nextGaussian();
            start[2 * i + 1] = 0.6 * start[2 * i] + 0.8 * random.nextGaussian();
        }
        try (Scope scope = Scope.open()) {
            double[] end = step(new Langevin(1.2, true, false), ByFormula.gaussian(PRECISION), rows(start, 2));
            long[][] flux = new long[4][4];
            long[] ends = new long[4];
            for (int i = 0; i < count; i++) {
                flux[quadrant(start, i)][quadrant(end, i)]++;
                ends[quadrant(end, i)]++;
            }
            for (int a = 0; a < 4; a++) {
                for (int b = 0; b < a; b++) {
                    ChiSquare.assertFits(
                            "quadrants " + a + " and " + b, new long[] {flux[a][b], flux[b][a]}, new double[] {0.5, 0.5
                            });
                }
            }
            double same = 0.25 + Math.asin(0.6) / (2 * Math.PI); // both signs equal, each way: Sheppard's formula
            ChiSquare.assertFits("invariance", ends, new double[] {same, 0.5 - same, 0.5 - same, same});
        }
    }

    private static int quadrant(double[] numbers, int row) {
        return (numbers[2 * row] < 0 ? 0 : 2) + (numbers[2 * row + 1] < 0 ? 0 : 1);
    }

    @Test
    @DisplayName("Long chains from far away reach the moments of a correlated Gaussian")
    void moments() {
        int count = 20_000;
        double[] start = new double[2 * count];
        java.util.Arrays.fill(start, 4);
        try (Scope scope = Scope.open()) {
            Transition last = new Langevin(0.8, true, false)
                    .run(rows(start, 2), ByFormula.gaussian(PRECISION), 100, RandomStream.of(37));
            double[] numbers = last.next().rows().numbers().toDoubles();
            double[] moments = new double[5];
            for (int i = 0; i < count; i++) {
                double x = numbers[2 * i];
                double y = numbers[2 * i + 1];
                double[] term = {x, y, x * x, y * y, x * y};
                for (int m = 0; m < 5; m++) {
                    moments[m] += term[m] / count;
                }
            }
            // Deviations of means over independent chains: 1/√n of x, √2/√n of its square; the bound is four of the
            // latter.
            assertArrayEquals(new double[] {0, 0, 1, 1, 0.6}, moments, 4 * Math.sqrt(2.0 / count));
        }
    }

    @Test
    @DisplayName("With adaptation the step reaches an acceptance of 57 %, from above and from below")
    void adapts() {
        try (Scope scope = Scope.open()) {
            for (double step : new double[] {0.01, 20}) {
                Langevin mala = new Langevin(step, true, true);
                Chain warm = mala.run(
                                rows(new double[2 * 2000], 2), ByFormula.gaussian(PRECISION), 150, RandomStream.of(1))
                        .next();
                // A share of 2,000 chains deviates by 0.011, its mean over 20 steps by less; the step lags a little.
                assertEquals(
                        0.57,
                        mala.run(warm, ByFormula.gaussian(PRECISION), 20, RandomStream.of(2))
                                .acceptance()
                                .number(),
                        0.02);
                assertTrue(warm.stepSize() > 0.5 && warm.stepSize() < 5, "step " + warm.stepSize());
            }
        }
    }

    @Test
    @DisplayName("Steps that are not positive are refused, and adapting to no acceptance")
    void refusals() {
        assertRefused(() -> new Langevin(-1, true, false), "step -1.0", "positive");
        assertRefused(() -> new Langevin(Double.NaN, true, false), "step NaN", "positive");
        assertRefused(() -> new Langevin(1, false, true), "without Metropolis");
    }
}
