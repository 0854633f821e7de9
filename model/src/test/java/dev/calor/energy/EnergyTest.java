package dev.calor.energy;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.calor.contract.TrainableEnergyContract;
import dev.calor.energy.mlp.DerivedInputs;
import dev.calor.energy.mlp.MlpEnergy;
import dev.calor.energy.mlp.MlpEnergy.Architecture;
import dev.calor.random.ChiSquare;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.rows.Marginals;
import dev.calor.space.Cyclic;
import dev.calor.space.Numeric;
import dev.calor.space.Ordinal;
import dev.calor.space.ProductSpace;
import dev.calor.space.Uniform;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The contract of all energies, and formulas written out. */
class EnergyTest extends TrainableEnergyContract {
    /** All kinds, and what is made of them. */
    @Override
    protected Stream<Energy> energies() {
        ProductSpace mixed = ProductSpace.of(new Uniform(3), new Numeric(), new Cyclic(5));
        RandomStream random = RandomStream.of(8);
        MlpEnergy network = new MlpEnergy(mixed, new Architecture(2, 8, 2, true, false, false), DEVICE, random);
        double[] weights = random.doubles(8, 0.1, 0.9).toArray();
        return Stream.concat(
                trainable(),
                Stream.of(
                        new Tempered(network, 0.4),
                        new Tempered(onBase(network, weights), 0.3),
                        new Tempered(new QuadraticEnergy(DEVICE, new double[][] {{0, 1}, {1, 0}}), 0.3),
                        // without some levels, and the number within an interval
                        new Clamped(
                                network,
                                kept(0, Double.POSITIVE_INFINITY, 0, 0, 0, Double.POSITIVE_INFINITY, 0, 0),
                                kept(0.3),
                                kept(0.9))));
    }

    /** One row, for all. */
    private static Tensor kept(double... numbers) {
        return Tensor.real(DEVICE, numbers, 1, numbers.length).keep();
    }

    @Override
    protected Stream<TrainableEnergy> trainable() {
        ProductSpace mixed =
                ProductSpace.of(new Uniform(3), new Numeric(), new Cyclic(5), new Numeric(), new Ordinal(2));
        ProductSpace bits = ProductSpace.power(new Uniform(2), 6);
        RandomStream random = RandomStream.of(7);
        double[][] coupling = new double[6][6];
        for (int i = 0; i < 6; i++) {
            for (int j = 0; j < 6; j++) {
                coupling[i][j] = random.nextGaussian();
            }
        }
        double[] base = random.doubles(12, 0.1, 0.9).toArray();
        return Stream.of(
                new MlpEnergy(mixed, new Architecture(2, 8, 3, false, true, false), DEVICE, random),
                new MlpEnergy(mixed, new Architecture(3, 8, 2, true, false, true), DEVICE, random),
                new MlpEnergy(bits, new Architecture(4, 16, 1, false, true, false), DEVICE, random),
                // soft minima
                new MlpEnergy(mixed, new Architecture(3, 8, 2, true, false, true, 5), DEVICE, random),
                new MlpEnergy(bits, new Architecture(2, 6, 2, false, true, false, 3), DEVICE, random),
                // more levels than are multiplied as one-hot codes
                new MlpEnergy(
                        ProductSpace.of(new Uniform(600), new Numeric()),
                        new Architecture(1, 4, 2, true, true, true, 2),
                        DEVICE,
                        random),
                // crossed columns
                new MlpEnergy(
                        mixed,
                        new Architecture(3, 8, 2, true, false, true, 5),
                        new DerivedInputs(null, List.of(List.of(0, 2), List.of(1, 0, 2))),
                        DEVICE,
                        random),
                new MlpEnergy(
                        ProductSpace.of(new Uniform(3), new Uniform(600), new Uniform(2)),
                        new Architecture(2, 4, 2, false, true, false),
                        new DerivedInputs(null, List.of(List.of(0, 2))),
                        DEVICE,
                        random),
                new ResNetEnergy(new ResNetEnergy.Architecture(4, 2, 1), DEVICE, random),
                onBase(
                        new ResNetEnergy(new ResNetEnergy.Architecture(2, 1, 0), DEVICE, random),
                        0.1,
                        0.9,
                        0.2,
                        0.8,
                        0.5,
                        0.5,
                        1,
                        3),
                new GcnEnergy(5, 2, 3, DEVICE, random),
                new CountedEnergy(new GcnEnergy(4, 1, 3, DEVICE, random), new EvaluationCount()),
                new AutoregressiveEnergy(bits, 5, 2, DEVICE, random),
                new AutoregressiveEnergy(
                        ProductSpace.of(new Uniform(2), new Uniform(4), new Uniform(3)), 6, 1, DEVICE, random),
                new QuadraticEnergy(DEVICE, coupling),
                onBase(new MlpEnergy(bits, new Architecture(4, 8, 2, false, false, false), DEVICE, random), base),
                onBase(
                        new MlpEnergy(
                                ProductSpace.of(new Numeric(), new Uniform(3), new Numeric()),
                                new Architecture(2, 8, 2, true, false, true),
                                DEVICE,
                                random),
                        0.2,
                        0.3,
                        0.5));
    }

