package dev.calor.objective;

import dev.calor.energy.Energy;
import dev.calor.energy.Gradient;
import dev.calor.energy.TrainableEnergy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;

/**
 * Ratio matching on bits by a few flips, chosen by gradients (RMwGGIS, Liu and others 2023): mean_i Σ_k exp(2(U(x) − U(x^k))) over
 * {@code flips} different bits k a row, drawn without replacement with probability ∝ exp(2ΔU_lin) of the loss's own terms, to first
 * order. This is the authors' advanced version: terms are not weighted by their probabilities. Where a row has no more bits than that,
 * all are taken.
 *
 * <p>Deviation: the exponent is cut off at {@value #STEEPEST}, so that one bad flip does not overflow the loss.
 */
public record GuidedRatioMatching(int flips) implements Objective {
    private static final double STEEPEST = 20;

    public GuidedRatioMatching {
        if (flips < 1) {
            throw new IllegalArgumentException("flips " + flips + " of ratio matching: at least 1");
        }
    }

    @Override
    public Tensor loss(TrainableEnergy energy, Batch data, RandomStream random) {
        long rows = data.rows();
        long bits = data.states().size(1);
        int count = (int) Math.min(flips, bits);
        Tensor logWeights = differences(energy, data).times(2.0);
        Tensor chosen = logWeights
                .plus(Noise.of(random, energy.device()).gumbel(rows, bits))
                .largest(count)
                .reshape(rows * count, 1);
        Tensor repeated = data.states().repeatRows(count);
        Tensor toggled = repeated.gather(1, chosen).negate().plus(1L);
        Batch neighbours = data.repeatRows(count).withStates(repeated.scatter(1, chosen, toggled));
        Tensor energies = energy.energy(data.above(neighbours));
        Tensor own = energies.narrow(0, 0, rows).unsqueeze(1);
        Tensor flipped = energies.narrow(0, rows, rows * count).reshape(rows, count);
        return own.minus(flipped).times(2.0).clampAbove(STEEPEST).exp().sum(1).mean();
    }

    /** U(x) − U(x^k) to first order: [rows, bits]. */
    private static Tensor differences(Energy energy, Batch data) {
        Gradient gradient = energy.gradient(data);
        Tensor pairs = gradient.oneHot().reshape(data.rows(), -1, 2);
        Tensor ink = pairs.select(2, 1).minus(pairs.select(2, 0)); // of changing a bit from 0 to 1
        return data.states().times(2L).plus(-1L).toReal(energy.device()).times(ink);
    }
}
