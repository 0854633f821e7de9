package dev.calor.sampler;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.contract.SamplerContract;
import dev.calor.energy.Energy;
import dev.calor.energy.Gradient;
import dev.calor.random.ChiSquare;
import dev.calor.random.RandomStream;
import dev.calor.rows.Base;
import dev.calor.rows.Batch;
import dev.calor.rows.Marginals;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Passes from noise to data with energies that are exactly those of noised rows. */
class ReverseHeatTest extends SamplerContract {
    private static final Alternating MOVES =
            new Alternating(new Langevin(0.5, true, true), new DiscreteLangevin(1, true, true));

    @Override
    protected Stream<Sampler> samplers() {
        Base base = Marginals.uniform(MIXED);
        NoiseSchedule schedule = NoiseSchedule.even(4);
        return Stream.of(
                new ReverseHeat(base, schedule, CategoryRatios.linear(), MOVES, 0),
                new ReverseHeat(base, schedule, CategoryRatios.exact(), MOVES, 2),
                new ReverseHeat(base, schedule, CategoryRatios.linear(), MOVES, 0, SamplePart.WHOLE));
    }

    private static ReverseHeat predictor(NoisedRows rows, NoiseSchedule schedule, CategoryRatios ratios) {
        return new ReverseHeat(rows.base, schedule, ratios, MOVES, 0);
    }

    /** The distribution after a pass that starts in the base, by its transition matrices. */
    private static double[] ending(NoisedRows rows, ReverseHeat sampler) {
        double[] now = rows.distributionAt(1 - 1e-12);
        for (int i = 0; i < sampler.schedule().steps(); i++) {
            ReverseStep step = sampler.schedule().step(i);
            now = step.isFromPureNoise() ? now : after(rows, now, ReverseStepTest.leaps(rows, sampler, step));
        }
        return now;
    }

    private static double[] after(NoisedRows rows, double[] probabilities, double[][][] leaps) {
        double[] next = new double[rows.count];
        for (int x = 0; x < rows.count; x++) {
            for (int y = 0; y < rows.count; y++) {
                next[y] += probabilities[x] * probability(leaps[x], rows.states.state(y));
            }
        }
        return next;
    }

    static double probability(double[][] leaps, int[] state) {
        double product = 1;
        for (int k = 0; k < state.length; k++) {
            product *= leaps[k][state[k]];
        }
        return product;
    }

    @Test
    @DisplayName("With exact ratios the distribution converges to that of clean rows, with first order: by enumeration")
    void firstOrder() {
        NoisedRows rows = NoisedRows.of(2, 3, 4);
        double before = 0;
        for (int steps = 10; steps <= 80; steps *= 2) {
            double distance = NoisedRows.distance(
                    rows.probabilities,
                    ending(rows, predictor(rows, NoiseSchedule.even(steps), CategoryRatios.exact())));
            if (steps > 10) {
                assertEquals(2, before / distance, 0.2, "steps " + steps);
            }
            before = distance;
        }
        assertTrue(before < 0.01, "distance " + before);
    }

    @Test
    @DisplayName(
            "Linear ratios of an energy that is not linear leave an error that more steps do not mend: by enumeration")
    void linearIsBiased() {
        NoisedRows rows = NoisedRows.of(2, 3, 4);
        for (int steps : new int[] {20, 80}) {
            double[] ending = ending(rows, predictor(rows, NoiseSchedule.even(steps), CategoryRatios.linear()));
            assertTrue(NoisedRows.distance(rows.probabilities, ending) > 0.3);
        }
    }

    @Test
    @DisplayName(
            "A pass draws from its transition matrices, whatever the schedule: chi-square with a false alarm of 1e-6")
    void followsMatrices() {
        NoisedRows rows = NoisedRows.of(2, 3, 4);
        int count = 40_000;
        for (NoiseSchedule schedule :
                List.of(NoiseSchedule.even(3), NoiseSchedule.power(4, 2), new NoiseSchedule(List.of(1.0, 0.5, 0.2)))) {
            for (CategoryRatios ratios : List.of(CategoryRatios.exact(), CategoryRatios.linear())) {
                try (Scope scope = Scope.open()) {
                    ReverseHeat sampler = predictor(rows, schedule, ratios);
                    ChiSquare.assertFits(
                            schedule + " by " + ratios,
                            rows.counts(pass(rows, sampler, count, 5)),
                            ending(rows, sampler));
                }
            }
        }
    }

