package dev.calor.sampler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.energy.Clamped;
import dev.calor.random.ChiSquare;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.tensor.Engine;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Passes under conditions against conditional distributions, by enumeration and integration. */
class ReverseHeatConditionTest {
    private static final double FORBIDDEN = Double.POSITIVE_INFINITY;
    private static final NoisedRows ROWS = NoisedRows.of(2, 3, 4);

    /** Over the slots of columns of 2, 3 and 4 levels: a given cell; parts of two columns; a given cell and a part of another column. */
    private static final double[][] CONDITIONS = {
        {0, FORBIDDEN, 0, 0, 0, 0, 0, 0, 0},
        {0, 0, 0, FORBIDDEN, 0, 0, FORBIDDEN, 0, FORBIDDEN},
        {0, 0, FORBIDDEN, FORBIDDEN, 0, FORBIDDEN, 0, 0, 0}
    };

    @BeforeAll
    static void oneThread() {
        Engine.setThreads(1); // small tensors: more threads only wait for each other
    }

    private static Clamped clamped(NoisedRows rows, double low, double high, double[]... forbidden) {
        int numbers = rows.energy.space().dimension() - rows.energy.layout().columns();
        double[] flat = Arrays.stream(forbidden).flatMapToDouble(Arrays::stream).toArray();
        return new Clamped(
                rows.energy,
                Tensor.real(
                        NoisedRows.DEVICE,
                        flat,
                        forbidden.length,
                        rows.energy.layout().slots()),
                Tensor.full(NoisedRows.DEVICE, low, forbidden.length, numbers),
                Tensor.full(NoisedRows.DEVICE, high, forbidden.length, numbers));
    }

    private static boolean isAllowed(int state, double[] forbidden) {
        int[] levels = ROWS.states.state(state);
        return forbidden[levels[0]] + forbidden[2 + levels[1]] + forbidden[5 + levels[2]] == 0;
    }

    private static double[] given(double[] probabilities, double[] forbidden) {
        double[] part = IntStream.range(0, ROWS.count)
                .mapToDouble(x -> isAllowed(x, forbidden) ? probabilities[x] : 0)
                .toArray();
        double sum = Arrays.stream(part).sum();
        return Arrays.stream(part).map(mass -> mass / sum).toArray();
    }

    private static ReverseHeat sampler(int steps, int every) {
        return new ReverseHeat(ROWS.base, NoiseSchedule.even(steps), CategoryRatios.exact(), new Gibbs(), every);
    }

    /** The distribution after a pass with Gibbs sweeps for corrections, by its transition matrices. */
    private static double[] ending(ReverseHeat sampler, double[] forbidden) {
        double[] now = given(ROWS.distributionAt(1 - 1e-12), forbidden);
        for (int i = 1; i < sampler.schedule().steps(); i++) {
            ReverseStep step = sampler.schedule().step(i);
            double[][][] leaps;
            try (Scope scope = Scope.open()) {
                leaps = ReverseStepTest.leaps(ROWS, clamped(ROWS, 0, 1, forbidden), sampler, step);
            }
            double[] next = new double[ROWS.count];
            for (int x = 0; x < ROWS.count; x++) {
                for (int y = 0; now[x] > 0 && y < ROWS.count; y++) {
                    next[y] += now[x] * ReverseHeatTest.probability(leaps[x], ROWS.states.state(y));
                }
            }
            boolean corrected = sampler.every() > 0 && (i + 1) % sampler.every() == 0;
            now = corrected ? swept(next, given(ROWS.distributionAt(step.next()), forbidden)) : next;
        }
        return now;
    }

    /** After a Gibbs sweep that leaves {@code distribution} invariant. */
    private static double[] swept(double[] before, double[] probabilities) {
        double[] now = before;
        for (int k = 0; k < ROWS.states.dimension(); k++) {
            double[] next = new double[ROWS.count];
            for (int x = 0; x < ROWS.count; x++) {
                if (now[x] == 0) {
                    continue;
                }
                int[] neighbours = neighbours(x, k);
                double sum = Arrays.stream(neighbours)
                        .mapToDouble(y -> probabilities[y])
                        .sum();
                for (int y : neighbours) {
                    next[y] += now[x] * probabilities[y] / sum;
                }
            }
            now = next;
        }
        return now;
    }

