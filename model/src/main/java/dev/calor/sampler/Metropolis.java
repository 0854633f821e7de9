package dev.calor.sampler;

import dev.calor.energy.Batch;
import dev.calor.energy.Gradient;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;
import java.util.List;

/** The one accept/reject: a chain takes its proposal with probability min(1, π(x′)q(x|x′) / π(x)q(x′|x)). */
final class Metropolis {
    private static final double TARGET = 0.57;

    private Metropolis() {}

    /** A row a chain, with the gradients of the innermost energy there. */
    record Place(Batch rows, Gradient innermost) {}

    /** log of the ratio above, from energies and log proposal densities, all [rows]. */
    static Tensor logRatio(Tensor energy, Tensor proposedEnergy, Tensor forward, Tensor backward) {
        return energy.minus(proposedEnergy).plus(backward).minus(forward);
    }

    static Outcome decide(Place current, Place proposed, Tensor logRatio, Noise noise) {
        // u < 1, so log u < 0 ≤ log ratio accepts for sure; NaN compares false and rejects.
        Tensor accepted = noise.uniform(current.rows.rows()).log().lessThan(logRatio);
        return new Outcome(
                new Place(
                        Batch.choose(accepted, proposed.rows, current.rows),
                        Gradient.choose(accepted, proposed.innermost, current.innermost)),
                accepted.toReal(noise.device()).mean());
    }

    /** A step size after a step with this acceptance: it drifts towards 57 %, the best for smooth targets. */
    static double adapted(double stepSize, double acceptance) {
        return stepSize * Math.exp(0.2 * (acceptance - TARGET));
    }

    /**
     * What was decided.
     *
     * @param share of the chains that accepted, a scalar
     */
    record Outcome(Place place, Tensor share) {
        Transition with(List<Double> stepSizes) {
            return new Transition(new Chain(place.rows, stepSizes, place.innermost), share);
        }

        /** For a sampler with one step size, which adapts where it is asked to. */
        Transition with(double stepSize, boolean adapt) {
            return with(List.of(adapt ? adapted(stepSize, share.number()) : stepSize));
        }
    }
}
