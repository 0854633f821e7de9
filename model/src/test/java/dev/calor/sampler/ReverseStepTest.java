package dev.calor.sampler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.energy.Energy;
import dev.calor.energy.Gradient;
import dev.calor.rows.Batch;
import dev.calor.rows.OneHot;
import dev.calor.tensor.Engine;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The equations of a reverse step against Bayes' rule, by enumeration and by integration. */
class ReverseStepTest {
    private static final double[][] LEVELS = {{0.99, 0.9}, {0.9, 0.6}, {0.6, 0.55}, {0.3, 0.1}, {0.2, 0}};

    @BeforeAll
    static void oneThread() {
        Engine.setThreads(1); // small tensors: more threads only wait for each other
    }

    private static ReverseHeat exact(NoisedRows rows) {
        return new ReverseHeat(rows.base, NoiseSchedule.even(1), CategoryRatios.exact(), new Gibbs(), 0);
    }

    /** Probabilities of the levels of every column after a step, [state][column][level], for any ratios. */
    static double[][][] leaps(NoisedRows rows, ReverseHeat sampler, ReverseStep step) {
        return leaps(rows, rows.energy, sampler, step);
    }

    /** The same for the energy of noised rows under conditions: NaN for states that are forbidden. */
    static double[][][] leaps(NoisedRows rows, Energy energy, ReverseHeat sampler, ReverseStep step) {
        OneHot layout = energy.layout();
        double[][][] leaps = new double[rows.count][layout.columns()][];
        try (Scope scope = Scope.open()) {
            Batch all = rows.all(step.level());
            Gradient here = energy.gradient(all);
            double[] weights = sampler.weights(energy, all, here, step, sampler.marginals(energy, rows.count))
                    .toDoubles();
            for (int x = 0; x < rows.count; x++) {
                for (int k = 0; k < layout.columns(); k++) {
                    int first = (x * layout.columns() + k) * layout.widest();
                    double[] own = Arrays.copyOfRange(weights, first, first + layout.size(k));
                    double sum = Arrays.stream(own).sum();
                    leaps[x][k] = Arrays.stream(own).map(w -> w / sum).toArray();
                }
            }
        }
        return leaps;
    }

    @Test
    @DisplayName(
            "Leaps of a column are its distribution at the lower level given the whole row at the higher: matrix exponential and Bayes")
    void leapsAreBayes() {
        for (NoisedRows rows : new NoisedRows[] {NoisedRows.of(4), NoisedRows.of(2, 3, 4), NoisedRows.of(3, 3)}) {
            for (double[] pair : LEVELS) {
                double[][][] found = leaps(rows, exact(rows), new ReverseStep(pair[0], pair[1]));
                double[] before = rows.distributionAt(pair[1]);
                double[][] heat = rows.heat(pair[1], pair[0]);
                for (int x = 0; x < rows.count; x++) {
                    for (int k = 0; k < rows.states.dimension(); k++) {
                        double[] posterior = new double[found[x][k].length];
                        double sum = 0;
                        for (int y = 0; y < rows.count; y++) {
                            posterior[rows.states.state(y)[k]] += before[y] * heat[y][x];
                            sum += before[y] * heat[y][x];
                        }
                        for (int v = 0; v < posterior.length; v++) {
                            // Close to level 1, 1/κ = 10 and more times the rounding of ρ.
                            assertEquals(posterior[v] / sum, found[x][k][v], 1e-11, x + " to level " + v + " of " + k);
                        }
                    }
                }
            }
        }
    }

    @Test
    @DisplayName("The mean of a number is E[x′ | x] of a Gaussian mixture: by integration of Bayes' rule")
    void meanOfNumbers() {
        NoisedRows rows = NoisedRows.withNumber(0.3, 3);
        double[] at = {-1.5, -0.2, 0.4, 1.3};
        for (double[] pair : LEVELS) {
            if (pair[1] == 0) {
                continue; // p₀ is as narrow as the others, but the kernel to it is integrated best below
            }
            ReverseStep step = new ReverseStep(pair[0], pair[1]);
            try (Scope scope = Scope.open()) {
                for (int state = 0; state < 3; state++) {
                    Batch batch = row(state, at, pair[0]);
                    Gradient here = rows.energy.gradient(batch);
                    double[] means = step.mean(batch.numbers(), step.estimate(batch.numbers(), here.numbers()))
                            .toDoubles();
                    for (int i = 0; i < at.length; i++) {
                        assertEquals(posteriorMean(rows, state, at[i], pair), means[i], 1e-6, pair[0] + " at " + at[i]);
                    }
                }
            }
        }
    }

