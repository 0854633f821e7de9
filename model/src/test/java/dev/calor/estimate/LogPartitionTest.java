package dev.calor.estimate;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.dataset.IsingLattice;
import dev.calor.energy.Energy;
import dev.calor.energy.QuadraticEnergy;
import dev.calor.energy.ResNetEnergy;
import dev.calor.energy.TrainableEnergy;
import dev.calor.energy.WithBase;
import dev.calor.energy.mlp.MlpEnergy;
import dev.calor.energy.mlp.MlpEnergy.Architecture;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.rows.Marginals;
import dev.calor.sampler.Alternating;
import dev.calor.sampler.Annealed;
import dev.calor.sampler.DiscreteLangevin;
import dev.calor.sampler.Gibbs;
import dev.calor.sampler.GibbsWithGradients;
import dev.calor.sampler.Langevin;
import dev.calor.sampler.Sampler;
import dev.calor.space.Numeric;
import dev.calor.space.ProductSpace;
import dev.calor.space.Uniform;
import dev.calor.tensor.Device;
import dev.calor.tensor.Engine;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Scope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** log Z by every estimator, against sums over all states and the transfer matrix. */
class LogPartitionTest {
    private static final Device DEVICE = Device.CPU_DOUBLE;
    private static final Architecture SMALL = new Architecture(2, 8, 2, false, false, false);

    @BeforeAll
    static void oneThread() {
        Engine.setThreads(1); // small tensors: more threads only wait for each other
    }

    /** Networks on bits and on columns of several sizes, spins, and a network on a base. */
    static Stream<Energy> energies() {
        RandomStream random = RandomStream.of(7);
        double[][] coupling = new double[7][7];
        for (double[] row : coupling) {
            for (int j = 0; j < row.length; j++) {
                row[j] = 0.3 * random.nextGaussian();
            }
        }
        double[] base = random.doubles(9, 0.1, 0.9).toArray();
        return Stream.of(
                steep(ProductSpace.power(new Uniform(2), 6)),
                steep(mixed()),
                new QuadraticEnergy(DEVICE, coupling),
                new WithBase(steep(mixed()), new Marginals(mixed(), base)));
    }

    private static ProductSpace mixed() {
        return ProductSpace.of(new Uniform(2), new Uniform(3), new Uniform(4));
    }

    private static TrainableEnergy steep(ProductSpace space) {
        MlpEnergy energy = new MlpEnergy(space, SMALL, DEVICE, RandomStream.of(3));
        try (NoGradient guard = NoGradient.open()) {
            energy.parameters().forEach(parameter -> parameter.scale(3));
        }
        return energy;
    }

    /** The sum, a state at a time. */
    private static double naive(TrainableEnergy energy) {
        double sum = 0;
        try (Scope scope = Scope.open()) {
            for (long x = 0; x < energy.space().count(); x++) {
                sum += Math.exp(-energy.energy(Batch.ofStates(
                                DEVICE, new int[][] {energy.space().state(x)}))
                        .number());
            }
        }
        return Math.log(sum);
    }

    @ParameterizedTest
    @MethodSource("energies")
    @DisplayName("Enumeration is the sum over all states, and says that it is exact")
    void enumeration(TrainableEnergy energy) {
        LogPartition found = Enumeration.logPartition(energy);
        assertEquals(naive(energy), found.value(), 1e-12);
        assertEquals(0, found.standardError());
    }

    @Test
    @DisplayName("Enumerated energies come in the order of states, over several chunks")
    void chunks() {
        try (Scope scope = Scope.open();
                TrainableEnergy energy = new QuadraticEnergy(DEVICE, new IsingLattice(4, 0.2).coupling());
                TrainableEnergy larger = new QuadraticEnergy(Device.CPU, new double[17][17])) {
            double[] energies = Enumeration.energies(energy);
            assertEquals(1 << 16, energies.length);
            double[] some = energy.energy(Enumeration.states(energy, 1000, 50)).toDoubles();
            assertArrayEquals(some, java.util.Arrays.copyOfRange(energies, 1000, 1050), 1e-12);
            assertEquals(
                    new IsingLattice(4, 0.2).logPartition(),
                    Enumeration.logPartition(energy).value(),
                    1e-10);
            assertEquals(17 * Math.log(2), Enumeration.logPartition(larger).value(), 1e-12);
        }
    }

    @Test
    @DisplayName("Energies far from zero neither overflow nor vanish")
    void farFromZero() {
        double[][] coupling = {{0, 2000}, {2000, 0}};
        try (TrainableEnergy energy = new QuadraticEnergy(DEVICE, coupling)) {
            double exact = 4000 + Math.log(2);
            assertEquals(exact, Enumeration.logPartition(energy).value(), 1e-10);
            LogPartition found = new ImportanceSampling(10_000).logPartition(energy, RandomStream.of(1));
            assertEquals(exact, found.value(), 4 * found.standardError());
        }
    }