    private static Batch pass(NoisedRows rows, ReverseHeat sampler, int count, long seed) {
        Batch noise = rows.base.draw(count, Noise.of(RandomStream.of(seed), NoisedRows.DEVICE));
        return sampler.run(noise, rows.energy, 1, RandomStream.of(seed + 1))
                .next()
                .rows();
    }

    @Test
    @DisplayName("Corrections repair what linear ratios spoil")
    void corrections() {
        NoisedRows rows = NoisedRows.of(2, 3, 4);
        NoiseSchedule schedule = NoiseSchedule.even(20);
        double alone = NoisedRows.distance(
                rows.probabilities, ending(rows, predictor(rows, schedule, CategoryRatios.linear())));
        assertTrue(alone > 0.4);
        for (int every = 1; every <= 2; every++) {
            try (Scope scope = Scope.open()) {
                ReverseHeat corrected =
                        new ReverseHeat(rows.base, schedule, CategoryRatios.linear(), new Gibbs(), every);
                double distance =
                        NoisedRows.distance(rows.probabilities, shares(rows.counts(pass(rows, corrected, 8000, 7))));
                // The last step errs once more, so one sweep after it leaves a third; the error of counting is some
                // 0.02.
                assertTrue(distance < alone / 2, distance + " with a sweep every " + every + ", " + alone);
            }
        }
    }

    private static double[] shares(long[] counts) {
        double sum = Arrays.stream(counts).sum();
        return Arrays.stream(counts).mapToDouble(count -> count / sum).toArray();
    }

    @Test
    @DisplayName("The density of numbers converges with first order: transition densities on a grid")
    void densityOfNumbers() {
        NoisedRows rows = NoisedRows.mixture(0.3, 4);
        double before = 0;
        for (int steps = 10; steps <= 40; steps *= 2) {
            double distance = gridDistance(rows, steps);
            if (steps > 10) {
                assertEquals(2, before / distance, 0.5, "steps " + steps);
            }
            before = distance;
        }
        assertTrue(before < 0.03, "distance " + before);
    }

    /** Between the density after so many steps from level 1 to 0.1 and p_s there, by the midpoint rule. */
    private static double gridDistance(NoisedRows rows, int steps) {
        double lowest = 0.1; // at level 0 the last step has no density
        int points = 250;
        double h = 10.0 / points; // below the deviation of every step: the midpoint rule is exact to some 1e-9
        double[] grid = new double[points];
        Arrays.setAll(grid, i -> -5 + (i + 0.5) * h);
        double[] density = Arrays.stream(grid).map(x -> normal(x, 0, 1)).toArray();
        for (int i = 1; i < steps; i++) { // the first step leaves rows of the base as they are
            ReverseStep step = new ReverseStep(1 - (1 - lowest) * i / steps, 1 - (1 - lowest) * (i + 1) / steps);
            double[] next = new double[points];
            try (Scope scope = Scope.open()) {
                Batch at = numbers(grid, step.level());
                Gradient here = rows.energy.gradient(at);
                double[] means = step.mean(at.numbers(), step.estimate(at.numbers(), here.numbers()))
                        .toDoubles();
                for (int from = 0; from < points; from++) {
                    for (int to = 0; to < points; to++) {
                        next[to] += density[from] * h * normal(grid[to], means[from], step.deviation());
                    }
                }
            }
            density = next;
        }
        try (Scope scope = Scope.open()) {
            double[] exact =
                    rows.energy.energy(numbers(grid, lowest)).negate().exp().toDoubles();
            return NoisedRows.distance(density, exact) * h;
        }
    }

    private static double normal(double x, double mean, double deviation) {
        double z = (x - mean) / deviation;
        return Math.exp(-z * z / 2) / (deviation * Math.sqrt(2 * Math.PI));
    }

    static Batch numbers(double[] numbers, double level) {
        return new Batch(
                Tensor.fullWhole(NoisedRows.DEVICE, 0, numbers.length, 0),
                Tensor.real(NoisedRows.DEVICE, numbers, numbers.length, 1),
                Tensor.full(NoisedRows.DEVICE, level, numbers.length));
    }

    @Test
    @DisplayName(
            "Numbers and categories together: states, and moments of the number beside each, within their sampling error")
    void mixed() {
        NoisedRows rows = NoisedRows.withNumber(0.4, 2, 3);
        int count = 8_000;
        try (Scope scope = Scope.open()) {
            Batch end = pass(
                    rows,
                    new ReverseHeat(rows.base, NoiseSchedule.even(40), CategoryRatios.exact(), MOVES, 1),
                    count,
                    9);
            ChiSquare.assertFits("states", rows.counts(end), rows.probabilities);
            rows.assertNumbers(end);
        }
    }