    private static WithBase onBase(TrainableEnergy network, double... weights) {
        return new WithBase(network, new Marginals(network.space(), weights));
    }

    @Test
    @DisplayName("The Ising energy is −xᵀJx with J the symmetric part off the diagonal")
    void ising() {
        double[][] coupling = {{5, 1, 0}, {3, 5, -1}, {0, 0, 5}};
        try (Scope scope = Scope.open();
                TrainableEnergy energy = new QuadraticEnergy(DEVICE, coupling)) {
            double[] energies = energy.energy(Batch.ofStates(DEVICE, new int[][] {{1, 1, 1}, {0, 1, 1}, {0, 1, 0}}))
                    .toDoubles();
            // J01 = 2, J12 = −½, each counted twice.
            assertArrayEquals(new double[] {-3, 5, 3}, energies, 1e-14);
        }
    }

    @Test
    @DisplayName("A base distribution adds −log p_k of every column, of N(0, 1) for a number")
    void base() {
        ProductSpace space = ProductSpace.of(new Uniform(2), new Numeric(), new Uniform(3));
        double[] base = {0.25, 0.75, 0.2, 0.3, 0.5};
        try (Scope scope = Scope.open();
                TrainableEnergy network = new MlpEnergy(
                        space, new Architecture(1, 4, 1, false, false, false), DEVICE, RandomStream.of(1));
                TrainableEnergy both = onBase(network, base)) {
            Batch row = Batch.ofStates(DEVICE, new int[][] {{1, 2}})
                    .withNumbers(Tensor.real(DEVICE, new double[] {1.5}, 1, 1));
            double difference = both.energy(row).number() - network.energy(row).number();
            double normal = Math.exp(-1.5 * 1.5 / 2) / Math.sqrt(2 * Math.PI);
            assertEquals(-Math.log(0.75) - Math.log(0.5) - Math.log(normal), difference, 1e-14);
            assertRefused(() -> onBase(network, 1, 0, 1, 1, 1), "0.0 of slot 1", "positive");
            assertRefused(() -> onBase(network, new double[3]), "3 weights for 5 levels");
            Marginals other = Marginals.uniform(ProductSpace.of(new Uniform(2)));
            assertRefused(() -> new WithBase(network, other), "2 probabilities for 5 levels");
        }
    }

    @Test
    @DisplayName("Heat takes from the base to the energy; the base is drawn from")
    void heated() {
        ProductSpace space = ProductSpace.of(new Uniform(2), new Uniform(3));
        double[] base = {0.5, 1.5, 0.2, 0.3, 0.5}; // 1 to 3
        try (Scope scope = Scope.open();
                TrainableEnergy network = new MlpEnergy(
                        space, new Architecture(1, 4, 1, false, false, false), DEVICE, RandomStream.of(1));
                WithBase both = onBase(network, base)) {
            Batch row = Batch.ofStates(DEVICE, new int[][] {{1, 2}});
            double learned = network.energy(row).number();
            for (double beta : new double[] {0, 0.3, 1}) {
                double expected = beta * learned - Math.log(0.75) - Math.log(0.5);
                assertEquals(expected, new Tempered(both, beta).energy(row).number(), 1e-14);
                assertEquals(
                        beta * learned, new Tempered(network, beta).energy(row).number(), 1e-14);
            }
            Batch drawn = both.base().draw(20_000, Noise.of(RandomStream.of(2), DEVICE));
            long[] counts = new long[6];
            long[] states = drawn.states().toLongs();
            for (int i = 0; i < states.length; i += 2) {
                counts[(int) (3 * states[i] + states[i + 1])]++;
            }
            ChiSquare.assertFits("the base", counts, new double[] {0.05, 0.075, 0.125, 0.15, 0.225, 0.375});
        }
    }

