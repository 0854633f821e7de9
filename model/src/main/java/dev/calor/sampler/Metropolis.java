package dev.calor.sampler;

import dev.calor.energy.Gradient;
import dev.calor.rows.Batch;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;
import java.util.List;

/** The one accept/reject: a chain takes its proposal with probability min(1, π(x′)q(x|x′) / π(x)q(x′|x)). */
final class Metropolis {
    private static final double TARGET = 0.57;

    private Metropolis() {}

    /** log of the ratio above, from energies and log proposal densities, all [rows]. */
    static Tensor logRatio(Tensor energy, Tensor proposedEnergy, Tensor forward, Tensor backward) {
        return energy.minus(proposedEnergy).plus(backward).minus(forward);
    }

    /** Of chains that know their innermost gradients, so that the next step knows them too. */
    static Transition decide(Chain chain, Gradient here, Batch proposed, Gradient there, Tensor logRatio, Noise noise) {
        // u < 1, so log u < 0 ≤ log ratio accepts for sure; NaN compares false and rejects.
        Tensor accepted = noise.uniform(logRatio.size(0)).log().lessThan(logRatio);
        return new Transition(
                new Chain(
                        Batch.choose(accepted, proposed, chain.rows()),
                        chain.stepSizes(),
                        Gradient.choose(accepted, there, here)),
                accepted.toReal(noise.device()).mean());
    }

    /** The same with its one step size adapted to its acceptance. */
    static Transition adapted(Transition step) {
        double adapted = adapted(step.next().stepSize(), step.acceptance().number());
        return new Transition(step.next().withStepSizes(List.of(adapted)), step.acceptance());
    }

    /**
     * A step size after a step with this acceptance: it drifts towards 57 %, the best for smooth targets, fast enough to follow an
     * energy that cools. (A fifth of this speed cost annealed samples of Adult .7 points of column shapes.)
     */
    static double adapted(double stepSize, double acceptance) {
        return stepSize * Math.exp(acceptance - TARGET);
    }
}
