package dev.calor.sampler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.energy.Clamped;
import dev.calor.energy.Energy;
import dev.calor.energy.Gradient;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.rows.OneHot;
import dev.calor.tensor.Engine;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which changes of U are exact, and what that costs. */
class CategoryRatiosTest {
    private static final NoisedRows ROWS = NoisedRows.of(2, 3, 4);
    private static final ReverseStep STEP = new ReverseStep(0.4, 0.35);

    @BeforeAll
    static void oneThread() {
        Engine.setThreads(1); // small tensors: more threads only wait for each other
    }

    private static Tensor marginals(Energy energy, Batch rows) {
        return new ReverseHeat(ROWS.base, NoiseSchedule.even(1), CategoryRatios.exact(), new Gibbs(), 0)
                .marginals(energy, rows.rows());
    }

    private static double[] changes(CategoryRatios ratios, Energy energy, Batch rows) {
        Tensor changes = ratios.changes(energy, rows, energy.gradient(rows), STEP, marginals(energy, rows));
        return LocalChanges.linear(energy.layout(), energy.device(), changes, rows.states())
                .toDoubles(); // against the present level
    }

    private static double[] linear(Energy energy, Batch rows) {
        Gradient here = energy.gradient(rows);
        return LocalChanges.linear(energy.layout(), energy.device(), here.oneHot(), rows.states())
                .toDoubles();
    }

    /** U with every level in turn − U, one row after the other. */
    private static double[] oneByOne(Energy energy, Batch rows) {
        OneHot layout = energy.layout();
        long[] states = rows.states().toLongs();
        double[] changes = new double[(int) rows.rows() * layout.slots()];
        for (int row = 0; row < rows.rows(); row++) {
            int[] state = new int[layout.columns()];
            for (int k = 0; k < state.length; k++) {
                state[k] = (int) states[row * state.length + k];
            }
            for (int k = 0; k < state.length; k++) {
                for (int v = 0; v < layout.size(k); v++) {
                    int[] changed = state.clone();
                    changed[k] = v;
                    changes[row * layout.slots() + layout.offset(k) + v] =
                            energy(energy, changed) - energy(energy, state);
                }
            }
        }
        return changes;
    }

    private static double energy(Energy energy, int[] state) {
        Batch one = Batch.ofStates(NoisedRows.DEVICE, new int[][] {state});
        return energy.energy(new Batch(one.states(), one.numbers(), Tensor.full(NoisedRows.DEVICE, STEP.level(), 1)))
                .number();
    }

    @Test
    @DisplayName("Linear changes are those of the gradient, exact ones those of evaluations one by one")
    void linearAndExact() {
        try (Scope scope = Scope.open()) {
            Batch rows = ROWS.all(STEP.level());
            assertArrayEquals(linear(ROWS.energy, rows), changes(CategoryRatios.linear(), ROWS.energy, rows), 0);
            assertArrayEquals(
                    oneByOne(ROWS.energy, rows),
                    changes(CategoryRatios.exact(), ROWS.energy, rows),
                    Enumerated.ROUNDING);
        }
    }

    @Test
    @DisplayName("Exact only for columns with few levels, at low noise, for columns that are about to change")
    void conditions() {
        try (Scope scope = Scope.open()) {
            Batch rows = ROWS.all(STEP.level());
            double[] linear = linear(ROWS.energy, rows);
            double[] exact = oneByOne(ROWS.energy, rows);
            assertArrayEquals(linear, changes(CategoryRatios.exact().upToNoise(0.39), ROWS.energy, rows), 0);
            assertArrayEquals(
                    exact, changes(CategoryRatios.exact().upToNoise(0.4), ROWS.energy, rows), Enumerated.ROUNDING);
            double[] narrow = changes(CategoryRatios.exact().upToLevels(3), ROWS.energy, rows);
            CategoryRatios some = CategoryRatios.exact().fromChance(0.2);
            double[] probable = changes(some, ROWS.energy, rows);
            double[][][] leaps = ReverseStepTest.leaps(
                    ROWS,
                    new ReverseHeat(ROWS.base, NoiseSchedule.even(1), CategoryRatios.linear(), new Gibbs(), 0),
                    STEP);
            int evaluated = 0;
            for (int i = 0; i < exact.length; i++) {
                int slot = i % 9;
                int column = slot < 2 ? 0 : slot < 5 ? 1 : 2;
                assertEquals(column < 2 ? exact[i] : linear[i], narrow[i], Enumerated.ROUNDING);
                int present = ROWS.states.state(i / 9)[column];
                boolean wanted = leaps[i / 9][column][present] <= 0.8;
                assertEquals(wanted ? exact[i] : linear[i], probable[i], Enumerated.ROUNDING);
                evaluated += wanted ? 1 : 0;
            }
            assertTrue(evaluated > ROWS.count && evaluated < ROWS.count * 8, "not all and not none: " + evaluated);
        }
    }

    @Test
    @DisplayName("An exact pass evaluates all levels but the present one, in chunks of at most 8,192 rows")
    void cost() {
        AtomicLong rows = new AtomicLong();
        AtomicLong most = new AtomicLong();
        Energy counting = ByFormula.on(ROWS.energy.space(), (oneHot, numbers, levels) -> {
            rows.addAndGet(oneHot.size(0));
            most.accumulateAndGet(oneHot.size(0), Math::max);
            return ROWS.energy.relaxed(oneHot, numbers, levels);
        });
        try (Scope scope = Scope.open()) {
            Batch many = ROWS.base.draw(3000, Noise.of(RandomStream.of(1), NoisedRows.DEVICE));
            Batch declared =
                    new Batch(many.states(), many.numbers(), Tensor.full(NoisedRows.DEVICE, STEP.level(), 3000));
            Gradient here = counting.gradient(declared);
            rows.set(0);
            most.set(0);
            double[] found = CategoryRatios.exact()
                    .changes(counting, declared, here, STEP, marginals(counting, declared))
                    .toDoubles();
            assertEquals(3000 * (1 + 2 + 3), rows.get());
            assertEquals(8192, most.get());
            Batch last = declared.only(Tensor.whole(NoisedRows.DEVICE, new long[] {2999}, 1));
            double[] own = oneByOne(ROWS.energy, last);
            for (int slot = 0; slot < 9; slot++) {
                assertEquals(own[slot], found[2999 * 9 + slot], Enumerated.ROUNDING);
            }
        }
    }

    @Test
    @DisplayName(
            "Levels that a condition forbids stay forbidden; others change by the conditional energy of their own row")
    void forbidden() {
        try (Scope scope = Scope.open()) {
            double[] parts = {
                0, 0, 0, Double.POSITIVE_INFINITY, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, Double.POSITIVE_INFINITY, 0
            };
            Tensor none = Tensor.zeros(NoisedRows.DEVICE, 1, 0);
            Clamped own = new Clamped(ROWS.energy, Tensor.real(NoisedRows.DEVICE, parts, 2, 9), none, none);
            Batch states = Batch.ofStates(NoisedRows.DEVICE, new int[][] {{0, 0, 1}, {1, 2, 3}});
            Batch rows = new Batch(states.states(), states.numbers(), Tensor.full(NoisedRows.DEVICE, STEP.level(), 2));
            double[] found = changes(CategoryRatios.exact(), own, rows);
            double[] free = oneByOne(ROWS.energy, rows);
            for (int i = 0; i < free.length; i++) {
                assertEquals(free[i] + parts[i], found[i], Enumerated.ROUNDING);
            }
        }
    }
}
