package dev.calor.estimate;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.energy.Energy;
import dev.calor.energy.QuadraticEnergy;
import dev.calor.random.AliasTable;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.rows.Marginals;
import dev.calor.sampler.ByFormula;
import dev.calor.sampler.DiscreteLangevin;
import dev.calor.sampler.Gibbs;
import dev.calor.sampler.GibbsWithGradients;
import dev.calor.sampler.HeatPath;
import dev.calor.sampler.NoiseSchedule;
import dev.calor.sampler.Sampler;
import dev.calor.space.Numeric;
import dev.calor.space.ProductSpace;
import dev.calor.space.Uniform;
import dev.calor.tensor.Device;
import dev.calor.tensor.Engine;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** log Z from both sides, where it is known: by enumeration, and for an image-sized machine by a sum over its hidden states. */
class PartitionBoundsTest {
    private static final double[] FIELDS = {0.4, -1, 0.7, 0.1};
    private static final AnnealedImportanceSampling.Listener SILENT = (temperature, rows) -> {};

    @BeforeAll
    static void oneThread() {
        Engine.setThreads(1); // small tensors: more threads only wait for each other
    }

    /** Four bits with fields and a coupling of all, of a strength that grows with the signal 1 − s. */
    private static Tensor bits(Tensor oneHot, Tensor strength) {
        Tensor spins =
                oneHot.reshape(oneHot.size(0), 4, 2).select(2, 1).times(2.0).plus(-1.0);
        Tensor field = spins.matmul(Tensor.real(ByFormula.DEVICE, FIELDS, 4, 1)).select(1, 0);
        return spins.sum(1).square().times(-0.15).plus(field).times(strength);
    }

    static Stream<EnergyPath> paths() {
        ProductSpace space = ProductSpace.power(new Uniform(2), 4);
        Energy data = ByFormula.on(
                space, (oneHot, numbers, levels) -> bits(oneHot, Tensor.full(ByFormula.DEVICE, 1, oneHot.size(0))));
        Energy conditional = ByFormula.on(
                space,
                (oneHot, numbers, levels) -> bits(
                        oneHot,
                        levels == null
                                ? Tensor.full(ByFormula.DEVICE, 1, oneHot.size(0))
                                : levels.negate().plus(1.0)));
        return Stream.of(new Tempering(data), new Denoising(conditional));
    }

    /** Exact samples of an enumerable energy. */
    private static Batch samples(Energy energy, int count, RandomStream random) {
        double[] weights = Arrays.stream(Enumeration.energies(energy))
                .map(u -> Math.exp(-u))
                .toArray();
        AliasTable table = AliasTable.of(weights);
        int[][] rows = IntStream.range(0, count)
                .mapToObj(i -> energy.space().state(table.draw(random)))
                .toArray(int[][]::new);
        return Batch.ofStates(energy.device(), rows);
    }

    @ParameterizedTest
    @MethodSource("paths")
    @DisplayName(
            "Over 40 seeds, both directions are within four standard errors of log Z, and deviate by one in the mean square")
    void unbiased(EnergyPath path) {
        double exact = Enumeration.logPartition(path.energy()).value();
        for (Sampler sampler : new Sampler[] {new GibbsWithGradients(), new DiscreteLangevin(0.5, true), new Gibbs()}) {
            AnnealedImportanceSampling annealing = new AnnealedImportanceSampling(sampler, 150, 6);
            double below = 0;
            double above = 0;
            for (int seed = 0; seed < 40; seed++) {
                RandomStream random = RandomStream.of(seed);
                try (Scope scope = Scope.open()) {
                    LogWeights forward = annealing.forward(path, random.child("forward"), SILENT);
                    LogWeights reverse = annealing.reverse(
                            path, samples(path.energy(), 150, random.child("rows")), random.child("reverse"), SILENT);
                    below += square(exact, forward.logPartition()) / 40;
                    above += square(exact, reverse.logPartition()) / 40;
                    assertTrue(reverse.mean().value() >= reverse.logPartition().value());
                }
            }
            // χ² with 40 degrees is below 16 in three cases of ten thousand, above 88 in two of a hundred thousand.
            assertTrue(below > 0.4 && below < 2.2, sampler + " from below: mean square " + below);
            assertTrue(above > 0.4 && above < 2.2, sampler + " from above: mean square " + above);
        }
    }

    @Test
    @DisplayName(
            "Paths of heat: over 40 seeds, both directions are within four standard errors of log Z, whatever the energy at levels")
    void heatPaths() {
        Energy energy = paths().skip(1).findFirst().orElseThrow().energy();
        Marginals base = new Marginals(energy.space(), new double[] {1, 1, 2, 1, 1, 2, 1, 3});
        HeatImportanceSampling sampling = new HeatImportanceSampling(new HeatPath(base, NoiseSchedule.even(8)));
        double exact = Enumeration.logPartition(energy).value();
        double below = 0;
        double above = 0;
        for (int seed = 0; seed < 40; seed++) {
            RandomStream random = RandomStream.of(seed);
            try (Scope scope = Scope.open()) {
                LogWeights forward = sampling.forward(energy, 200, random.child("forward"), step -> {});
                Batch rows = samples(energy, 200, random.child("rows"));
                LogWeights reverse = sampling.reverse(energy, rows, random.child("reverse"), step -> {});
                below += square(exact, forward.logPartition()) / 40;
                above += square(exact, reverse.logPartition()) / 40;
            }
        }
        assertTrue(below > 0.4 && below < 2.2, "from below: mean square " + below);
        assertTrue(above > 0.4 && above < 2.2, "from above: mean square " + above);
    }