    /** The estimators, at a size at which they are at ease with all the energies. */
    private static List<Function<RandomStream, LogPartition>> estimators(TrainableEnergy energy) {
        return List.of(
                random -> new ImportanceSampling(1500).logPartition(energy, random),
                random -> new AnnealedImportanceSampling(new Gibbs(), 150, 4).logPartition(energy, random),
                random -> new AnnealedImportanceSampling(new GibbsWithGradients(), 150, 8).logPartition(energy, random),
                random -> new AnnealedImportanceSampling(new DiscreteLangevin(0.5, true), 150, 5)
                        .logPartition(energy, random));
    }

    @ParameterizedTest
    @MethodSource("energies")
    @DisplayName(
            "Over 60 seeds, estimates are within four standard errors of log Z, and deviate by one in the mean square")
    void honest(TrainableEnergy energy) {
        double exact = naive(energy);
        List<Function<RandomStream, LogPartition>> estimators = estimators(energy);
        for (int e = 0; e < estimators.size(); e++) {
            double meanSquare = 0;
            for (int seed = 0; seed < 60; seed++) {
                LogPartition found = estimators.get(e).apply(RandomStream.of(seed));
                double deviation = (found.value() - exact) / found.standardError();
                // False alarm 6e-5 each for normal errors.
                assertTrue(Math.abs(deviation) < 4, "estimator " + e + ", seed " + seed + ": " + deviation);
                meanSquare += deviation * deviation / 60;
            }
            // χ² with 60 degrees is below 30 in four cases of ten thousand, above 120 in seven of a million.
            assertTrue(meanSquare > 0.5 && meanSquare < 2, "estimator " + e + ": mean square " + meanSquare);
        }
    }

    @Test
    @DisplayName("At infinite temperature every estimate is exact: weights are equal")
    void uniform() {
        try (TrainableEnergy energy = new QuadraticEnergy(DEVICE, new double[5][5])) {
            for (Function<RandomStream, LogPartition> estimator : estimators(energy)) {
                LogPartition found = estimator.apply(RandomStream.of(1));
                assertEquals(5 * Math.log(2), found.value(), 1e-12);
                assertEquals(0, found.standardError(), 1e-9);
            }
        }
    }

    @Test
    @DisplayName(
            "On a residual network of 4 × 4 pixels annealing from the base, by gradients, finds log Z in single precision")
    void images() {
        double[] base = RandomStream.of(5).doubles(32, 0.1, 0.9).toArray();
        try (WithBase energy = new WithBase(
                new ResNetEnergy(new ResNetEnergy.Architecture(4, 4, 1), Device.CPU, RandomStream.of(4)),
                new Marginals(ProductSpace.power(new Uniform(2), 16), base))) {
            try (NoGradient guard = NoGradient.open()) {
                energy.parameters().forEach(parameter -> parameter.scale(3.6)); // energies differ by some 10 nats
            }
            double[] energies = Enumeration.energies(energy.network());
            double spread = Arrays.stream(energies).max().orElseThrow()
                    - Arrays.stream(energies).min().orElseThrow();
            assertTrue(spread > 5, "too flat a test: energies spread over " + spread);
            LogPartition found = new AnnealedImportanceSampling(new GibbsWithGradients(), 200, 100)
                    .logPartition(energy, RandomStream.of(1));
            double exact = Enumeration.logPartition(energy).value();
            assertEquals(exact, found.value(), 4 * found.standardError());
            assertTrue(found.standardError() < 0.05, "standard error " + found.standardError());
        }
    }

    @Test
    @DisplayName("One temperature is importance sampling: the spread of weights is that of exp(−U) itself")
    void oneTemperature() {
        try (TrainableEnergy energy = new QuadraticEnergy(DEVICE, new IsingLattice(2, 0.3).coupling())) {
            LogPartition annealed =
                    new AnnealedImportanceSampling(new Gibbs(), 50_000, 1).logPartition(energy, RandomStream.of(1));
            LogPartition plain = new ImportanceSampling(50_000).logPartition(energy, RandomStream.of(1));
            // Standard errors themselves deviate by some 1/√n.
            assertEquals(1, annealed.standardError() / plain.standardError(), 0.05);
        }
    }

    @Test
    @DisplayName("On a peaked energy annealing beats importance sampling at the same number of evaluations")
    void peaked() {
        double[][] coupling = new double[16][16];
        for (double[] row : coupling) {
            java.util.Arrays.fill(row, 0.15); // two states of 65,536 hold almost everything
        }
        try (TrainableEnergy energy = new QuadraticEnergy(DEVICE, coupling)) {
            double exact = Enumeration.logPartition(energy).value();
            int chains = 100;
            int temperatures = 30;
            int evaluations =
                    chains * temperatures * 33; // a sweep evaluates 16 columns of 2 levels, the weight one more
            double annealedError = 0;
            double plainError = 0;
            for (int seed = 0; seed < 4; seed++) {
                LogPartition annealed = new AnnealedImportanceSampling(new Gibbs(), chains, temperatures)
                        .logPartition(energy, RandomStream.of(seed));
                assertEquals(exact, annealed.value(), 4 * annealed.standardError());
                annealedError += Math.abs(annealed.value() - exact) / 4;
                plainError += Math.abs(new ImportanceSampling(evaluations)
                                        .logPartition(energy, RandomStream.of(seed))
                                        .value()
                                - exact)
                        / 4;
            }
            assertTrue(annealedError < plainError / 2, annealedError + " against " + plainError);
        }
    }

