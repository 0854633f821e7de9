package dev.calor.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.calor.perturb.Perturbation;
import dev.calor.random.ChiSquare;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.space.ProductSpace;
import dev.calor.tensor.Device;
import dev.calor.tensor.Engine;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every {@link Perturbation} promises, on a space small enough to write its kernel down. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class PerturbationContract {
    private static final Device DEVICE = Device.CPU;
    private static final int DRAWS = 50_000;

    /**
     * A perturbation on a finite space with its kernel.
     *
     * @param kernel q(y|x), a row for each state x by its number; y may be of any finite set, such as masked rows
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Case(Perturbation perturbation, ProductSpace space, double[][] kernel) {
        /** q(x⁻|x) = Σ_y q(y|x) q(y|x⁻) / Σ_z q(y|z): there by the kernel, and back by its posterior under a flat prior. */
        double[] negatives(int from) {
            double[] found = new double[kernel.length];
            for (int y = 0; y < kernel[0].length; y++) {
                double sum = 0;
                for (double[] row : kernel) {
                    sum += row[y];
                }
                for (int to = 0; to < found.length; to++) {
                    found[to] += sum == 0 ? 0 : kernel[from][y] * kernel[to][y] / sum;
                }
            }
            return found;
        }

        @Override
        public String toString() {
            return perturbation.toString();
        }
    }

    /** Small tensors: more threads only wait for each other. */
    @BeforeAll
    void oneThread() {
        Engine.setThreads(1);
    }

    /** The perturbations to test. */
    protected abstract Stream<Case> cases();

    /** The last state and the first one, in turn. */
    private static Batch rows(ProductSpace space, int pairs) {
        int last = (int) space.count() - 1;
        return Batch.ofStates(DEVICE, new int[][] {space.state(last), space.state(0)})
                .repeatRows(pairs);
    }

    /** The numbers of the states of rows. */
    private static int[] numbers(ProductSpace space, Batch rows) {
        int width = space.dimension();
        long[] states = rows.states().toLongs();
        int[] numbers = new int[states.length / width];
        for (int i = 0; i < numbers.length; i++) {
            int[] state = new int[width];
            for (int k = 0; k < width; k++) {
                state[k] = (int) states[i * width + k];
            }
            numbers[i] = (int) space.index(state);
        }
        return numbers;
    }

    @ParameterizedTest
    @MethodSource("cases")
    @DisplayName(
            "Negatives are distributed by the kernel and its posterior, each row's own: chi-square, false alarm 1e-6")
    void distribution(Case of) {
        int last = (int) of.space().count() - 1;
        long[][] counts = new long[2][last + 1];
        try (Scope scope = Scope.open()) {
            // One negative per y: several of the same y are not independent. Copies of a row are next to each other.
            Batch negatives =
                    of.perturbation().negatives(rows(of.space(), DRAWS), 1, Noise.of(RandomStream.of(11), DEVICE));
            int[] numbers = numbers(of.space(), negatives);
            assertEquals(2 * DRAWS, numbers.length);
            for (int i = 0; i < numbers.length; i++) {
                counts[i / DRAWS][numbers[i]]++;
            }
        }
        ChiSquare.assertFits(of + " from the last state", counts[0], of.negatives(last));
        ChiSquare.assertFits(of + " from the first state", counts[1], of.negatives(0));
    }

    @ParameterizedTest
    @MethodSource("cases")
    @DisplayName("Negatives of a row are next to each other, in the order of the rows")
    void order(Case of) {
        int count = 40;
        int last = (int) of.space().count() - 1;
        long[][] counts = new long[2][last + 1];
        try (Scope scope = Scope.open()) {
            Batch rows = Batch.ofStates(
                    DEVICE, new int[][] {of.space().state(last), of.space().state(0)});
            for (int trial = 0; trial < 500; trial++) {
                try (Scope inner = Scope.open()) {
                    Noise noise = Noise.of(RandomStream.of(12).child(trial), DEVICE);
                    int[] numbers = numbers(of.space(), of.perturbation().negatives(rows, count, noise));
                    assertEquals(2 * count, numbers.length);
                    // One of each row, since those of one y are not independent.
                    counts[0][numbers[trial % count]]++;
                    counts[1][numbers[count + trial % count]]++;
                }
            }
        }
        ChiSquare.assertFits(of + ", the first " + count, counts[0], of.negatives(last));
        ChiSquare.assertFits(of + ", the second " + count, counts[1], of.negatives(0));
    }

    @ParameterizedTest
    @MethodSource("cases")
    @DisplayName("The same noise gives the same negatives, and the rows given stay as they are")
    void repeatable(Case of) {
        try (Scope scope = Scope.open()) {
            Batch rows = rows(of.space(), 20);
            long[] before = rows.states().toLongs();
            int[] once =
                    numbers(of.space(), of.perturbation().negatives(rows, 3, Noise.of(RandomStream.of(1), DEVICE)));
            int[] again =
                    numbers(of.space(), of.perturbation().negatives(rows, 3, Noise.of(RandomStream.of(1), DEVICE)));
            assertArrayEquals(once, again);
            assertArrayEquals(before, rows.states().toLongs());
        }
    }
}
