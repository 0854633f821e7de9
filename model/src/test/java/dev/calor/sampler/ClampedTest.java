package dev.calor.sampler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.energy.Clamped;
import dev.calor.energy.Energy;
import dev.calor.energy.Gradient;
import dev.calor.random.ChiSquare;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.tensor.Engine;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * exp(−U) of a clamped energy against the conditional law of the free one: by enumeration, and for a number of the mixture
 * U = (x − m_k)²/2 − log p_k by integration.
 */
class ClampedTest {
    private static final double OPEN = Double.POSITIVE_INFINITY; // as a penalty: forbidden
    /** Φ at the ends of the interval of x: about (−0.52, 1.28). */
    private static final double LOW = 0.3;

    private static final double HIGH = 0.9;

    @BeforeAll
    static void oneThread() {
        Engine.setThreads(1); // small tensors: more threads only wait for each other
    }

    /** The mixture without level 1, its number between two values of Φ. */
    private static Clamped mixture(double low, double high) {
        return new Clamped(
                AlternatingTest.mixture(),
                Tensor.real(Enumerated.DEVICE, new double[] {0, OPEN, 0}, 1, 3),
                Tensor.full(Enumerated.DEVICE, low, 1, 1),
                Tensor.full(Enumerated.DEVICE, high, 1, 1));
    }

    private static Batch rows(long[] states, double[] numbers) {
        return new Batch(
                Tensor.whole(Enumerated.DEVICE, states, states.length, 1),
                Tensor.real(Enumerated.DEVICE, numbers, numbers.length, 1),
                null);
    }

    @Test
    @DisplayName("On an enumerable space it is the conditional law")
    void conditionalLaw() {
        Enumerated free = Enumerated.mixed();
        Enumerated part = Enumerated.clamped();
        double mass = 0;
        for (int x = 0; x < free.count; x++) {
            mass += part.law[x] > 0 ? free.law[x] : 0;
        }
        int left = 0;
        for (int x = 0; x < free.count; x++) {
            int[] state = free.space.state(x);
            boolean allowed = state[1] != 0 && state[2] != 1 && state[2] != 3;
            assertEquals(allowed ? free.law[x] / mass : 0, part.law[x], Enumerated.ROUNDING);
            left += allowed ? 1 : 0;
        }
        assertEquals(8, left);
    }

    @Test
    @DisplayName(
            "A Gibbs sweep and DMALA on it have the transition matrices of the conditional law, and leave it invariant")
    void transitions() {
        Enumerated part = Enumerated.clamped();
        double[][] sweep = GibbsTest.sweep(part);
        assertArrayEquals(part.law, part.after(sweep), Enumerated.ROUNDING);
        part.assertSteps(new Gibbs(), sweep, 5000);
        double[][] langevin = part.metropolis(DiscreteLangevinTest.proposal(part, 0.6));
        part.assertDetailedBalance(langevin);
        part.assertSteps(new DiscreteLangevin(0.6, true), langevin, 5000);
    }

    @Test
    @DisplayName("The mass of w over every interval is that of x(w), given levels and interval: by integration")
    void densityOfNumbers() {
        int cells = 12;
        int points = 400; // a cell; the error of the midpoint rule is some 1e-7
        try (Scope scope = Scope.open()) {
            Clamped clamped = mixture(LOW, HIGH);
            double width = 8.0 / cells;
            double[] ends = new double[cells + 1];
            Arrays.setAll(ends, c -> -4 + c * width);
            ends[0] = -9; // all of it
            ends[cells] = 9;
            double[] x =
                    clamped.unclamped(rows(new long[cells + 1], ends)).numbers().toDoubles();
            for (int c = 0; c < cells; c++) {
                assertTrue(x[c] < x[c + 1], Arrays.toString(x));
            }
            double[] found = new double[2 * cells];
            double[] expected = new double[2 * cells];
            for (int i = 0; i < found.length; i++) {
                int level = i < cells ? 0 : 2;
                found[i] = integral(clamped, level, ends[i % cells], ends[i % cells + 1], points);
                expected[i] = integral(AlternatingTest.mixture(), level, x[i % cells], x[i % cells + 1], points);
            }
            assertArrayEquals(shares(expected), shares(found), 1e-5);
            assertEquals(
                    OPEN,
                    clamped.energy(rows(new long[] {1}, new double[] {0.2})).number());
        }
    }

    /** ∫ exp(−U(level, x)) dx by the midpoint rule. */
    private static double integral(Energy energy, int level, double from, double to, int points) {
        double[] at = new double[points];
        Arrays.setAll(at, i -> from + (i + 0.5) * (to - from) / points);
        long[] levels = new long[points];
        Arrays.fill(levels, level);
        return energy.energy(rows(levels, at)).negate().exp().sum().number() * (to - from) / points;
    }

    private static double[] shares(double[] masses) {
        double sum = Arrays.stream(masses).sum();
        return Arrays.stream(masses).map(mass -> mass / sum).toArray();
    }

    @Test
    @DisplayName("At a point w is a bystander with the law N(0, 1), and levels have the law p_k φ(x − m_k)")
    void point() {
        try (Scope scope = Scope.open()) {
            Clamped clamped = mixture(0.7, 0.7);
            double x = 0.524400512708041; // Φ⁻¹(0.7)
            assertArrayEquals(
                    new double[] {x, x},
                    clamped.unclamped(rows(new long[2], new double[] {-3, 2}))
                            .numbers()
                            .toDoubles(),
                    1e-12);
            double[] w = {-1.5, 0, 0.4, -1.5, 0, 0.4};
            double[] energies =
                    clamped.energy(rows(new long[] {0, 0, 0, 2, 2, 2}, w)).toDoubles();
            for (int i = 0; i < w.length; i++) {
                int k = i < 3 ? 0 : 2;
                double level = Math.pow(x - AlternatingTest.MEANS[k], 2) / 2 - Math.log(AlternatingTest.LAW[k]);
                assertEquals(level + w[i] * w[i] / 2, energies[i], 1e-12);
            }
        }
    }

