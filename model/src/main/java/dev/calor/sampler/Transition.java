package dev.calor.sampler;

import dev.calor.energy.Energy;
import dev.calor.tensor.Tensor;

/**
 * What a step did.
 *
 * @param acceptance the share of the chains that accepted their proposal, 1 where nothing is rejected: a scalar on the device, so
 *     that nobody waits for the step who does not read it
 */
public record Transition(Chain next, Tensor acceptance) {
    /** A step that rejects nothing. */
    static Transition certain(Chain next, Energy energy) {
        return new Transition(next, Tensor.full(energy.device(), 1));
    }
}