    @Test
    @DisplayName("A step costs one gradient, a correction those of its proposals, and none is computed twice")
    void evaluations() {
        NoisedRows rows = NoisedRows.withNumber(0.4, 2, 3);
        try (Scope scope = Scope.open()) {
            // From level 1 there is nothing to compute; after a correction the gradient is there.
            assertEquals(5, gradients(rows, 6, 0));
            assertEquals(3 + 3 * 3, gradients(rows, 6, 2)); // steps 1, 3 and 5; a correction has three
            assertEquals(6 * 3, gradients(rows, 6, 1));
        }
    }

    private static int gradients(NoisedRows rows, int steps, int every) {
        AtomicInteger evaluated = new AtomicInteger();
        Energy counting = ByFormula.on(rows.energy.space(), (oneHot, numbers, levels) -> {
            evaluated.incrementAndGet();
            return rows.energy.relaxed(oneHot, numbers, levels);
        });
        ReverseHeat sampler =
                new ReverseHeat(rows.base, NoiseSchedule.even(steps), CategoryRatios.linear(), MOVES, every);
        Batch noise = rows.base.draw(10, Noise.of(RandomStream.of(1), NoisedRows.DEVICE));
        sampler.run(noise, counting, 1, RandomStream.of(2));
        return evaluated.get();
    }

    @Test
    @DisplayName("The same seed gives the same rows; they carry the last level, and live in the caller's scope")
    void reproducible() {
        NoisedRows rows = NoisedRows.withNumber(0.4, 2, 3);
        ReverseHeat sampler = new ReverseHeat(rows.base, NoiseSchedule.power(5, 1.5), CategoryRatios.exact(), MOVES, 2);
        Batch gone;
        try (Scope scope = Scope.open()) {
            Batch one = pass(rows, sampler, 50, 3);
            Batch same = pass(rows, sampler, 50, 3);
            Batch other = pass(rows, sampler, 50, 4);
            assertArrayEquals(one.numbers().toDoubles(), same.numbers().toDoubles());
            assertArrayEquals(one.states().toLongs(), same.states().toLongs());
            assertFalse(Arrays.equals(one.numbers().toDoubles(), other.numbers().toDoubles()));
            assertArrayEquals(
                    new double[50], Objects.requireNonNull(one.levels()).toDoubles());
            gone = one;
        }
        assertThrows(NullPointerException.class, () -> gone.numbers().toDoubles());
        assertFalse(sampler.exact());
    }

    @Test
    @DisplayName("Schedules are falling levels; what is out of range is refused")
    void refusals() {
        assertEquals(List.of(1.0, 0.5, 0.0), NoiseSchedule.even(2).levels());
        assertEquals(List.of(1.0, 0.25, 0.0), NoiseSchedule.power(2, 2).levels());
        assertEquals(2, NoiseSchedule.power(2, 2).steps());
        assertRefused(() -> NoiseSchedule.even(0), "0 steps", "at least 1");
        assertRefused(() -> NoiseSchedule.power(3, 0), "power 0.0", "positive");
        assertRefused(() -> new NoiseSchedule(List.of(1.0)), "1 noise levels", "at least 2");
        assertRefused(() -> new NoiseSchedule(List.of(1.5, 0.0)), "noise level 1.5", "from 1 down to 0");
        assertRefused(() -> new NoiseSchedule(List.of(1.0, Double.NaN)), "noise level NaN");
        assertRefused(() -> new NoiseSchedule(List.of(0.4, 0.4)), "noise level 0.4 after 0.4", "sort");
        NoisedRows rows = NoisedRows.of(2);
        NoiseSchedule two = NoiseSchedule.even(2);
        assertRefused(
                () -> new ReverseHeat(rows.base, two, CategoryRatios.linear(), MOVES, -1), "-1 steps", "0 for no");
        assertRefused(() -> new CategoryRatios(-1, 1, 0), "up to -1 levels", "0 or more");
        assertRefused(() -> CategoryRatios.exact().upToNoise(2), "noise levels up to 2.0");
        assertRefused(() -> CategoryRatios.exact().fromChance(Double.NaN), "a change from NaN");
    }
}