    private static int[] neighbours(int state, int column) {
        return IntStream.range(0, ROWS.states.finite(column).size())
                .map(v -> {
                    int[] levels = ROWS.states.state(state);
                    levels[column] = v;
                    return (int) ROWS.states.index(levels);
                })
                .toArray();
    }

    @Test
    @DisplayName(
            "Given cells and parts of columns: with corrections the distribution converges to the conditional one, by enumeration")
    void conditional() {
        for (double[] forbidden : CONDITIONS) {
            double before = 1;
            for (int steps = 10; steps <= 40; steps *= 2) {
                double distance =
                        NoisedRows.distance(given(ROWS.probabilities, forbidden), ending(sampler(steps, 2), forbidden));
                assertTrue(distance < before / 2, distance + " with " + steps + " steps");
                before = distance;
            }
            assertTrue(before < 0.005, "distance " + before);
        }
    }

    @Test
    @DisplayName(
            "A pass draws from its transition matrices, each row under its own conditions, and nothing that is forbidden")
    void followsMatrices() {
        int each = 10_000;
        ReverseHeat sampler = sampler(6, 2);
        try (Scope scope = Scope.open()) {
            Clamped own = clamped(ROWS, 0, 1, CONDITIONS);
            // The energy is given without its base, so rows start by the marginals here.
            Batch start = startByBase(each * CONDITIONS.length, own);
            Batch end = sampler.run(start, own, 1, RandomStream.of(13)).next().rows();
            for (int c = 0; c < CONDITIONS.length; c++) {
                Tensor part = Tensor.range(NoisedRows.DEVICE, each).plus((long) c * each);
                long[] counts = ROWS.counts(end.only(part));
                double[] probabilities = ending(sampler, CONDITIONS[c]);
                ChiSquare.assertFits("condition " + c, counts, probabilities);
                for (int x = 0; x < ROWS.count; x++) {
                    assertTrue(isAllowed(x, CONDITIONS[c]) || counts[x] == 0, "condition " + c + " forbids " + x);
                }
            }
        }
    }

    private static Batch startByBase(int rows, Clamped clamped) {
        Noise noise = Noise.of(RandomStream.of(11), NoisedRows.DEVICE);
        Tensor marginals = sampler(2, 0).marginals(clamped, rows);
        return Batch.ofStates(
                NoisedRows.DEVICE,
                Categories.draw(marginals.expand(rows, marginals.size(1), marginals.size(2)), noise));
    }

    @Test
    @DisplayName(
            "A number stays in its interval and has its conditional distribution: chi-square with a false alarm of 1e-6")
    void interval() {
        NoisedRows rows = NoisedRows.mixture(0.3, 4);
        double low = 0.3;
        double high = 0.9;
        double[] ends = {-0.524400512708041, -0.2, 0.1, 0.4, 0.7, 1, 1.281551565544601}; // Φ⁻¹(low) to Φ⁻¹(high)
        try (Scope scope = Scope.open()) {
            Clamped clamped = clamped(rows, low, high, new double[0]);
            ReverseHeat sampler = new ReverseHeat(
                    rows.base, NoiseSchedule.even(40), CategoryRatios.linear(), new Langevin(0.5, true, true), 1);
            Batch start = clamped.start(8000, Noise.of(RandomStream.of(5), NoisedRows.DEVICE));
            Batch end = clamped.unclamped(
                    sampler.run(start, clamped, 1, RandomStream.of(6)).next().rows());
            long[] counts = new long[ends.length - 1];
            for (double x : end.numbers().toDoubles()) {
                counts[-Arrays.binarySearch(ends, x) - 2]++;
            }
            ChiSquare.assertFits("cells", counts, masses(rows, ends));
            assertEquals(8000, Arrays.stream(counts).sum());
        }
    }

    /** The shares of exp(−U) at level 0 between ends, by the midpoint rule. */
    private static double[] masses(NoisedRows rows, double[] ends) {
        int points = 200;
        double[] masses = new double[ends.length - 1];
        for (int c = 0; c < masses.length; c++) {
            double from = ends[c];
            double width = (ends[c + 1] - from) / points;
            double[] grid = new double[points];
            Arrays.setAll(grid, i -> from + (i + 0.5) * width);
            masses[c] = rows.energy
                            .energy(ReverseHeatTest.numbers(grid, 0))
                            .negate()
                            .exp()
                            .sum()
                            .number()
                    * width;
        }
        double sum = Arrays.stream(masses).sum();
        return Arrays.stream(masses).map(mass -> mass / sum).toArray();
    }
}