    @Test
    @DisplayName("Gradients are those of differences, in intervals, at points and where numbers are free")
    void gradients() {
        double h = 1e-6;
        for (double[] ends : new double[][] {{LOW, HIGH}, {0, 0.2}, {0.95, 1}, {0.7, 0.7}, {0, 1}}) {
            try (Scope scope = Scope.open()) {
                Clamped clamped = mixture(ends[0], ends[1]);
                for (double w : new double[] {-2.5, -0.3, 0, 1.7}) {
                    Gradient gradient = clamped.gradient(rows(new long[] {2}, new double[] {w}));
                    double[] around = clamped.energy(rows(new long[] {2, 2}, new double[] {w + h, w - h}))
                            .toDoubles();
                    assertEquals(
                            (around[0] - around[1]) / (2 * h),
                            gradient.numbers().number(),
                            Enumerated.DIFFERENCES,
                            "w = " + w + " within " + Arrays.toString(ends));
                    double[] levels = gradient.oneHot().toDoubles();
                    double[] both = clamped.energy(rows(new long[] {0, 2}, new double[] {w, w}))
                            .toDoubles();
                    assertEquals(OPEN, levels[1]);
                    assertEquals(both[1], gradient.energy().number(), 1e-12);
                    assertTrue(Double.isFinite(levels[0]) && Double.isFinite(levels[2]));
                }
            }
        }
    }

    @Test
    @DisplayName("A number without ends is the free one")
    void free() {
        try (Scope scope = Scope.open()) {
            Batch rows = rows(new long[] {0, 2, 0}, new double[] {-7, 0.3, 6});
            Clamped open = mixture(0, 1);
            assertArrayEquals(
                    AlternatingTest.mixture().energy(rows).toDoubles(),
                    open.energy(rows).toDoubles(),
                    0);
            assertArrayEquals(
                    rows.numbers().toDoubles(), open.unclamped(rows).numbers().toDoubles(), 0);
        }
    }

    @Test
    @DisplayName("Every row has its own part, which its repetitions share")
    void ownParts() {
        try (Scope scope = Scope.open()) {
            Tensor forbidden = Tensor.real(Enumerated.DEVICE, new double[] {0, OPEN, OPEN, OPEN, 0, 0}, 2, 3);
            Clamped both = new Clamped(
                    AlternatingTest.mixture(),
                    forbidden,
                    Tensor.real(Enumerated.DEVICE, new double[] {0, 0.5}, 2, 1),
                    Tensor.real(Enumerated.DEVICE, new double[] {0.5, 1}, 2, 1));
            Batch rows = rows(new long[] {0, 2}, new double[] {0.4, 0.4});
            double[] once = both.energy(rows).toDoubles();
            assertArrayEquals(
                    new double[] {once[0], once[0], once[0], once[1], once[1], once[1]},
                    both.energy(rows.repeatRows(3)).toDoubles(),
                    0);
            Batch start = both.start(2000, Noise.of(RandomStream.of(3), Enumerated.DEVICE));
            Batch end = both.unclamped(new Alternating(new Langevin(1, true, false), new Gibbs())
                    .run(start, both, 3, RandomStream.of(4))
                    .next()
                    .rows());
            long[] states = end.states().toLongs();
            double[] numbers = end.numbers().toDoubles();
            for (int row = 0; row < 2000; row++) {
                boolean first = row < 1000;
                assertTrue(first ? states[row] == 0 : states[row] != 0, row + " is at level " + states[row]);
                assertTrue(first == numbers[row] < 0, row + " is at " + numbers[row]);
            }
        }
    }

    @Test
    @DisplayName(
            "Chains start uniformly over allowed levels and reach the conditional law: chi-square with a false alarm of 1e-6")
    void chains() {
        int count = 20_000;
        try (Scope scope = Scope.open()) {
            Clamped clamped = mixture(LOW, HIGH);
            Batch start = clamped.start(count, Noise.of(RandomStream.of(5), Enumerated.DEVICE));
            long[] levels = new long[3];
            for (long state : start.states().toLongs()) {
                levels[(int) state]++;
            }
            ChiSquare.assertFits("start", levels, new double[] {0.5, 0, 0.5});
            assertEquals(0, levels[1]);

            Batch end = clamped.unclamped(new Alternating(new Langevin(1, true, false), new DiscreteLangevin(1, true))
                    .run(start, clamped, 40, RandomStream.of(6))
                    .next()
                    .rows());
            double[] ends = {-0.524400512708041, -0.1, 0.3, 0.8, 1.281551565544601};
            long[] counts = new long[8];
            double[] masses = new double[8];
            for (int cell = 0; cell < 8; cell++) {
                masses[cell] =
                        integral(AlternatingTest.mixture(), cell < 4 ? 0 : 2, ends[cell % 4], ends[cell % 4 + 1], 200);
            }
            long[] states = end.states().toLongs();
            double[] numbers = end.numbers().toDoubles();
            for (int row = 0; row < count; row++) {
                int place = -Arrays.binarySearch(ends, numbers[row]) - 2;
                counts[(int) states[row] * 2 + place]++;
            }
            ChiSquare.assertFits("chains", counts, shares(masses));
        }
    }
}
