package dev.calor.sampler;

import dev.calor.energy.Energy;
import dev.calor.tensor.Tensor;

/**
 * The result of a step.
 *
 * @param next the state of the chains after the step
 * @param acceptance the fraction of chains that accepted their proposal, 1 where nothing is rejected. A scalar on the
 *     device, so that only those who read it wait for the step
 */
public record Transition(Chain next, Tensor acceptance) {
    /** A step that rejects nothing. */
    static Transition certain(Chain next, Energy energy) {
        return new Transition(next, Tensor.full(energy.device(), 1));
    }
}
