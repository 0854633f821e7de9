package dev.calor.perturb;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.calor.random.ChiSquare;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.rows.Marginals;
import dev.calor.space.Numeric;
import dev.calor.space.ProductSpace;
import dev.calor.space.Uniform;
import dev.calor.tensor.Device;
import dev.calor.tensor.Engine;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Rows at given levels against their exact distribution: chi-square with a false alarm of 1e-6 each. */
class AnnealingTest {
    private static final Device DEVICE = Device.CPU_DOUBLE;
    private static final int DRAWS = 200_000;
    private static final Marginals BASE = new Marginals(
            ProductSpace.of(new Uniform(3), new Numeric(), new Uniform(2)), new double[] {0.1, 0.2, 0.7, 0.6, 0.4});

    @BeforeAll
    static void oneThread() {
        Engine.setThreads(1); // small tensors: more threads only wait for each other
    }

    /** The row (1, 2.5, 0), many times. */
    private static Batch rows() {
        return new Batch(
                        Tensor.whole(DEVICE, new long[] {1, 0}, 1, 2),
                        Tensor.real(DEVICE, new double[] {2.5}, 1, 1),
                        null)
                .repeatRows(DRAWS);
    }

    /** Counts over categories × quarters of N(mean, deviation²). */
    private static long[] counts(Batch rows, double mean, double deviation) {
        long[] states = rows.states().toLongs();
        double[] numbers = rows.numbers().toDoubles();
        long[] counts = new long[24];
        for (int row = 0; row < DRAWS; row++) {
            double z = (numbers[row] - mean) / deviation;
            int quarter = z < -0.674489750196 ? 0 : z < 0 ? 1 : z < 0.674489750196 ? 2 : 3;
            counts[(int) (4 * (2 * states[2 * row] + states[2 * row + 1])) + quarter]++;
        }
        return counts;
    }

    @Test
    @DisplayName(
            "At level s categories stay with probability cos(πs/2), else are redrawn from the base; numbers are N(cos·x, sin²); all independent")
    void distributionAtLevels() {
        for (double level : new double[] {0.1, 0.5, 0.9, 1}) {
            double kept = Math.cos(Math.PI / 2 * level);
            double[] probabilities = new double[24];
            for (int i = 0; i < 24; i++) {
                double first = (i / 8 == 1 ? kept : 0) + (1 - kept) * BASE.probabilities()[i / 8];
                double second = (i / 4 % 2 == 0 ? kept : 0) + (1 - kept) * BASE.probabilities()[3 + i / 4 % 2];
                probabilities[i] = first * second / 4;
            }
            try (Scope scope = Scope.open()) {
                Tensor levels = Tensor.full(DEVICE, level, DRAWS);
                Batch noised = new Annealing(BASE, 0.2).at(rows(), levels, Noise.of(RandomStream.of(3), DEVICE));
                ChiSquare.assertFits(
                        "level " + level, counts(noised, kept * 2.5, Math.sin(Math.PI / 2 * level)), probabilities);
                assertEquals(levels, noised.levels());
            }
        }
    }

    @Test
    @DisplayName("At level 0 rows stay as they are")
    void levelZero() {
        try (Scope scope = Scope.open()) {
            Batch rows = rows();
            Batch same = new Annealing(BASE, 0.2)
                    .at(rows, Tensor.zeros(DEVICE, DRAWS), Noise.of(RandomStream.of(3), DEVICE));
            assertArrayEquals(rows.states().toLongs(), same.states().toLongs());
            assertArrayEquals(rows.numbers().toDoubles(), same.numbers().toDoubles(), 0);
        }
    }

    @Test
    @DisplayName("Levels are 0 for the clean share of rows and uniform for others")
    void levels() {
        for (double clean : new double[] {0, 0.2, 1}) {
            try (Scope scope = Scope.open()) {
                Batch noised = new Annealing(BASE, clean).noised(rows(), Noise.of(RandomStream.of(4), DEVICE));
                long[] counts = new long[5];
                for (double level : Objects.requireNonNull(noised.levels()).toDoubles()) {
                    counts[level == 0 ? 0 : 1 + (int) (4 * level)]++;
                }
                double part = (1 - clean) / 4;
                ChiSquare.assertFits("clean " + clean, counts, new double[] {clean, part, part, part, part});
            }
        }
        assertRefused(() -> new Annealing(BASE, 1.1), "1.1", "from 0 to 1");
        assertRefused(() -> new Annealing(BASE, Double.NaN), "NaN", "from 0 to 1");
    }
}
