package dev.calor.sampler;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.calor.contract.SamplerContract;
import dev.calor.energy.Energy;
import dev.calor.energy.Gradient;
import dev.calor.energy.mlp.MlpEnergy;
import dev.calor.energy.mlp.MlpEnergy.Architecture;
import dev.calor.random.ChiSquare;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.rows.OneHot;
import dev.calor.space.Numeric;
import dev.calor.space.ProductSpace;
import dev.calor.space.Uniform;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of all samplers, gradients kept between steps, and the distribution that chains end in. */
class SamplerTest extends SamplerContract {
    private static final Device DEVICE = Device.CPU_DOUBLE;

    /** As rows of tables are sampled. */
    private static final Alternating LANGEVIN =
            new Alternating(new Langevin(0.5, true, true), new DiscreteLangevin(0.5, true, true));

    @Override
    protected Stream<Sampler> samplers() {
        return Stream.concat(
                exactOnCategories(),
                Stream.of(
                        new DiscreteLangevin(0.5, false),
                        new Langevin(0.5, true, true),
                        LANGEVIN,
                        new Annealed(LANGEVIN, List.of(1.0, 0.5, 0.0), 2)));
    }

    static Stream<Sampler> exactOnCategories() {
        return Stream.of(
                new Gibbs(),
                new GibbsWithGradients(),
                new DiscreteLangevin(0.5, true),
                new Alternating(new GibbsWithGradients(), new DiscreteLangevin(0.5, true)));
    }

    private static MlpEnergy energy(Device device) {
        return new MlpEnergy(MIXED, new Architecture(2, 8, 2, false, false, false), device, RandomStream.of(3));
    }

    private static Batch rows(MlpEnergy energy) {
        return energy.base().draw(50, Noise.of(RandomStream.of(4), energy.device()));
    }

    /** Counts evaluations of gradients. */
    private record Counted(Energy inside, AtomicInteger gradients) implements Energy {
        @Override
        public ProductSpace space() {
            return inside.space();
        }

        @Override
        public OneHot layout() {
            return inside.layout();
        }

        @Override
        public Device device() {
            return inside.device();
        }

        @Override
        public Tensor relaxed(Tensor oneHot, Tensor numbers, @Nullable Tensor levels) {
            return inside.relaxed(oneHot, numbers, levels);
        }

        @Override
        public Gradient innermost(Batch batch) {
            gradients.incrementAndGet();
            return inside.innermost(batch);
        }
    }

    static Stream<Sampler> withMetropolis() {
        return Stream.of(
                new GibbsWithGradients(), new DiscreteLangevin(0.5, true, true), new Langevin(0.5, true, true));
    }

    @ParameterizedTest
    @MethodSource("withMetropolis")
    @DisplayName("The gradient of the accepted row is kept: n steps evaluate n + 1, and it is that of the row")
    void oneGradientPerStep(Sampler sampler) {
        AtomicInteger gradients = new AtomicInteger();
        try (Scope scope = Scope.open();
                MlpEnergy energy = energy(DEVICE)) {
            Counted counted = new Counted(energy, gradients);
            Chain end =
                    sampler.run(rows(energy), counted, 6, RandomStream.of(6)).next();
            assertEquals(7, gradients.get());
            Gradient kept = Objects.requireNonNull(end.innermost());
            Gradient fresh = energy.innermost(end.rows());
            assertArrayEquals(fresh.energy().toDoubles(), kept.energy().toDoubles(), 1e-13);
            assertArrayEquals(fresh.oneHot().toDoubles(), kept.oneHot().toDoubles(), 1e-13);
            assertArrayEquals(fresh.numbers().toDoubles(), kept.numbers().toDoubles(), 1e-13);
            // And from one sampler to the next of an alternation.
            gradients.set(0);
            new Alternating(new Langevin(0.5, true, true), sampler).run(rows(energy), counted, 3, RandomStream.of(6));
            assertEquals(7, gradients.get());
        }
    }

    private static void assertSame(Batch expected, Batch actual) {
        assertArrayEquals(expected.states().toLongs(), actual.states().toLongs());
        assertArrayEquals(expected.numbers().toDoubles(), actual.numbers().toDoubles());
    }

