package dev.calor.sampler;

import dev.calor.energy.Batch;
import dev.calor.energy.Energy;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;

/** The one accept/reject: a chain takes its proposal with probability min(1, π(x′)q(x|x′) / π(x)q(x′|x)). */
final class Metropolis {
    private static final double TARGET = 0.57;

    private Metropolis() {}

    /** log of the ratio above, from energies and log proposal densities, all [rows]. */
    static Tensor logRatio(Tensor energy, Tensor proposedEnergy, Tensor forward, Tensor backward) {
        return energy.minus(proposedEnergy).plus(backward).minus(forward);
    }

    /** Of every chain, where it stays or goes. */
    static Tensor accepted(Tensor logRatio, Noise noise) {
        // u < 1, so log u < 0 ≤ log ratio accepts for sure; NaN compares false and rejects.
        return noise.uniform(logRatio.size(0)).log().lessThan(logRatio);
    }

    static Outcome decide(Batch current, Batch proposed, Tensor logRatio, Noise noise) {
        Tensor accepted = accepted(logRatio, noise);
        return new Outcome(
                Batch.choose(accepted, proposed, current),
                accepted.toReal(noise.device()).mean());
    }

    /** The same for chains that know their gradients. */
    static Moved decide(
            Batch current, Energy.Gradient here, Batch proposed, Energy.Gradient there, Tensor logRatio, Noise noise) {
        Tensor accepted = accepted(logRatio, noise);
        return new Moved(
                Batch.choose(accepted, proposed, current),
                Energy.Gradient.choose(accepted, there, here),
                accepted.toReal(noise.device()).mean(),
                0);
    }

    /**
     * A step size after a step with this acceptance: it drifts towards 57 %, the best for smooth targets, fast enough to follow an
     * energy that cools. (A fifth of this speed cost annealed samples of Adult .7 points of column shapes.)
     */
    static double adapted(double stepSize, double acceptance) {
        return stepSize * Math.exp(acceptance - TARGET);
    }

    /**
     * What was decided.
     *
     * @param share of the chains that accepted, a scalar
     */
    record Outcome(Batch rows, Tensor share) {}
}
