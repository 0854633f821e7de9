package dev.calor.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.calor.energy.Energy;
import dev.calor.energy.mlp.MlpEnergy;
import dev.calor.energy.mlp.MlpEnergy.Architecture;
import dev.calor.estimate.Enumeration;
import dev.calor.random.AliasTable;
import dev.calor.random.ChiSquare;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.sampler.Chain;
import dev.calor.sampler.Sampler;
import dev.calor.sampler.Transition;
import dev.calor.space.Numeric;
import dev.calor.space.ProductSpace;
import dev.calor.space.Uniform;
import dev.calor.tensor.Device;
import dev.calor.tensor.Engine;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every {@link Sampler} promises: runs, their scopes, their seeds, and, of exact ones, the distribution they keep. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class SamplerContract {
    private static final Device DEVICE = Device.CPU_DOUBLE;
    private static final int CHAINS = 4_000;

    /** Numbers and categories of several sizes. */
    protected static final ProductSpace MIXED =
            ProductSpace.of(new Numeric(), new Uniform(3), new Uniform(2), new Numeric());

    /** Small tensors: more threads only wait for each other. */
    @BeforeAll
    void oneThread() {
        Engine.setThreads(1);
    }

    /** The samplers to test, on {@link #MIXED} rows. They move numbers, categories, or both, and leave alone what they do not move. */
    protected abstract Stream<? extends Sampler> samplers();

    private static MlpEnergy energy(ProductSpace space, Device device) {
        MlpEnergy energy =
                new MlpEnergy(space, new Architecture(2, 8, 2, false, false, false), device, RandomStream.of(3));
        try (NoGradient guard = NoGradient.open()) {
            energy.parameters().forEach(parameter -> parameter.scale(2)); // steep
        }
        return energy;
    }

    private static MlpEnergy mixed() {
        return energy(MIXED, DEVICE);
    }

    private static Batch rows(Energy energy) {
        return energy.base().draw(50, Noise.of(RandomStream.of(4), energy.device()));
    }

    private static String text(Batch rows) {
        return Arrays.toString(rows.states().toLongs())
                + Arrays.toString(rows.numbers().toDoubles());
    }

    @ParameterizedTest
    @MethodSource("samplers")
    @DisplayName("A run is its steps one after the other, each with the child stream of its number")
    void runIsSteps(Sampler sampler) {
        try (Scope scope = Scope.open();
                MlpEnergy energy = mixed()) {
            Batch start = rows(energy);
            Chain chain = sampler.start(start);
            double acceptance = 0;
            for (int i = 0; i < 5; i++) {
                Transition step = sampler.step(chain, energy, RandomStream.of(6).child(i));
                acceptance += step.acceptance().number() / 5;
                chain = step.next();
            }
            Transition run = sampler.run(start, energy, 5, RandomStream.of(6));
            assertEquals(text(chain.rows()), text(run.next().rows()));
            assertEquals(chain.stepSizes(), run.next().stepSizes());
            assertEquals(acceptance, run.acceptance().number(), 1e-15);
        }
    }

    @ParameterizedTest
    @MethodSource("samplers")
    @DisplayName("The same seed gives the same rows, however scopes nest; another seed gives others")
    void seeds(Sampler sampler) {
        try (Scope scope = Scope.open();
                MlpEnergy energy = mixed()) {
            Batch start = rows(energy);
            String before = text(start);
            String once = text(
                    sampler.run(start, energy, 4, RandomStream.of(6)).next().rows());
            String nested;
            try (Scope middle = Scope.open();
                    Scope inner = Scope.open()) {
                nested = text(
                        sampler.run(start, energy, 4, RandomStream.of(6)).next().rows());
            }
            assertEquals(once, nested);
            assertNotEquals(
                    once,
                    text(sampler.run(start, energy, 4, RandomStream.of(7))
                            .next()
                            .rows()));
            assertEquals(before, text(start), "the rows to start from stay as they are");
        }
    }

    @ParameterizedTest
    @MethodSource("samplers")
    @DisplayName("The result lives in the caller's scope and goes with it")
    void lifetime(Sampler sampler) {
        try (Scope outer = Scope.open();
                MlpEnergy energy = mixed()) {
            Batch start = rows(energy);
            Batch gone;
            try (Scope inner = Scope.open()) {
                gone = sampler.run(start, energy, 3, RandomStream.of(6)).next().rows();
                assertArrayEquals(start.states().shape(), gone.states().shape());
                assertArrayEquals(start.numbers().shape(), gone.numbers().shape());
            }
            assertThrows(NullPointerException.class, () -> gone.states().toLongs());
            assertEquals(100, start.states().toLongs().length);
        }
    }

    @ParameterizedTest
    @MethodSource("samplers")
    @DisplayName("An exact sampler keeps exp(−U) of categories in double precision: chi-square, false alarm 1e-6")
    void keepsCategories(Sampler sampler) {
        keepsCategories(sampler, Device.CPU_DOUBLE);
    }

    @ParameterizedTest
    @MethodSource("samplers")
    @DisplayName("And in single precision")
    void keepsCategoriesInSinglePrecision(Sampler sampler) {
        keepsCategories(sampler, Device.CPU);
    }

    /** Chains that start in exp(−U), drawn exactly, are still in it after some steps. */
    private static void keepsCategories(Sampler sampler, Device device) {
        Assumptions.assumeTrue(sampler.exact(), "not exact, by its own account");
        ProductSpace space = ProductSpace.of(new Uniform(2), new Uniform(3), new Uniform(4));
        try (Scope scope = Scope.open();
                MlpEnergy energy = energy(space, device)) {
            double[] energies = Enumeration.energies(energy);
            double logZ = Enumeration.logPartition(energy).value();
            double[] expected =
                    Arrays.stream(energies).map(u -> Math.exp(-u - logZ)).toArray();
            AliasTable table = AliasTable.of(expected);
            RandomStream random = RandomStream.of(9);
            int[][] start = new int[CHAINS][];
            Arrays.setAll(start, i -> space.state(table.draw(random)));
            long[] states = sampler.run(Batch.ofStates(device, start), energy, 3, RandomStream.of(8))
                    .next()
                    .rows()
                    .states()
                    .toLongs();
            long[] counts = new long[expected.length];
            for (int i = 0; i < CHAINS; i++) {
                counts[(int) space.index((int) states[3 * i], (int) states[3 * i + 1], (int) states[3 * i + 2])]++;
            }
            ChiSquare.assertFits(sampler + " on " + device, counts, expected);
        }
    }

    @ParameterizedTest
    @MethodSource("samplers")
    @DisplayName("An exact sampler keeps the mean energy of numbers: five standard errors, in both precisions")
    void keepsNumbers(Sampler sampler) {
        Assumptions.assumeTrue(sampler.exact(), "not exact, by its own account");
        for (Device device : new Device[] {Device.CPU_DOUBLE, Device.CPU}) {
            try (Scope scope = Scope.open()) {
                Normal energy = new Normal(device);
                Batch start = energy.base().draw(CHAINS, Noise.of(RandomStream.of(9), device));
                double[] numbers = sampler.run(start, energy, 3, RandomStream.of(8))
                        .next()
                        .rows()
                        .numbers()
                        .toDoubles();
                double mean = Arrays.stream(numbers).average().orElseThrow();
                double square = Arrays.stream(numbers).map(x -> x * x).average().orElseThrow();
                assertEquals(0, mean, 5 / Math.sqrt(numbers.length));
                assertEquals(1, square, 5 * Math.sqrt(2.0 / numbers.length));
            }
        }
    }
}