    private static double square(double exact, LogPartition found) {
        double deviation = (found.value() - exact) / found.standardError();
        assertTrue(Math.abs(deviation) < 4, "deviates by " + deviation + " standard errors");
        return deviation * deviation;
    }

    @Test
    @DisplayName("Where one temperature is not enough the bounds disagree, with log Z between, and make no number")
    void disagree() {
        double[][] coupling = new double[14][14];
        for (double[] row : coupling) {
            Arrays.fill(row, 0.2); // two states of 16,384 have almost all of the mass
        }
        try (QuadraticEnergy energy = new QuadraticEnergy(Device.CPU_DOUBLE, coupling);
                Scope scope = Scope.open()) {
            double exact = Enumeration.logPartition(energy).value();
            AnnealedImportanceSampling once = new AnnealedImportanceSampling(new GibbsWithGradients(), 30, 2);
            Tempering path = new Tempering(energy);
            PartitionBounds bounds = PartitionBounds.ofExactSamples(
                    once.forward(path, RandomStream.of(1), SILENT),
                    once.reverse(path, samples(energy, 30, RandomStream.of(2)), RandomStream.of(3), SILENT));
            assertTrue(bounds.below().value() < exact - 1, bounds + " for " + exact);
            assertTrue(bounds.above().value() > exact, bounds + " for " + exact);
            assertEquals(Optional.empty(), bounds.middle());
            assertTrue(bounds.belowSize() < 10, "effective chains " + bounds.belowSize());
        }
    }

    @Test
    @DisplayName(
            "An RBM of 784 pixels and 20 hidden units: log Z by the sum over 2²⁰ hidden states lies between bounds within a nat")
    void imageSized() {
        BoltzmannMachine machine = new BoltzmannMachine(784, 20, 0.1, RandomStream.of(5));
        double exact = machine.logPartition();
        double alone = machine.base().logMass();
        AnnealedImportanceSampling annealing = new AnnealedImportanceSampling(new DiscreteLangevin(0.3, true), 50, 300);
        try (Scope scope = Scope.open()) {
            Tempering path = new Tempering(machine);
            LogWeights forward = annealing.forward(path, RandomStream.of(1), SILENT);
            Batch rows = machine.samples(50, RandomStream.of(2));
            LogWeights reverse = annealing.reverse(path, rows, RandomStream.of(3), SILENT);
            PartitionBounds bounds = PartitionBounds.ofExactSamples(forward, reverse);
            String found = bounds + ", exact " + exact + ", base " + alone;
            assertTrue(bounds.below().value() < exact + 4 * bounds.below().standardError(), found);
            assertTrue(bounds.above().value() > exact - 4 * bounds.above().standardError(), found);
            assertEquals(exact, bounds.middle().orElseThrow().value(), 0.5, found);
            // The mean of the log weights errs further to the same side.
            assertTrue(reverse.mean().value() > bounds.above().value(), found);
        }
    }

    @Test
    @DisplayName("The machine's sum over hidden states is the sum over all visible ones, where both can be had")
    void smallMachine() {
        BoltzmannMachine machine = new BoltzmannMachine(10, 3, 1, RandomStream.of(6));
        assertEquals(Enumeration.logPartition(machine).value(), machine.logPartition(), 1e-4); // U in single precision
    }

    @Test
    @DisplayName("Effective sizes, means and bounds by hand; directions and single chains are checked")
    void byHand() {
        double[] logs = {Math.log(1), Math.log(2), Math.log(6)};
        LogWeights forward = new LogWeights(10, logs, false);
        LogWeights reverse = new LogWeights(10, logs, true);
        assertEquals(81.0 / 41, forward.effectiveSize(), 1e-12);
        assertEquals(10 + Math.log(3), forward.logPartition().value(), 1e-12);
        // 1/w: 1, 1/2, 1/6.
        assertEquals(10 - Math.log(5.0 / 9), reverse.logPartition().value(), 1e-12);
        assertEquals(Math.pow(5.0 / 3, 2) / (1 + 1.0 / 4 + 1.0 / 36), reverse.effectiveSize(), 1e-12);
        assertEquals(10 + Math.log(12) / 3, reverse.mean().value(), 1e-12);
        PartitionBounds bounds = PartitionBounds.ofData(forward, reverse);
        assertEquals(Math.log(12) / 3 - Math.log(3), bounds.gap(), 1e-12);
        assertEquals(
                (bounds.below().value() + bounds.above().value()) / 2,
                bounds.middle().orElseThrow().value(),
                1e-12);
        assertRefused(() -> PartitionBounds.ofData(reverse, forward), "from the start of the path, then in reverse");
        assertRefused(() -> new LogWeights(0, new double[1], false), "1 weights", "at least 2");
        Marginals bit = Marginals.uniform(ProductSpace.of(new Uniform(2)));
        assertRefused(() -> new HeatPath(bit, new NoiseSchedule(List.of(0.9, 0.0))), "from level 0.9", "start at 1");
        Marginals mixed = Marginals.uniform(ProductSpace.of(new Uniform(2), new Numeric()));
        assertRefused(() -> new HeatPath(mixed, NoiseSchedule.even(5)), "1 numeric columns", "finite columns");
    }
}
