package dev.calor.sampler;

import dev.calor.energy.Energy;
import dev.calor.tensor.Tensor;

/**
 * The result of a step.
 *
 * @param next the chains after it
 * @param acceptance the share of the chains that accepted their proposal, 1 if nothing is rejected. A scalar on the device: only reading it
 *     waits for the step
 */
public record Transition(Chain next, Tensor acceptance) {
    /** A step that rejects nothing. */
    static Transition certain(Chain next, Energy energy) {
        return new Transition(next, Tensor.full(energy.device(), 1));
    }
}
