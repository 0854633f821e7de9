package dev.calor.objective;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.energy.AutoregressiveEnergy;
import dev.calor.energy.Energy;
import dev.calor.energy.QuadraticEnergy;
import dev.calor.energy.TrainableEnergy;
import dev.calor.energy.mlp.MlpEnergy;
import dev.calor.estimate.Enumeration;
import dev.calor.random.ChiSquare;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.space.ProductSpace;
import dev.calor.space.Uniform;
import dev.calor.tensor.Device;
import dev.calor.tensor.Engine;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.train.DataSource;
import dev.calor.train.LearningRate;
import dev.calor.train.Trainer;
import dev.calor.train.TrainingPlan;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Policies against laws by enumeration. */
class TrajectoryBalanceTest {
    private static final Device DEVICE = Device.CPU_DOUBLE;

    @BeforeAll
    static void oneThread() {
        Engine.setThreads(1); // small tensors: more threads only wait for each other
    }

    static Stream<ProductSpace> spaces() {
        return Stream.of(
                ProductSpace.power(new Uniform(2), 5),
                ProductSpace.of(new Uniform(2), new Uniform(4), new Uniform(3)),
                ProductSpace.of(new Uniform(3)));
    }

    /** A policy with random weights everywhere. */
    private static AutoregressiveEnergy policy(ProductSpace space) {
        AutoregressiveEnergy policy = new AutoregressiveEnergy(space, 12, 2, DEVICE, RandomStream.of(2));
        try (NoGradient guard = NoGradient.open();
                Scope scope = Scope.open()) {
            Noise noise = Noise.of(RandomStream.of(3), DEVICE);
            policy.parameters().forEach(parameter -> parameter.add(1, noise.normal(parameter.shape())));
        }
        return policy;
    }

    @ParameterizedTest
    @MethodSource("spaces")
    @DisplayName("A policy's probabilities sum to one whatever its weights, and it draws by them")
    void normalised(ProductSpace space) {
        try (Scope scope = Scope.open();
                AutoregressiveEnergy policy = policy(space)) {
            double[] law = Arrays.stream(Enumeration.energies(policy))
                    .map(energy -> Math.exp(-energy))
                    .toArray();
            assertEquals(1, Arrays.stream(law).sum(), 1e-12);
            assertTrue(Arrays.stream(law).max().orElseThrow() > 1.2 / law.length, "too flat a test");
            long[] states = policy.draw(20_000, Noise.of(RandomStream.of(4), DEVICE))
                    .states()
                    .toLongs();
            long[] counts = new long[law.length];
            for (int i = 0; i < states.length; i += space.dimension()) {
                int[] row = Arrays.stream(states, i, i + space.dimension())
                        .mapToInt(Math::toIntExact)
                        .toArray();
                counts[(int) space.index(row)]++;
            }
            ChiSquare.assertFits("draws of a policy", counts, law);
        }
    }

    /** Rows that are not the target's: balance must hold wherever rows come from. */
    private record Anything(Energy energy) implements DataSource {
        @Override
        public Batch batch(int rows, Device device, RandomStream random) {
            return energy.base().draw(rows, Noise.of(random, device));
        }

        @Override
        public String fingerprint() {
            return "uniform";
        }
    }

    @Test
    @DisplayName("Trained towards spins that pull both ways, the policy's law is near theirs, by enumeration")
    void approaches() throws IOException {
        RandomStream random = RandomStream.of(9);
        double[][] coupling = new double[7][7];
        for (double[] row : coupling) {
            Arrays.setAll(row, j -> 0.5 * random.nextGaussian());
        }
        try (Energy target = new QuadraticEnergy(Device.CPU, coupling);
                AutoregressiveEnergy policy =
                        new AutoregressiveEnergy(target.space(), 64, 2, Device.CPU, RandomStream.of(1))) {
            double before = divergence(policy, target);
            TrainingPlan plan = new TrainingPlan(500, 32, LearningRate.cosine(1e-2), 5, 0, 0, 500, 0);
            new Trainer(plan, "balance", 1, null)
                    .train(policy, new TrajectoryBalance(target), new Anything(target), event -> {});
            double after = divergence(policy, target);
            assertTrue(before > 0.5, "too flat a test: " + before);
            assertTrue(after < 0.03, "from " + before + " to " + after + " nats");
        }
    }

    /** KL of the policy from exp(−U)/Z. */
    private static double divergence(Energy policy, Energy target) {
        double[] own = Enumeration.energies(policy);
        double[] wanted = Enumeration.energies(target);
        double sum = Enumeration.logPartition(target).value();
        for (int x = 0; x < own.length; x++) {
            sum += Math.exp(-own[x]) * (wanted[x] - own[x]);
        }
        return sum;
    }

    @Test
    @DisplayName("The loss is zero where the policy is the target, and it trains nothing but a policy")
    void zero() {
        ProductSpace space = ProductSpace.power(new Uniform(2), 4);
        try (Scope scope = Scope.open();
                AutoregressiveEnergy policy = policy(space);
                TrainableEnergy other = new MlpEnergy(
                        space, new MlpEnergy.Architecture(2, 4, 1, false, false, false), DEVICE, RandomStream.of(1))) {
            Batch data = policy.base().draw(10, Noise.of(RandomStream.of(5), DEVICE));
            assertEquals(
                    0,
                    new TrajectoryBalance(policy)
                            .loss(policy, data, RandomStream.of(6))
                            .number(),
                    1e-20);
            assertTrue(new TrajectoryBalance(other)
                            .loss(policy, data, RandomStream.of(6))
                            .number()
                    > 0.01);
            assertRefused(
                    () -> new TrajectoryBalance(other).loss(other, data, RandomStream.of(6)), "AutoregressiveEnergy");
            assertRefused(
                    () -> new AutoregressiveEnergy(space, 0, 1, DEVICE, RandomStream.of(1)), "hidden layers of 0");
        }
    }
}