    @Test
    @DisplayName("Annealed importance sampling agrees with the transfer matrix of a 6 × 6 lattice, in single precision")
    void ising() {
        IsingLattice lattice = new IsingLattice(6, 0.2);
        try (TrainableEnergy energy = new QuadraticEnergy(Device.CPU, lattice.coupling())) {
            LogPartition found =
                    new AnnealedImportanceSampling(new Gibbs(), 150, 80).logPartition(energy, RandomStream.of(1));
            assertEquals(lattice.logPartition(), found.value(), 4 * found.standardError());
            assertTrue(found.standardError() < 0.1, "standard error " + found.standardError());
        }
    }

    @Test
    @DisplayName("The same seed gives the same estimate, inside a scope or not; another seed another")
    void seeds() {
        TrainableEnergy energy = steep(mixed());
        for (Function<RandomStream, LogPartition> estimator : estimators(energy)) {
            LogPartition once = estimator.apply(RandomStream.of(1));
            try (Scope scope = Scope.open()) {
                assertEquals(once, estimator.apply(RandomStream.of(1)));
            }
            assertNotEquals(once, estimator.apply(RandomStream.of(2)));
        }
    }

    @Test
    @DisplayName("Annealing frees the rows of every temperature")
    void freed() {
        List<Batch> given = new ArrayList<>();
        Sampler recorder = (chain, energy, random) -> {
            given.add(chain.rows());
            return new Gibbs().step(chain, energy, random);
        };
        try (TrainableEnergy energy = new QuadraticEnergy(DEVICE, new double[5][5])) {
            new AnnealedImportanceSampling(recorder, 10, 4).logPartition(energy, RandomStream.of(1));
            assertEquals(3, given.size()); // no transition before the first weight, nor after the last
            for (Batch rows : given) {
                assertThrows(NullPointerException.class, () -> rows.states().toLongs());
            }
        }
    }

    @Test
    @DisplayName("The standard error is that of the mean weight, relative to it")
    void deltaMethod() {
        LogPartition found = LogPartition.ofLogWeights(10, new double[] {Math.log(1), Math.log(2), Math.log(6)});
        assertEquals(10 + Math.log(3), found.value(), 1e-14);
        // Sample variance (4 + 1 + 9)/2 = 7.
        assertEquals(Math.sqrt(7.0 / 3) / 3, found.standardError(), 1e-14);
        // Z of 1 ± .1 and 3 ± .6: 2 ± √(.01 + .36)/2.
        LogPartition mean = LogPartition.mean(List.of(new LogPartition(0, 0.1), new LogPartition(Math.log(3), 0.2)));
        assertEquals(Math.log(2), mean.value(), 1e-14);
        assertEquals(Math.sqrt(0.37) / 4, mean.standardError(), 1e-14);
        assertEquals(new LogPartition(5, 0.3), LogPartition.mean(List.of(new LogPartition(5, 0.3))));
    }

    @Test
    @DisplayName("Too few points, samplers that are biased, numbers and spaces too large are refused")
    void refusals() {
        Gibbs gibbs = new Gibbs();
        assertRefused(() -> new ImportanceSampling(1), "points 1", "at least 2");
        assertRefused(() -> new AnnealedImportanceSampling(gibbs, 1, 5), "1 chains", "2 or more");
        assertRefused(() -> new AnnealedImportanceSampling(gibbs, 5, 0), "0 temperatures", "1 or more");
        assertRefused(
                () -> new AnnealedImportanceSampling(new DiscreteLangevin(0.1, false), 5, 5),
                "does not leave its target invariant",
                "use Metropolis");
        assertRefused(
                () -> new AnnealedImportanceSampling(new Alternating(new Langevin(1, false, false), gibbs), 5, 5),
                "does not leave its target invariant");
        assertRefused(
                () -> new AnnealedImportanceSampling(Annealed.evenly(gibbs, 2, 1), 5, 5),
                "does not leave its target invariant");
        try (TrainableEnergy numbers = new MlpEnergy(
                        ProductSpace.of(new Uniform(2), new Numeric()), SMALL, DEVICE, RandomStream.of(1));
                TrainableEnergy large = new QuadraticEnergy(DEVICE, new double[23][23]);
                TrainableEnergy huge = new QuadraticEnergy(DEVICE, new double[64][64])) {
            assertRefused(() -> new ImportanceSampling(10).logPartition(numbers, RandomStream.of(1)), "numeric");
            assertRefused(() -> Enumeration.logPartition(numbers), "numeric");
            assertRefused(() -> Enumeration.logPartition(large), "8388608 states", "importance sampling");
            assertRefused(() -> Enumeration.energies(huge), "cannot be enumerated");
            assertEquals(
                    64 * Math.log(2),
                    new ImportanceSampling(10)
                            .logPartition(huge, RandomStream.of(1))
                            .value(),
                    1e-12,
                    "also where the count does not fit into a number");
        }
    }
}
