package dev.calor.sampler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.tensor.Engine;
import dev.calor.tensor.Scope;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Proposal and transition against formulas written out, with gradients from finite differences. */
class GibbsWithGradientsTest {
    @BeforeAll
    static void oneThread() {
        Engine.setThreads(1); // small tensors: more threads only wait for each other
    }

    static Stream<Enumerated> spaces() {
        return Enumerated.all();
    }

    /** q(x,y) ∝ exp(−ΔU_lin/2) over the states y that differ from x in one column. */
    static double[][] proposal(Enumerated on) {
        double[][][] changes = on.linearChanges();
        double[][] proposal = new double[on.count][on.count];
        for (int x = 0; x < on.count; x++) {
            double total = 0;
            for (int y = 0; y < on.count; y++) {
                int k = on.onlyDifference(x, y);
                if (k >= 0) {
                    proposal[x][y] = Math.exp(-changes[x][k][on.space.state(y)[k]] / 2);
                    total += proposal[x][y];
                }
            }
            for (int y = 0; y < on.count; y++) {
                proposal[x][y] /= total;
            }
        }
        return proposal;
    }

    @ParameterizedTest
    @MethodSource("spaces")
    @DisplayName("The proposal is exp(−ΔU_lin/2), normalised over all changes of one column, and never stays")
    void proposes(Enumerated on) {
        double[][] expected = proposal(on);
        try (Scope scope = Scope.open()) {
            Batch states = on.states();
            int slots = on.energy.layout().slots();
            double[] found = GibbsWithGradients.logProposal(on.energy, on.energy.gradient(states), states)
                    .exp()
                    .toDoubles();
            for (int x = 0; x < on.count; x++) {
                for (int k = 0; k < on.space.dimension(); k++) {
                    int[] state = on.space.state(x);
                    int present = state[k];
                    for (int v = 0; v < on.space.finite(k).size(); v++) {
                        state[k] = v;
                        double q = v == present ? 0 : expected[x][(int) on.space.index(state)];
                        double probability =
                                found[x * slots + on.energy.layout().offset(k) + v];
                        assertEquals(q, probability, Enumerated.DIFFERENCES);
                        assertTrue(v != present || probability == 0, "stays at " + x);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("spaces")
    @DisplayName("The transition is in detailed balance with π, and a step follows it")
    void transition(Enumerated on) {
        double[][] transition = on.metropolis(proposal(on));
        on.assertDetailedBalance(transition);
        on.assertSteps(new GibbsWithGradients(), transition, 5000);
    }

    @ParameterizedTest
    @MethodSource("spaces")
    @DisplayName("The acceptance reported is the share of chains that moved")
    void acceptance(Enumerated on) {
        int copies = 100;
        try (Scope scope = Scope.open()) {
            Batch rows = on.states().repeatRows(copies);
            Sampler sampler = new GibbsWithGradients();
            Transition step = sampler.step(sampler.start(rows), on.energy, RandomStream.of(23));
            long[] ends = on.indices(step.next().rows());
            double moved = 0;
            for (int i = 0; i < ends.length; i++) {
                moved += ends[i] == i / copies ? 0 : 1;
            }
            assertEquals(moved / ends.length, step.acceptance().number(), Enumerated.ROUNDING);
        }
    }
}
