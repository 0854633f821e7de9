package dev.calor.sampler;

import dev.calor.energy.Energy;
import dev.calor.tensor.Tensor;

/**
 * What a step did.
 *
 * @param share of the chains that accepted their proposal, a scalar on the device: who does not ask for it need not wait for the step
 */
public record Transition(Chain next, Tensor share) {
    /** A step that rejects nothing. */
    static Transition certain(Chain next, Energy energy) {
        return new Transition(next, Tensor.full(energy.device(), 1));
    }

    /** The share of the chains that accepted their proposal; 1 where nothing is rejected. Waits for the device. */
    public double acceptance() {
        return share.number();
    }
}
