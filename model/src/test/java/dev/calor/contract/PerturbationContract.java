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
import dev.calor.tensor.Tensor;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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
     * @param level the noise level of the rows; null for rows without one
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Case(
            Perturbation perturbation,
            ProductSpace space,
            double[][] kernel,
            @Nullable Double level) {
        /** Rows without a noise level. */
        public Case(Perturbation perturbation, ProductSpace space, double[][] kernel) {
            this(perturbation, space, kernel, null);
        }

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

    /**
     * A perturbation of rows of one bit and one number: from the number x, negatives have N(scale·x, variance).
     *
     * @param scale the factor of x
     * @param variance there and back
     */
    public record NumberCase(Perturbation perturbation, double scale, double variance) {}

    /** Small tensors: more threads only wait for each other. */
    @BeforeAll
    void oneThread() {
        Engine.setThreads(1);
    }

    /** The perturbations to test. */
    protected abstract Stream<Case> cases();

    /** Those that change numbers; none by default. */
    protected Stream<NumberCase> numberCases() {
        return Stream.of();
    }

    /** The last state and the first one, each so many times. */
    private static Batch rows(Case of, int copies) {
        int last = (int) of.space().count() - 1;
        Batch rows = Batch.ofStates(
                DEVICE, new int[][] {of.space().state(last), of.space().state(0)});
        Tensor levels = of.level() == null ? null : Tensor.full(DEVICE, of.level(), 2);
        return new Batch(rows.states(), rows.numbers(), levels).repeatRows(copies);
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
            Batch negatives = of.perturbation().negatives(rows(of, DRAWS), 1, Noise.of(RandomStream.of(11), DEVICE));
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
            Batch rows = rows(of, 1);
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
            Batch rows = rows(of, 20);
            long[] before = rows.states().toLongs();
            int[] once =
                    numbers(of.space(), of.perturbation().negatives(rows, 3, Noise.of(RandomStream.of(1), DEVICE)));
            int[] again =
                    numbers(of.space(), of.perturbation().negatives(rows, 3, Noise.of(RandomStream.of(1), DEVICE)));
            assertArrayEquals(once, again);
            assertArrayEquals(before, rows.states().toLongs());
        }
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("numberCases")
    @DisplayName("Numbers of negatives have their mean and variance, each row's own: five standard errors")
    void numbers(NumberCase of) {
        int count = 3;
        double[] from = {2, -1};
        try (Scope scope = Scope.open()) {
            Batch rows = Batch.ofStates(DEVICE, new int[][] {{1}, {0}})
                    .withNumbers(Tensor.real(DEVICE, from, 2, 1))
                    .repeatRows(DRAWS);
            double[] numbers = of.perturbation()
                    .negatives(rows, count, Noise.of(RandomStream.of(13), DEVICE))
                    .numbers()
                    .toDoubles();
            assertEquals(2 * DRAWS * count, numbers.length);
            for (int row = 0; row < 2; row++) {
                double sum = 0;
                double squares = 0;
                for (int i = row * DRAWS; i < (row + 1) * DRAWS; i++) { // one of each y: several are not independent
                    double off = numbers[i * count + i % count] - of.scale() * from[row];
                    sum += off;
                    squares += off * off;
                }
                assertEquals(0, sum / DRAWS, 5 * Math.sqrt(of.variance() / DRAWS));
                assertEquals(of.variance(), squares / DRAWS, 5 * of.variance() * Math.sqrt(2.0 / DRAWS));
            }
        }
    }
}
