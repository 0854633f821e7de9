package dev.calor.sampler;

import dev.calor.energy.Batch;
import dev.calor.energy.Gradient;
import dev.calor.tensor.Tensor;
import java.util.List;

/**
 * Where a move that knows its gradient went.
 *
 * @param innermost gradients at the rows, kept for the next move
 * @param share of the chains that accepted, a scalar
 */
record Moved(Batch rows, Gradient innermost, Tensor share, double stepSize) {
    /** With the step size of the move, or the one adapted after it. */
    Moved withStep(double stepSize, boolean adapt) {
        return new Moved(rows, innermost, share, adapt ? Metropolis.adapted(stepSize, share.number()) : stepSize);
    }

    /** As the step of a sampler with one step size. */
    Transition transition() {
        return transition(List.of(stepSize));
    }

    Transition transition(List<Double> stepSizes) {
        return new Transition(new Chain(rows, stepSizes, innermost), share);
    }
}