    private static String text(Batch rows) {
        return java.util.Arrays.toString(rows.states().toLongs())
                + java.util.Arrays.toString(rows.numbers().toDoubles());
    }

    @Test
    @DisplayName("Rows between the steps of a run are freed, those it started from are not")
    void freed() {
        List<Batch> given = new ArrayList<>();
        Sampler recorder = (chain, energy, random) -> {
            given.add(chain.rows());
            return new Gibbs().step(chain, energy, random);
        };
        try (Scope scope = Scope.open();
                MlpEnergy energy = energy(DEVICE)) {
            recorder.run(rows(energy), energy, 5, RandomStream.of(6));
            assertEquals(100, given.get(0).states().toLongs().length);
            for (Batch between : given.subList(1, 5)) {
                assertThrows(NullPointerException.class, () -> between.states().toLongs());
                assertThrows(NullPointerException.class, () -> between.numbers().toDoubles());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("exactOnCategories")
    @DisplayName("Long chains from one state reach π: chi-square with a false alarm of 1e-6")
    void reachesDistribution(Sampler sampler) {
        Enumerated on = Enumerated.mixed();
        try (Scope scope = Scope.open()) {
            Batch start = Batch.ofStates(DEVICE, new int[4000][3]);
            long[] counts = new long[on.count];
            for (long index : on.indices(sampler.run(start, on.energy, 100, RandomStream.of(8))
                    .next()
                    .rows())) {
                counts[(int) index]++;
            }
            ChiSquare.assertFits(sampler.toString(), counts, on.probabilities);
        }
    }

    @Test
    @DisplayName("The mean acceptance of chains in equilibrium is Σ π(x) P(x moves)")
    void meanAcceptance() {
        Enumerated on = Enumerated.mixed();
        double[][] proposal = GibbsWithGradientsTest.proposal(on);
        double expected = on.mobility(on.metropolis(proposal));
        try (Scope scope = Scope.open()) {
            Sampler sampler = new GibbsWithGradients();
            Chain warm = sampler.run(Batch.ofStates(DEVICE, new int[4000][3]), on.energy, 50, RandomStream.of(8))
                    .next();
            // A share of 4,000 chains deviates by at most 0.008, and the mean of 20 by less: this is five deviations
            // and more.
            assertEquals(
                    expected,
                    sampler.run(warm, on.energy, 20, RandomStream.of(9))
                            .acceptance()
                            .number(),
                    0.01);
        }
    }

    @ParameterizedTest
    @MethodSource("samplers")
    @DisplayName("Rows without categories, or without numbers, are moved by what there is, or stay")
    void missingKinds(Sampler sampler) {
        Architecture architecture = new Architecture(2, 8, 2, false, false, false);
        for (ProductSpace space : new ProductSpace[] {
            ProductSpace.power(new Numeric(), 2), ProductSpace.of(new Uniform(3), new Uniform(2))
        }) {
            try (Scope scope = Scope.open();
                    MlpEnergy energy = new MlpEnergy(space, architecture, DEVICE, RandomStream.of(3))) {
                Batch start = rows(energy);
                Batch end =
                        sampler.run(start, energy, 2, RandomStream.of(6)).next().rows();
                assertArrayEquals(start.states().shape(), end.states().shape());
                boolean numbers = space.columns().get(0) instanceof Numeric;
                if (numbers == sampler instanceof Langevin || sampler.equals(LANGEVIN) || sampler instanceof Annealed) {
                    assertNotEquals(text(start), text(end));
                } else {
                    assertEquals(text(start), text(end));
                }
            }
        }
    }

    @Test
    @DisplayName("No steps change nothing; fewer are refused")
    void counts() {
        try (Scope scope = Scope.open();
                MlpEnergy energy = energy(DEVICE)) {
            Batch start = rows(energy);
            assertSame(
                    start,
                    new Gibbs().run(start, energy, 0, RandomStream.of(1)).next().rows());
            assertRefused(() -> new Gibbs().run(start, energy, -1, RandomStream.of(1)), "-1 steps", "0 or more");
        }
    }
}
