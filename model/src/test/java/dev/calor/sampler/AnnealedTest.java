package dev.calor.sampler;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A pass from noise to data with energies whose law at every level is known. */
class AnnealedTest {
    private static final Device DEVICE = Device.CPU_DOUBLE;
    private static final double[] HEIGHTS = {0, 1, 2, 3, -1};

    @BeforeAll
    static void oneThread() {
        Engine.setThreads(1); // small tensors: more threads only wait for each other
    }

    /** On one column of five levels, (1 − s)·height: uniform at s = 1. */
    private static Energy steps() {
        return ByFormula.on(ProductSpace.of(new Uniform(5)), (oneHot, numbers, levels) -> oneHot.matmul(
                        Tensor.real(DEVICE, HEIGHTS, 5, 1))
                .select(1, 0)
                .times(Objects.requireNonNull(levels).negate().plus(1.0)));
    }

    /** On the line, x²/2v with v = 1 + 24(1 − s): N(0, 1) at s = 1, N(0, 25) at s = 0. */
    private static Energy widening() {
        return ByFormula.on(ProductSpace.of(new Numeric()), (oneHot, numbers, levels) -> numbers.square()
                .sum(1)
                .times(0.5)
                .over(Objects.requireNonNull(levels).times(-24.0).plus(25.0)));
    }

    @Test
    @DisplayName("Levels come in their order, as many steps at each, for every row")
    void order() {
        List<List<Double>> seen = new ArrayList<>();
        Sampler recorder = (chain, energy, random) -> {
            seen.add(java.util.Arrays.stream(
                            Objects.requireNonNull(chain.rows().levels()).toDoubles())
                    .boxed()
                    .toList());
            return new Transition(chain, Tensor.full(DEVICE, seen.size() % 2 == 0 ? 1 : 0.5));
        };
        try (Scope scope = Scope.open()) {
            Annealed annealed = Annealed.evenly(recorder, 3, 2);
            Transition pass =
                    annealed.step(annealed.start(Batch.ofStates(DEVICE, new int[2][1])), steps(), RandomStream.of(1));
            assertEquals(
                    List.of(
                            List.of(1.0, 1.0),
                            List.of(1.0, 1.0),
                            List.of(0.5, 0.5),
                            List.of(0.5, 0.5),
                            List.of(0.0, 0.0),
                            List.of(0.0, 0.0)),
                    seen);
            assertEquals(0.75, pass.acceptance().number(), 1e-15);
            assertArrayEquals(
                    new double[2],
                    Objects.requireNonNull(pass.next().rows().levels()).toDoubles());
        }
    }

    @Test
    @DisplayName("A Gibbs sweep of one column draws exactly: the pass ends in the law of its last level")
    void endsInLastLevel() {
        for (double last : new double[] {0.6, 0}) {
            double[] law = new double[5];
            double sum = 0;
            for (double height : HEIGHTS) {
                sum += Math.exp(-(1 - last) * height);
            }
            for (int v = 0; v < 5; v++) {
                law[v] = Math.exp(-(1 - last) * HEIGHTS[v]) / sum;
            }
            try (Scope scope = Scope.open()) {
                long[] counts = new long[5];
                Annealed annealed = new Annealed(new Gibbs(), List.of(1.0, 0.8, last), 1);
                for (long v : annealed.run(Batch.ofStates(DEVICE, new int[50_000][1]), steps(), 1, RandomStream.of(43))
                        .next()
                        .rows()
                        .states()
                        .toLongs()) {
                    counts[(int) v]++;
                }
                ChiSquare.assertFits("last level " + last, counts, law);
            }
        }
    }

    @Test
    @DisplayName("The step of Langevin follows the level, and rows that widen on the way end in the last law")
    void followsLevel() {
        int count = 20_000;
        try (Scope scope = Scope.open()) {
            Energy energy = widening();
            Batch noise = energy.base().draw(count, Noise.of(RandomStream.of(47), DEVICE));
            Annealed annealed = Annealed.evenly(new Langevin(1, true, true), 31, 3);
            Transition pass = annealed.run(noise, energy, 1, RandomStream.of(48));
            // Where the width is five times as large, so is the root of the best step.
            double first = new Langevin(1, true, true)
                    .run(
                            new Batch(noise.states(), noise.numbers(), Tensor.full(DEVICE, 1, count)),
                            energy,
                            60,
                            RandomStream.of(49))
                    .next()
                    .stepSize();
            assertEquals(25, pass.next().stepSize() / first, 8); // it lags behind the level by some steps
            // And then at rest: quarters of N(0, 25).
            Batch end = new Langevin(pass.next().stepSize(), true, false)
                    .run(pass.next().rows(), energy, 20, RandomStream.of(50))
                    .next()
                    .rows();
            long[] counts = new long[4];
            for (double x : end.numbers().toDoubles()) {
                counts[LangevinTest.quarter(x / 5)]++;
            }
            ChiSquare.assertFits("N(0, 25)", counts, new double[] {0.25, 0.25, 0.25, 0.25});
        }
    }

    @Test
    @DisplayName("A pass is its levels one after the other; its result lives in the caller's scope, and no longer")
    void isItsLevels() {
        try (Scope scope = Scope.open()) {
            Energy energy = widening();
            Langevin mala = new Langevin(1, true, true);
            Batch rows = energy.base().draw(10, Noise.of(RandomStream.of(47), DEVICE));
            Chain chain = mala.start(rows);
            for (int i = 0; i < 2; i++) {
                Tensor level = Tensor.full(DEVICE, 1 - i, 10);
                chain = mala.run(
                                chain.withRows(
                                        new Batch(rows.states(), chain.rows().numbers(), level)),
                                energy,
                                4,
                                RandomStream.of(2).child(i))
                        .next();
            }
            Batch gone;
            Annealed annealed = Annealed.evenly(mala, 2, 4);
            try (Scope inner = Scope.open()) {
                Chain found = annealed.step(annealed.start(rows), energy, RandomStream.of(2))
                        .next();
                gone = found.rows();
                assertArrayEquals(
                        chain.rows().numbers().toDoubles(),
                        found.rows().numbers().toDoubles());
                assertEquals(chain.stepSizes(), found.stepSizes());
            }
            assertThrows(NullPointerException.class, () -> gone.numbers().toDoubles());
        }
    }

    @Test
    @DisplayName("Levels out of range or out of order are refused, and too few")
    void refusals() {
        Gibbs gibbs = new Gibbs();
        assertRefused(() -> new Annealed(gibbs, List.of(), 1), "0 levels", "at least 1");
        assertRefused(() -> new Annealed(gibbs, List.of(1.0), 0), "0 steps", "at least 1");
        assertRefused(() -> new Annealed(gibbs, List.of(1.5, 0.0), 1), "level 1.5", "from 1 down to 0");
        assertRefused(() -> new Annealed(gibbs, List.of(1.0, Double.NaN), 1), "level NaN");
        assertRefused(() -> new Annealed(gibbs, List.of(0.2, 0.4), 1), "level 0.4 of noise after 0.2", "sort");
        assertRefused(() -> Annealed.evenly(gibbs, 1, 1), "1 levels", "at least 2");
        assertFalse(Annealed.evenly(gibbs, 2, 1).exact());
    }
}
