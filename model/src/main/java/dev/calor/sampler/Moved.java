package dev.calor.sampler;

import dev.calor.energy.Batch;
import dev.calor.energy.Energy;
import dev.calor.tensor.Tensor;

/**
 * Where a move that knows its gradient went.
 *
 * @param gradient at the rows, kept for the next move
 * @param share of the chains that accepted, a scalar
 */
record Moved(Batch rows, Energy.Gradient gradient, Tensor share, double stepSize) {
    /** With the step size of the move, or the one adapted after it. */
    Moved withStep(double stepSize, boolean adapt) {
        return new Moved(rows, gradient, share, adapt ? Metropolis.adapted(stepSize, share.number()) : stepSize);
    }
}
