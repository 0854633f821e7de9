package dev.calor.objective;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.energy.Gradient;
import dev.calor.perturb.MultiScale;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.rows.Marginals;
import dev.calor.space.Numeric;
import dev.calor.space.ProductSpace;
import dev.calor.space.Uniform;
import dev.calor.tensor.Device;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DenoisingDiscrepancyTest {
    private static final Device DEVICE = Device.CPU_DOUBLE;

    private static DenoisingDiscrepancy objective(Marginals base) {
        MultiScale heat = new MultiScale(base, new MultiScale.Range(0.1, 1), new MultiScale.Range(0.1, 1));
        return new DenoisingDiscrepancy(new EnergyDiscrepancy(heat, 1, 1), base, 1);
    }

    /** Of 60 rows, at a level that keeps half of them, so that all 3 × 3 pairs of origin and noised state have whole counts. */
    private static final int[] DATA = {30, 20, 10};

    private static final double[] BASE = {0.5, 0.25, 0.25};
    private static final double KEPT = 0.5;
    private static final double LEVEL = Math.acos(KEPT) / (Math.PI / 2);

    private static double arrives(int origin, int state) {
        return (origin == state ? KEPT : 0) + (1 - KEPT) * BASE[state];
    }

    @Test
    @DisplayName(
            "Over all pairs of origin and noised state, the loss of categories is stationary where the ratios are true")
    void stationary() {
        ProductSpace space = ProductSpace.of(new Uniform(3));
        double[] truth = new double[3];
        for (int state = 0; state < 3; state++) {
            double noised = 0;
            for (int origin = 0; origin < 3; origin++) {
                noised += DATA[origin] / 60.0 * arrives(origin, state);
            }
            truth[state] = -Math.log(noised / BASE[state]);
        }
        double[] off = truth.clone();
        off[1] += 0.3;
        assertArrayEquals(new double[3], gradient(space, truth), 1e-12);
        assertTrue(Arrays.stream(gradient(space, off)).map(Math::abs).max().orElseThrow() > 1e-3);
    }

    private static double[] gradient(ProductSpace space, double[] theta) {
        List<Integer> origins = new ArrayList<>();
        List<Integer> states = new ArrayList<>();
        for (int origin = 0; origin < 3; origin++) {
            for (int state = 0; state < 3; state++) {
                for (int copy = 0; copy < Math.round(8 * DATA[origin] * arrives(origin, state)); copy++) {
                    origins.add(origin);
                    states.add(state);
                }
            }
        }
        assertEquals(8 * 60, states.size(), "counts are whole");
        int rows = states.size();
        try (LinearEnergy energy = new LinearEnergy(space, theta);
                Scope scope = Scope.open()) {
            Marginals base = new Marginals(space, BASE);
            Tensor none = Tensor.zeros(DEVICE, rows, 0);
            Batch.Origin origin = new Batch.Origin(column(origins), none, none);
            Batch batch = new Batch(column(states), none, Tensor.full(DEVICE, LEVEL, rows), origin);
            Gradient at = energy.trackedGradient(batch);
            Tensor loss = objective(base).denoising(energy, at, batch);
            assertTrue(loss.number() >= 0, "with its constants it is not negative");
            return loss.gradients(energy.parameters()).get(0).toDoubles();
        }
    }

    @Test
    @DisplayName("The loss of categories is its sum over all levels, as the formula has it")
    void sumOverLevels() {
        int[] sizes = {3, 1, 5};
        double[] probabilities = {0.5, 0.2, 0.3, 1, 0.1, 0.3, 0.2, 0.05, 0.35};
        double[] slopes = {0.4, -1.2, 2.5, 0.7, 0.1, -0.3, 9.5, -1.1, 0.2}; // one log-ratio is above the largest
        int[][] origins = {{0, 0, 4}, {2, 0, 1}, {1, 0, 0}};
        int[][] states = {{0, 0, 0}, {1, 0, 1}, {1, 0, 3}};
        double[] levels = {0.3, 0.9, 0.05};
        ProductSpace space = ProductSpace.of(new Uniform(3), new Uniform(1), new Uniform(5));
        double expected = 0;
        for (int row = 0; row < 3; row++) {
            double kept = Math.cos(Math.PI * levels[row] / 2);
            double sum = 0;
            for (int k = 0, first = 0; k < 3; first += sizes[k++]) {
                int present = first + states[row][k];
                int origin = first + origins[row][k];
                for (int v = first; v < first + sizes[k]; v++) {
                    double ratio = held(v, origin, kept, probabilities) / held(present, origin, kept, probabilities);
                    double log = slopes[present] - slopes[v];
                    double exponential = log > 8 ? (log - 7) * Math.exp(8) : Math.exp(log);
                    sum += probabilities[v] * (exponential - ratio * log + ratio * Math.log(ratio) - ratio);
                }
            }
            expected += sum * Math.sin(Math.PI * levels[row] / 2) / 3 / 3; // the mean over rows and columns
        }
        try (LinearEnergy energy = new LinearEnergy(space, slopes);
                Scope scope = Scope.open()) {
            Tensor none = Tensor.zeros(DEVICE, 3, 0);
            Batch batch = new Batch(
                    whole(states), none, Tensor.real(DEVICE, levels, 3), new Batch.Origin(whole(origins), none, none));
            Tensor loss = objective(new Marginals(space, probabilities))
                    .denoising(energy, energy.trackedGradient(batch), batch);
            assertEquals(expected, loss.number(), 1e-12 * expected);
        }
    }

    private static double held(int v, int origin, double kept, double[] probabilities) {
        return (v == origin ? kept / probabilities[v] : 0) + 1 - kept;
    }

    private static Tensor whole(int[][] rows) {
        return Tensor.whole(
                DEVICE,
                Arrays.stream(rows)
                        .flatMapToInt(Arrays::stream)
                        .mapToLong(state -> state)
                        .toArray(),
                rows.length,
                rows[0].length);
    }

    private static Tensor column(List<Integer> numbers) {
        return Tensor.whole(
                DEVICE, numbers.stream().mapToLong(Integer::longValue).toArray(), numbers.size(), 1);
    }

    @ParameterizedTest
    @CsvSource({"-1, 0.5", "-40, -2", "1.5, 40", "-0.3, -0.299", "2, 2", "3, 5", "-6, -3", "-40, 40"})
    @DisplayName("The mean of a normal cut to an interval agrees with numerical integration")
    void cutMean(double low, double high) {
        try (Scope scope = Scope.open()) {
            Tensor one = Tensor.full(DEVICE, 1, 1, 1);
            Batch.Origin origin = new Batch.Origin(Tensor.fullWhole(DEVICE, 0, 1, 0), one.times(low), one.times(high));
            double found =
                    DenoisingDiscrepancy.mean(one.times(0.0), origin, one, one).number();
            // The middle stands for intervals below .02: off by less than width²/12 times a slope of at most 6.
            assertEquals(integrated(Math.max(-12, low), Math.min(12, high)), found, 1e-6);
        }
    }

    private static double integrated(double low, double high) {
        if (low == high) {
            return low;
        }
        int cells = 200_000;
        double mass = 0;
        double moment = 0;
        for (int cell = 0; cell < cells; cell++) {
            double z = low + (high - low) * (cell + 0.5) / cells;
            double density = Math.exp(-z * z / 2);
            mass += density;
            moment += z * density;
        }
        return moment / mass;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.5, 0.9})
    @DisplayName("For a number known exactly the term is that of score matching, (σ(g + x) − ε)²")
    void scoreMatching(double level) {
        ProductSpace space = ProductSpace.of(new Numeric());
        double kept = Math.cos(Math.PI * level / 2);
        double deviation = Math.sin(Math.PI * level / 2);
        double z = 0.7;
        double epsilon = -0.4;
        double slope = 0.3;
        try (LinearEnergy energy = new LinearEnergy(space, new double[0], new double[] {slope});
                Scope scope = Scope.open()) {
            Tensor one = Tensor.full(DEVICE, 1, 1, 1);
            Tensor none = Tensor.fullWhole(DEVICE, 0, 1, 0);
            double x = kept * z + deviation * epsilon;
            Batch batch = new Batch(
                    none,
                    one.times(x),
                    Tensor.full(DEVICE, level, 1),
                    new Batch.Origin(none, one.times(z), one.times(z)));
            double found = objective(Marginals.uniform(space))
                    .denoising(energy, energy.trackedGradient(batch), batch)
                    .number();
            assertEquals(Math.pow(deviation * (slope + x) - epsilon, 2), found, 1e-12);
        }
    }

    @Test
    @DisplayName("Rows without an origin are refused; clean rows have no part in the term")
    void origins() {
        ProductSpace space = ProductSpace.of(new Uniform(3));
        try (LinearEnergy energy = new LinearEnergy(space, new double[] {1, 2, 3});
                Scope scope = Scope.open()) {
            DenoisingDiscrepancy objective = objective(new Marginals(space, BASE));
            Tensor none = Tensor.zeros(DEVICE, 2, 0);
            Tensor states = Tensor.whole(DEVICE, new long[] {0, 1}, 2, 1);
            Batch bare = new Batch(states, none, Tensor.full(DEVICE, 0.5, 2));
            assertThrows(IllegalArgumentException.class, () -> objective.loss(energy, bare, RandomStream.of(1)));
            Batch clean = new Batch(states, none, Tensor.full(DEVICE, 0, 2), new Batch.Origin(states, none, none));
            assertEquals(
                    0,
                    objective
                            .denoising(energy, energy.trackedGradient(clean), clean)
                            .number());
        }
    }
}