    @Test
    @DisplayName("Several components without hidden layers are a mixture of products: U = −log Σ_k π_k Π_j p_kj(x_j)")
    void components() {
        ProductSpace space = ProductSpace.of(new Uniform(2), new Uniform(3));
        double[] share = {0.3, 0.7};
        double[][] probabilities = {{0.9, 0.2}, {0.1, 0.8}, {0.5, 0.1}, {0.25, 0.1}, {0.25, 0.8}}; // [slot][component]
        try (Scope scope = Scope.open();
                TrainableEnergy energy = new MlpEnergy(
                        space, new Architecture(1, 4, 1, false, false, false, 2), DEVICE, RandomStream.of(1))) {
            List<Tensor> parameters = energy.parameters();
            try (NoGradient guard = NoGradient.open()) {
                parameters.get(3).assign(Tensor.zeros(DEVICE, 2, 4)); // of the last layer
                parameters.get(4).assign(minusLogs(share, 2));
                parameters
                        .get(5)
                        .assign(minusLogs(
                                Stream.of(probabilities)
                                        .flatMapToDouble(Arrays::stream)
                                        .toArray(),
                                5,
                                2));
            }
            double[] found = energy.energy(Batch.ofStates(DEVICE, new int[][] {{0, 0}, {1, 2}}))
                    .toDoubles();
            double[] expected = {
                -Math.log(0.3 * 0.9 * 0.5 + 0.7 * 0.2 * 0.1), -Math.log(0.3 * 0.1 * 0.25 + 0.7 * 0.8 * 0.8)
            };
            assertArrayEquals(expected, found, 1e-14);
        }
        assertRefused(() -> new Architecture(1, 4, 1, false, false, false, 0), "0 components", "at least 1");
    }

    private static Tensor minusLogs(double[] probabilities, long... shape) {
        return Tensor.real(DEVICE, probabilities, shape).log().negate();
    }

    @Test
    @DisplayName("The level reaches the network; rows without one are of level zero")
    void levels() {
        ProductSpace space = ProductSpace.of(new Uniform(3));
        try (Scope scope = Scope.open();
                TrainableEnergy energy = new MlpEnergy(
                        space, new Architecture(2, 8, 2, true, false, true), DEVICE, RandomStream.of(5))) {
            Batch data = Batch.ofStates(DEVICE, new int[][] {{0}, {0}, {0}});
            Batch noised = new Batch(data.states(), data.numbers(), Tensor.real(DEVICE, new double[] {0, 0.3, 0.9}, 3));
            double[] energies = energy.energy(noised).toDoubles();
            assertEquals(energy.energy(data).toDoubles()[0], energies[0], 1e-14);
            assertEquals(3, Arrays.stream(energies).distinct().count());
        }
    }

    @Test
    @DisplayName("The same seed makes the same network, another seed another")
    void seeds() {
        ProductSpace space = ProductSpace.power(new Uniform(2), 4);
        Architecture architecture = Architecture.paperDensity();
        try (Scope scope = Scope.open();
                TrainableEnergy first = new MlpEnergy(space, architecture, DEVICE, RandomStream.of(1));
                TrainableEnergy second = new MlpEnergy(space, architecture, DEVICE, RandomStream.of(1));
                TrainableEnergy third = new MlpEnergy(space, architecture, DEVICE, RandomStream.of(2))) {
            Batch rows = rows(first);
            double[] energies = first.energy(rows).toDoubles();
            assertArrayEquals(energies, second.energy(rows).toDoubles());
            assertEquals(false, energies[0] == third.energy(rows).toDoubles()[0]);
        }
    }
}
