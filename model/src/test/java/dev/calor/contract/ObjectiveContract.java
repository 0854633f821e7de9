package dev.calor.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.energy.TrainableEnergy;
import dev.calor.energy.mlp.MlpEnergy;
import dev.calor.estimate.Enumeration;
import dev.calor.objective.Objective;
import dev.calor.random.AliasTable;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.space.ProductSpace;
import dev.calor.space.Uniform;
import dev.calor.tensor.Device;
import dev.calor.tensor.Engine;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every {@link Objective} promises, on a space small enough to be enumerated, in double precision. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ObjectiveContract {
    /** In double precision. */
    protected static final Device DEVICE = Device.CPU_DOUBLE;
    /** Three bits: eight states. */
    protected static final ProductSpace BITS = ProductSpace.power(new Uniform(2), 3);

    private static final int ROWS = 100;
    private static final int TRIALS = 100;

    /** Data for an objective. */
    public interface Data {
        /** Draws so many rows, which make {@code energy} the truth of a {@link Case}. */
        Batch rows(TrainableEnergy energy, int rows, RandomStream random);
    }

    /**
     * An objective by its name, with a truth: an energy at which its expected gradient is zero.
     *
     * @param truth makes the energy, the same each time, in double precision
     * @param objective makes the objective for that energy: some hold chains
     * @param data draws the data for which the energy is right
     */
    public record Case(
            String name,
            Supplier<? extends TrainableEnergy> truth,
            Function<TrainableEnergy, Objective> objective,
            Data data) {
        /** The truth is a steep network on {@link #BITS three bits}, and the data are drawn from exp(−U). */
        public Case(String name, Function<TrainableEnergy, Objective> objective) {
            this(name, ObjectiveContract::steep, objective);
        }

        /** The data are drawn from exp(−U). */
        public Case(
                String name,
                Supplier<? extends TrainableEnergy> truth,
                Function<TrainableEnergy, Objective> objective) {
            this(name, truth, objective, ObjectiveContract::exact);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** Small tensors: more threads only wait for each other. */
    @BeforeAll
    void oneThread() {
        Engine.setThreads(1);
    }

    /** The objectives to test. */
    protected abstract Stream<Case> cases();

    /** A small network, steep enough that its probabilities differ by more than ten. */
    private static TrainableEnergy steep() {
        TrainableEnergy energy = new MlpEnergy(
                BITS, new MlpEnergy.Architecture(2, 4, 1, false, false, false), DEVICE, RandomStream.of(4));
        try (NoGradient guard = NoGradient.open()) {
            energy.parameters().forEach(parameter -> parameter.scale(2));
        }
        return energy;
    }

    /** Rows of exp(−U). */
    private static Batch exact(TrainableEnergy energy, int count, RandomStream random) {
        double[] weights = Enumeration.energies(energy);
        for (int x = 0; x < weights.length; x++) {
            weights[x] = Math.exp(-weights[x]);
        }
        AliasTable table = AliasTable.of(weights);
        int[][] rows = new int[count][];
        Arrays.setAll(rows, i -> energy.space().state(table.draw(random)));
        return Batch.ofStates(DEVICE, rows);
    }

    private static List<Double> gradient(Objective objective, TrainableEnergy energy, Batch rows, RandomStream random) {
        List<Double> numbers = new ArrayList<>();
        for (Tensor part : objective.loss(energy, rows, random).gradients(energy.parameters())) {
            for (double number : part.toDoubles()) {
                numbers.add(number);
            }
        }
        return numbers;
    }

    @ParameterizedTest
    @MethodSource("cases")
    @DisplayName("The loss is a finite number above its bound; with the same state and stream it is the same again")
    void repeatable(Case of) {
        try (Scope scope = Scope.open();
                TrainableEnergy energy = of.truth().get()) {
            Objective objective = of.objective().apply(energy);
            Batch rows = of.data().rows(energy, ROWS, RandomStream.of(1));
            List<Tensor> state = objective.state().stream().map(Tensor::copy).toList();
            List<Double> once = gradient(objective, energy, rows, RandomStream.of(2));
            restore(objective, state);
            double loss = objective.loss(energy, rows, RandomStream.of(2)).number();
            assertTrue(Double.isFinite(loss) && loss >= objective.lowerBound(), loss + " of " + objective.lowerBound());
            restore(objective, state);
            assertEquals(loss, objective.loss(energy, rows, RandomStream.of(2)).number());
            restore(objective, state);
            assertEquals(once, gradient(objective, energy, rows, RandomStream.of(2)));
            close(objective);
        }
    }

    private static void restore(Objective objective, List<Tensor> state) {
        try (NoGradient guard = NoGradient.open()) {
            for (int i = 0; i < state.size(); i++) {
                objective.state().get(i).assign(state.get(i));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    @DisplayName("At the truth the expected gradient is zero: five standard errors of its mean")
    void zeroAtTheTruth(Case of) {
        try (Scope scope = Scope.open();
                TrainableEnergy energy = of.truth().get()) {
            Objective objective = of.objective().apply(energy);
            Estimate[] estimates = estimates(of, objective, energy, energy);
            for (int i = 0; i < estimates.length; i++) {
                assertEquals(0, estimates[i].mean(), 5 * estimates[i].error() + 1e-12, "parameter " + i);
            }
            close(objective);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    @DisplayName("Away from the truth it is not: more than ten standard errors for some parameter")
    void notZeroElsewhere(Case of) {
        try (Scope scope = Scope.open();
                TrainableEnergy truth = of.truth().get();
                TrainableEnergy energy = of.truth().get()) {
            Objective objective = of.objective().apply(energy);
            Noise noise = Noise.of(RandomStream.of(5), DEVICE);
            try (NoGradient guard = NoGradient.open()) {
                energy.parameters().forEach(parameter -> parameter.add(0.5, noise.normal(parameter.shape())));
            }
            Estimate[] estimates = estimates(of, objective, energy, truth);
            assertTrue(
                    Arrays.stream(estimates)
                            .anyMatch(estimate -> Math.abs(estimate.mean()) > 10 * estimate.error() + 1e-12),
                    () -> Arrays.toString(estimates));
            close(objective);
        }
    }

    /** A mean over batches, and its standard error. */
    private record Estimate(double mean, double error) {}

    /** The expected gradient with respect to each number of the parameters, on data of {@code truth}. */
    private static Estimate[] estimates(Case of, Objective objective, TrainableEnergy energy, TrainableEnergy truth) {
        double[] sums = new double[0];
        double[] squares = new double[0];
        for (int trial = -TRIALS / 2; trial < TRIALS; trial++) { // chains forget their start before it counts
            try (Scope inner = Scope.open()) {
                RandomStream random = RandomStream.of(7).child(trial + TRIALS);
                Batch rows = of.data().rows(truth, ROWS, random.child("data"));
                List<Double> one = gradient(objective, energy, rows, random.child("noise"));
                sums = sums.length == 0 ? new double[one.size()] : sums;
                squares = squares.length == 0 ? new double[one.size()] : squares;
                for (int i = 0; trial >= 0 && i < one.size(); i++) {
                    sums[i] += one.get(i);
                    squares[i] += one.get(i) * one.get(i);
                }
            }
        }
        Estimate[] estimates = new Estimate[sums.length];
        for (int i = 0; i < sums.length; i++) {
            double mean = sums[i] / TRIALS;
            double variance = Math.max(0, squares[i] / TRIALS - mean * mean);
            estimates[i] = new Estimate(mean, Math.sqrt(variance / (TRIALS - 1)));
        }
        return estimates;
    }

    private static void close(Objective objective) {
        if (objective instanceof AutoCloseable chains) {
            try {
                chains.close();
            } catch (Exception failed) {
                throw new AssertionError("the objective does not close", failed);
            }
        }
    }
}
