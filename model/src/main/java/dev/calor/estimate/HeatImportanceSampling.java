package dev.calor.estimate;

import dev.calor.energy.Energy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.sampler.HeatPath;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import java.util.function.IntConsumer;

/**
 * log Z of an energy at level 0 by paths of heat, for energies that are conditioned on the noise level. A path x_T, …,
 * x_0 is drawn by reverse heat from the base distribution π, or in reverse by heat from given rows x_0. Its log weight
 * is w = −U(x_0) + Σ_k (log q(x_k|x_{k−1}) − log p(x_{k−1}|x_k)) − log π(x_T). A step changes all columns at once;
 * chains of {@link AnnealedImportanceSampling} that change one column at a time need tens of times as many steps.
 *
 * <p>In reverse from data x_0, U(x_0) + w is at least −log of the probability that reverse heat gives x_0, on average
 * over paths: a bound of the negative log-likelihood of the sampler itself, as for diffusion models.
 *
 * @param path the steps
 */
public record HeatImportanceSampling(HeatPath path) {
    /** Draws paths by reverse heat. {@code progress} receives the number of steps done. */
    public LogWeights forward(Energy energy, int paths, RandomStream random, IntConsumer progress) {
        double[] weights = new double[paths];
        Batch rows;
        try (Scope scope = Scope.open()) {
            rows = path.start(energy, paths, Noise.of(random.child("start"), energy.device()))
                    .keep();
            add(weights, base(energy, rows), 1);
        }
        int steps = path.schedule().steps();
        for (int i = path.first(); i < steps; i++) {
            try (Scope scope = Scope.open()) {
                rows = moved(path.reverse(energy, rows, i, Noise.of(random.child(i), energy.device())), rows, weights);
            }
            progress.accept(i + 1);
        }
        try (Scope scope = Scope.open()) {
            add(weights, energies(energy, rows), -1);
        }
        rows.release();
        return new LogWeights(path.base().logMass(), weights, false);
    }

    /**
     * Draws paths by heat from rows.
     *
     * @param data exact samples of exp(−U), or rows of data
     */
    public LogWeights reverse(Energy energy, Batch data, RandomStream random, IntConsumer progress) {
        double[] weights = new double[(int) data.rows()];
        try (Scope scope = Scope.open()) {
            add(weights, energies(energy, data), -1);
        }
        Batch rows = data.copy().keep();
        int steps = path.schedule().steps();
        for (int i = steps - 1; i >= path.first(); i--) {
            try (Scope scope = Scope.open()) {
                rows = moved(path.heat(energy, rows, i, Noise.of(random.child(i), energy.device())), rows, weights);
            }
            progress.accept(steps - i);
        }
        try (Scope scope = Scope.open()) {
            add(weights, base(energy, rows), 1);
        }
        rows.release();
        return new LogWeights(path.base().logMass(), weights, true);
    }

    /** The rows after a step, kept, in place of those before it. */
    private static Batch moved(HeatPath.Step step, Batch before, double[] weights) {
        add(weights, step.logRatio().toDoubles(), 1);
        Batch rows = step.rows().copy().keep();
        before.release();
        return rows;
    }

    private double[] base(Energy energy, Batch rows) {
        return path.base().energy(energy.device(), rows).toDoubles();
    }

    private static double[] energies(Energy energy, Batch rows) {
        try (NoGradient guard = NoGradient.open()) {
            return energy.energy(rows).toDoubles();
        }
    }

    private static void add(double[] weights, double[] more, int sign) {
        for (int i = 0; i < weights.length; i++) {
            weights[i] += sign * more[i];
        }
    }
}
