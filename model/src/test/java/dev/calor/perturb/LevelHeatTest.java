package dev.calor.perturb;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.random.ChiSquare;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.rows.Marginals;
import dev.calor.space.ProductSpace;
import dev.calor.space.Uniform;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The level of noise as a column: which rows move, by which law, and what is learned. */
class LevelHeatTest {
    private static final Device DEVICE = Device.CPU_DOUBLE;
    private static final int ROWS = 200_000;
    private static final MultiScale.Range WIDE = new MultiScale.Range(0.02, 0.8);
    private static final Perturbation FLIPS = new BernoulliFlip(0.5);

    private static Batch bits(Tensor states, Tensor levels) {
        return new Batch(states, Tensor.zeros(DEVICE, states.size(0), 0), levels);
    }

    private static double[] levels(Batch rows) {
        return Objects.requireNonNull(rows.levels()).toDoubles();
    }

    private static Noise noise(String name) {
        return Noise.of(RandomStream.of(5).child(name), DEVICE);
    }

    @Test
    @DisplayName("Uniform levels stay uniform: heat is symmetric, and reflected at both ends")
    void invariant() {
        try (Scope scope = Scope.open()) {
            Noise noise = noise("levels");
            Batch x = bits(noise.whole(2, ROWS, 1), noise.uniform(ROWS));
            Batch negatives = new LevelHeat(FLIPS, 1, WIDE).negatives(x, 1, noise);
            assertArrayEquals(x.states().toLongs(), negatives.states().toLongs());
            long[] counts = new long[10];
            for (double level : levels(negatives)) {
                counts[(int) Math.min(9, 10 * level)]++;
            }
            double[] law = new double[10];
            Arrays.fill(law, 0.1);
            ChiSquare.assertFits("levels", counts, law);
        }
    }

    @Test
    @DisplayName("A row moves or its level does; rows at level 0 keep it")
    void oneOrTheOther() {
        try (Scope scope = Scope.open()) {
            Noise noise = noise("rows");
            Tensor clean = Tensor.zeros(DEVICE, ROWS);
            Tensor states = noise.whole(2, ROWS, 20);
            long[] before = states.toLongs();
            Batch data = new LevelHeat(FLIPS, 0.25, WIDE).negatives(bits(states, clean), 1, noise);
            assertEquals(0, Arrays.stream(levels(data)).max().orElseThrow());
            Batch noisy = new LevelHeat(FLIPS, 0.25, WIDE).negatives(bits(states, clean.plus(0.5)), 1, noise);
            double[] levels = levels(noisy);
            long[] after = noisy.states().toLongs();
            long[] moved = new long[2];
            for (int row = 0; row < ROWS; row++) {
                boolean sameRow = Arrays.equals(before, 20 * row, 20 * row + 20, after, 20 * row, 20 * row + 20);
                assertTrue(sameRow || levels[row] == 0.5, "row and level " + levels[row] + " moved together");
                moved[levels[row] == 0.5 ? 0 : 1]++;
            }
            ChiSquare.assertFits("share", moved, new double[] {0.75, 0.25});
        }
    }

    @Test
    @DisplayName(
            "Moving levels alone, the loss is flat at the true energy of rows and levels, and nowhere near a wrong one")
    void truth() {
        double p = 0.9;
        ProductSpace space = ProductSpace.power(new Uniform(2), 1);
        Annealing annealing = new Annealing(Marginals.uniform(space), 0);
        try (Scope scope = Scope.open()) {
            Noise noise = noise("truth");
            Tensor ones = noise.uniform(ROWS, 1)
                    .lessThan(p)
                    .choose(Tensor.fullWhole(DEVICE, 1, ROWS, 1), Tensor.fullWhole(DEVICE, 0, ROWS, 1));
            Batch x = annealing.noised(bits(ones, Tensor.zeros(DEVICE, ROWS)), noise);
            Batch fakes = new LevelHeat(FLIPS, 1, WIDE).negatives(x, 4, noise);
            // p_s(1) = 1/2 + cos(πs/2)(p − 1/2); U = −log p_s(x) + θ s²·x, whose gradient at θ = 0 is to vanish
            double[] atTruth = slope(x, fakes, p);
            double[] elsewhere = slope(x, fakes, 0.6);
            assertTrue(Math.abs(atTruth[0]) < 5 * atTruth[1], () -> "slope " + Arrays.toString(atTruth));
            assertTrue(Math.abs(elsewhere[0]) > 20 * elsewhere[1], () -> "slope " + Arrays.toString(elsewhere));
        }
    }

    /** The mean of ∂/∂θ log(w/M + Σ_j exp(U(x) − U(x_j))/M) over rows and its standard error, for the law of a bit with probability p. */
    private static double[] slope(Batch x, Batch fakes, double p) {
        int m = 4;
        double[] energy = energies(x, p);
        double[] fake = energies(fakes, p);
        double[] direction = directions(x);
        double[] fakeDirection = directions(fakes);
        double sum = 0;
        double squares = 0;
        for (int row = 0; row < ROWS; row++) {
            double weights = 1;
            double slope = 0;
            for (int j = 0; j < m; j++) {
                double weight = Math.exp(energy[row] - fake[row * m + j]);
                weights += weight;
                slope += weight * (direction[row] - fakeDirection[row * m + j]);
            }
            sum += slope / weights;
            squares += slope * slope / (weights * weights);
        }
        double mean = sum / ROWS;
        return new double[] {mean, Math.sqrt((squares / ROWS - mean * mean) / ROWS)};
    }

    private static double[] energies(Batch rows, double p) {
        long[] bits = rows.states().toLongs();
        double[] levels = levels(rows);
        double[] energies = new double[bits.length];
        Arrays.setAll(energies, i -> {
            double one = 0.5 + Math.cos(Math.PI * levels[i] / 2) * (p - 0.5);
            return -Math.log(bits[i] == 1 ? one : 1 - one);
        });
        return energies;
    }

    private static double[] directions(Batch rows) {
        long[] bits = rows.states().toLongs();
        double[] levels = levels(rows);
        double[] directions = new double[bits.length];
        Arrays.setAll(directions, i -> levels[i] * levels[i] * bits[i]);
        return directions;
    }

    @Test
    @DisplayName("Refused: a share beyond 1")
    void refused() {
        assertRefused(() -> new LevelHeat(FLIPS, 1.5, WIDE), "1.5", "from 0 to 1");
    }
}
