package dev.calor.sampler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.energy.Energy;
import dev.calor.random.ChiSquare;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.space.Numeric;
import dev.calor.space.ProductSpace;
import dev.calor.space.Uniform;
import dev.calor.tensor.Device;
import dev.calor.tensor.Engine;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Mixed rows with a known law: a category k of probability p_k, and a number from N(m_k, 1). */
class AlternatingTest {
    private static final Device DEVICE = Device.CPU_DOUBLE;
    static final double[] LAW = {0.6, 0.3, 0.1};
    static final double[] MEANS = {0, 1.5, -1};

    @BeforeAll
    static void oneThread() {
        Engine.setThreads(1); // small tensors: more threads only wait for each other
    }

    /** U = (x − m_k)²/2 − log p_k. */
    static Energy mixture() {
        return ByFormula.on(ProductSpace.of(new Uniform(3), new Numeric()), (oneHot, numbers, levels) -> {
            Tensor means = oneHot.matmul(Tensor.real(DEVICE, MEANS, 3, 1));
            Tensor logLaw = oneHot.matmul(Tensor.real(DEVICE, LAW, 3, 1).log());
            return numbers.minus(means).square().times(0.5).minus(logLaw).sum(1);
        });
    }

    static Stream<Sampler> samplers() {
        return Stream.of(
                new Alternating(new Langevin(1, true, false), new Gibbs()),
                new Alternating(new DiscreteLangevin(1, true), new Langevin(1, true, false)),
                new Alternating(new Langevin(1, true, false), new DiscreteLangevin(1, true)),
                new Alternating(
                        new GibbsWithGradients(), new Alternating(new Langevin(0.5, true, false), new Gibbs())));
    }

    @ParameterizedTest
    @MethodSource("samplers")
    @DisplayName("Mixed rows from one point reach their joint law: chi-square with a false alarm of 1e-6")
    void reachesLaw(Sampler sampler) {
        int count = 20_000;
        try (Scope scope = Scope.open()) {
            Batch start = new Batch(Tensor.fullWhole(DEVICE, 2, count, 1), Tensor.full(DEVICE, 3, count, 1), null);
            Batch end = sampler.run(start, mixture(), 60, RandomStream.of(41))
                    .next()
                    .rows();
            long[] states = end.states().toLongs();
            double[] numbers = end.numbers().toDoubles();
            long[] counts = new long[12];
            double[] law = new double[12];
            for (int i = 0; i < count; i++) {
                int k = (int) states[i];
                counts[4 * k + LangevinTest.quarter(numbers[i] - MEANS[k])]++;
            }
            for (int cell = 0; cell < 12; cell++) {
                law[cell] = LAW[cell / 4] / 4;
            }
            ChiSquare.assertFits(sampler.toString(), counts, law);
        }
    }

    @Test
    @DisplayName("It is the one step and then the other, each with a stream and a step size of its own")
    void isBoth() {
        Langevin mala = new Langevin(0.9, true, true);
        DiscreteLangevin langevin = new DiscreteLangevin(0.4, true, true);
        try (Scope scope = Scope.open()) {
            Energy energy = mixture();
            Batch rows = energy.base().draw(100, Noise.of(RandomStream.of(1), DEVICE));
            Alternating both = new Alternating(mala, langevin);
            Chain start = both.start(rows);
            assertArrayEquals(new Double[] {0.9, 0.4}, start.stepSizes().toArray());
            Transition found = both.step(start, energy, RandomStream.of(2));

            Transition one =
                    mala.step(mala.start(rows), energy, RandomStream.of(2).child("first"));
            Transition two = langevin.step(
                    langevin.start(one.next().rows()),
                    energy,
                    RandomStream.of(2).child("second"));
            assertArrayEquals(
                    two.next().rows().states().toLongs(),
                    found.next().rows().states().toLongs());
            assertArrayEquals(
                    two.next().rows().numbers().toDoubles(),
                    found.next().rows().numbers().toDoubles());
            assertArrayEquals(
                    new Double[] {one.next().stepSize(), two.next().stepSize()},
                    found.next().stepSizes().toArray());
            assertTrue(one.acceptance().number() != two.acceptance().number());
            assertEquals(
                    Math.min(one.acceptance().number(), two.acceptance().number()),
                    found.acceptance().number());
        }
    }

    @Test
    @DisplayName(
            "Where there are no numbers, Langevin leaves categories to the other: the transition matrix is that of DMALA")
    void categoriesAlone() {
        Enumerated on = Enumerated.mixed();
        double[][] once = on.metropolis(DiscreteLangevinTest.proposal(on, 0.6));
        assertArrayEquals(on.law, on.after(once), Enumerated.ROUNDING);
        on.assertSteps(new Alternating(new Langevin(0.9, true, true), new DiscreteLangevin(0.6, true)), once, 3000);
    }

    @Test
    @DisplayName("It leaves the law invariant only where both do")
    void exactness() {
        assertTrue(new Alternating(new Langevin(1, true, false), new Gibbs()).exact());
        assertFalse(new Alternating(new Langevin(1, false, false), new Gibbs()).exact());
        assertFalse(new Alternating(new Gibbs(), new DiscreteLangevin(1, false)).exact());
    }
}