    private static Batch row(int state, double[] numbers, double level) {
        long[] states = new long[numbers.length];
        Arrays.fill(states, state);
        return new Batch(
                Tensor.whole(NoisedRows.DEVICE, states, states.length, 1),
                Tensor.real(NoisedRows.DEVICE, numbers, numbers.length, 1),
                Tensor.full(NoisedRows.DEVICE, level, numbers.length));
    }

    /** E[y′ | x, y] by the midpoint rule over y′ and the sum over x′, from p_s′ and the kernel of heat. */
    private static double posteriorMean(NoisedRows rows, int state, double number, double[] pair) {
        int points = 4000;
        double kept = Math.cos(Math.PI / 2 * pair[0]) / Math.cos(Math.PI / 2 * pair[1]);
        double[][] heat = rows.heat(pair[1], pair[0]);
        double[] grid = new double[points];
        Arrays.setAll(grid, i -> -8 + (i + 0.5) * 16 / points);
        double mass = 0;
        double moment = 0;
        for (int before = 0; before < rows.count; before++) {
            double[] energies = rows.energy.energy(row(before, grid, pair[1])).toDoubles();
            for (int i = 0; i < points; i++) {
                double distance = number - kept * grid[i];
                double weight =
                        Math.exp(-energies[i] - distance * distance / (2 * (1 - kept * kept))) * heat[before][state];
                mass += weight;
                moment += weight * grid[i];
            }
        }
        return moment / mass;
    }

    @Test
    @DisplayName(
            "Given a clean number, a step has the mean and variance of the Gaussian bridge, and ends in it at level 0")
    void bridge() {
        try (Scope scope = Scope.open()) {
            Tensor x = Tensor.real(NoisedRows.DEVICE, new double[] {-2, 0.7}, 2, 1);
            Tensor clean = Tensor.real(NoisedRows.DEVICE, new double[] {1.1, -0.4}, 2, 1);
            for (double[] pair : LEVELS) {
                ReverseStep step = new ReverseStep(pair[0], pair[1]);
                double a = Math.cos(Math.PI / 2 * pair[0]);
                double b = Math.cos(Math.PI / 2 * pair[1]);
                // The product of N(x′; b·x₀, 1 − b²) and N(x; κx′, 1 − κ²) in x′, by its precision.
                double kappa = a / b;
                double own = 1 - b * b;
                double variance = own == 0 ? 0 : 1 / (1 / own + kappa * kappa / (1 - kappa * kappa));
                assertEquals(variance, Math.pow(step.deviation(), 2), 1e-12);
                double[] means = step.mean(x, clean).toDoubles();
                for (int i = 0; i < 2; i++) {
                    double from = x.toDoubles()[i];
                    double to = clean.toDoubles()[i];
                    double expected = own == 0 ? to : variance * (b * to / own + kappa * from / (1 - kappa * kappa));
                    assertEquals(expected, means[i], 1e-12);
                }
            }
        }
    }

    @Test
    @DisplayName("Estimates of clean numbers stay within 4.5")
    void bounded() {
        try (Scope scope = Scope.open()) {
            Tensor x = Tensor.real(NoisedRows.DEVICE, new double[] {-2, 0, 2}, 3, 1);
            Tensor gradient = Tensor.real(NoisedRows.DEVICE, new double[] {9, 0.1, -9}, 3, 1);
            assertArrayEquals(
                    new double[] {-4.5, -0.1 * 0.5 / Math.sqrt(0.5), 4.5},
                    new ReverseStep(0.5, 0.4).estimate(x, gradient).toDoubles(),
                    1e-12);
            assertTrue(new ReverseStep(1, 0.5).isFromPureNoise());
        }
    }
}
