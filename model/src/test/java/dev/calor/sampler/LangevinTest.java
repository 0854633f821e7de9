package dev.calor.sampler;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.energy.Batch;
import dev.calor.energy.Energy;
import dev.calor.energy.Uniformly;
import dev.calor.random.RandomStream;
import dev.calor.tensor.Engine;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The moves it is made of, with gradients taken afresh, and their transition matrix. Its law on mixed rows: AlternatingTest. */
class LangevinTest {
    private static final Mala MALA = new Mala(0.9, true, true);
    private static final DiscreteLangevin DMALA = new DiscreteLangevin(0.4, true, true);

    @BeforeAll
    static void oneThread() {
        Engine.setThreads(1); // small tensors: more threads only wait for each other
    }

    @Test
    @DisplayName("Two rounds on categories alone have the transition matrix of DMALA, squared")
    void squared() {
        Enumerated on = Enumerated.mixed();
        double[][] once = on.metropolis(DiscreteLangevinTest.proposal(on, 0.6));
        double[][] twice = GibbsTest.times(once, once);
        assertArrayEquals(on.law, on.after(twice), Enumerated.ROUNDING);
        on.assertSteps(new Langevin(MALA, new DiscreteLangevin(0.6, true), 1), once, 3000);
        on.assertSteps(new Langevin(MALA, new DiscreteLangevin(0.6, true), 2), twice, 3000);
    }

    @Test
    @DisplayName("Rounds alternate the moves of MALA and DMALA; kept gradients are those of the rows they are kept for")
    void alternates() {
        try (Scope scope = Scope.open()) {
            Energy energy = AlternatingTest.mixture();
            Batch rows = Uniformly.rows(energy, 200, Noise.of(RandomStream.of(1), Enumerated.DEVICE));
            Langevin both = new Langevin(MALA, DMALA, 3);
            Transition found = both.step(both.start(rows), energy, RandomStream.of(2));

            Noise noise = Noise.of(RandomStream.of(2), Enumerated.DEVICE);
            double epsilon = MALA.step();
            double alpha = DMALA.step();
            double acceptance = 0;
            for (int round = 0; round < 3; round++) {
                Moved numbers = MALA.move(energy, rows, energy.gradient(rows), epsilon, noise);
                Moved categories = DMALA.move(energy, numbers.rows(), energy.gradient(numbers.rows()), alpha, noise);
                rows = categories.rows();
                epsilon = numbers.stepSize();
                alpha = categories.stepSize();
                acceptance += (numbers.share().number() + categories.share().number()) / 6;
            }
            assertArrayEquals(
                    rows.states().toLongs(), found.next().rows().states().toLongs());
            assertArrayEquals(
                    rows.numbers().toDoubles(), found.next().rows().numbers().toDoubles(), 1e-12);
            assertEquals(List.of(epsilon, alpha), found.next().stepSizes());
            assertTrue(acceptance > 0.1 && acceptance < 0.99, "a test that moves and rejects: " + acceptance);
            assertEquals(acceptance, found.acceptance(), 1e-12);
        }
    }

    @Test
    @DisplayName("It is exact where both moves are; no rounds are refused")
    void exactness() {
        assertTrue(new Langevin(MALA, DMALA, 1).exact());
        assertFalse(new Langevin(new Mala(1, false, false), DMALA, 1).exact());
        assertFalse(new Langevin(MALA, new DiscreteLangevin(1, false), 1).exact());
        assertRefused(() -> new Langevin(MALA, DMALA, 0), "0 rounds", "at least 1");
    }
}
