package dev.calor.sampler;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.dataset.IsingLattice;
import dev.calor.energy.Energy;
import dev.calor.energy.QuadraticEnergy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
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

/** DMALA and DULA against formulas written out, with gradients from finite differences. */
class DiscreteLangevinTest {
    private static final double STEP = 0.6;

    @BeforeAll
    static void oneThread() {
        Engine.setThreads(1); // small tensors: more threads only wait for each other
    }

    static Stream<Enumerated> spaces() {
        return Enumerated.all();
    }

    /** q(x,y) = Π_k softmax_v(−ΔU_lin(v)/2 − 1[v ≠ x_k]/2α) at y_k. */
    static double[][] proposal(Enumerated on, double step) {
        double[][][] changes = on.linearChanges();
        double[][] proposal = new double[on.count][on.count];
        for (int x = 0; x < on.count; x++) {
            for (int y = 0; y < on.count; y++) {
                proposal[x][y] = 1;
                for (int k = 0; k < on.space.dimension(); k++) {
                    int present = on.space.state(x)[k];
                    double total = 0;
                    for (int v = 0; v < changes[x][k].length; v++) {
                        total += weight(changes[x][k][v], v == present, step);
                    }
                    int next = on.space.state(y)[k];
                    proposal[x][y] *= weight(changes[x][k][next], next == present, step) / total;
                }
            }
        }
        return proposal;
    }

    private static double weight(double change, boolean stays, double step) {
        return Math.exp(-change / 2 - (stays ? 0 : 1 / (2 * step)));
    }

    private static double distance(double[] p, double[] q) {
        double sum = 0;
        for (int i = 0; i < p.length; i++) {
            sum += Math.abs(p[i] - q[i]) / 2;
        }
        return sum;
    }

    @ParameterizedTest
    @MethodSource("spaces")
    @DisplayName("The log proposal of every pair of states is that of the formula")
    void proposes(Enumerated on) {
        double[][] expected = proposal(on, STEP);
        try (Scope scope = Scope.open()) {
            Batch from = on.states().repeatRows(on.count);
            Tensor to = Tensor.cat(
                    0,
                    java.util.Collections.nCopies(on.count, on.states().states())
                            .toArray(Tensor[]::new));
            Tensor log = DiscreteLangevin.logProposal(on.energy, on.energy.gradient(from), from, STEP);
            double[] found = DiscreteLangevin.at(log, to).exp().toDoubles();
            for (int i = 0; i < found.length; i++) {
                assertEquals(expected[i / on.count][i % on.count], found[i], Enumerated.DIFFERENCES);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("spaces")
    @DisplayName("DMALA is in detailed balance with π, and a step follows it")
    void adjusted(Enumerated on) {
        for (double step : new double[] {0.2, STEP, 10}) {
            double[][] transition = on.metropolis(proposal(on, step));
            on.assertDetailedBalance(transition);
            on.assertSteps(new DiscreteLangevin(step, true), transition, 3000);
        }
    }

    @ParameterizedTest
    @MethodSource("spaces")
    @DisplayName("DULA steps by its proposal alone, which at a large step does not leave π invariant")
    void unadjusted(Enumerated on) {
        double[][] large = proposal(on, 10);
        on.assertSteps(new DiscreteLangevin(10, false), large, 3000);
        double drift = distance(on.law, on.after(large));
        assertTrue(drift > 0.02, "π moves by " + drift);
        double less = distance(on.law, on.after(proposal(on, 0.1)));
        assertTrue(less < drift / 5, "with a small step it moves by " + less + ", not much less than " + drift);
    }

    @Test
    @DisplayName("With adaptation the step reaches an acceptance of 57 %")
    void adapts() {
        try (Scope scope = Scope.open();
                Energy energy = new QuadraticEnergy(Enumerated.DEVICE, new IsingLattice(4, 0.15).coupling())) {
            Batch rows = energy.base().draw(2000, Noise.of(RandomStream.of(1), Enumerated.DEVICE));
            Sampler sampler = new DiscreteLangevin(0.2, true, true);
            Chain warm = sampler.run(rows, energy, 150, RandomStream.of(2)).next();
            // A share of 2,000 chains deviates by 0.011, its mean over 20 steps by less; the step lags a little.
            assertEquals(
                    0.57,
                    sampler.run(warm, energy, 20, RandomStream.of(3))
                            .acceptance()
                            .number(),
                    0.03);
            assertTrue(warm.stepSize() > 0.2, "step " + warm.stepSize());
        }
    }

    @Test
    @DisplayName("Steps that are not positive are refused, and adapting to no acceptance")
    void refusals() {
        assertRefused(() -> new DiscreteLangevin(0, true), "step 0.0", "positive");
        assertRefused(() -> new DiscreteLangevin(Double.NaN, false), "step NaN", "positive");
        assertRefused(() -> new DiscreteLangevin(1, false, true), "without Metropolis");
    }
}
