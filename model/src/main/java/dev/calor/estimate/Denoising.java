package dev.calor.estimate;

import dev.calor.energy.Energy;
import dev.calor.rows.Batch;
import dev.calor.sampler.Chain;
import dev.calor.tensor.Tensor;

/**
 * A path from noise to data, for an energy that is conditioned on the noise level s = 1 − t. The energy was trained on
 * all distributions along this path, and neighbouring ones differ little; tempering would pass through distributions it
 * was not trained on. The path starts from the base distribution itself, not from the energy at level 1;
 * in reverse it ends there.
 *
 * @param energy U, conditioned on the level
 */
public record Denoising(Energy energy) implements EnergyPath {
    @Override
    public Energy at(double t) {
        return energy;
    }

    @Override
    public Climb climb(Chain chain, double from, double to) {
        Chain declared = from > 0 && chain.rows().levels() == null ? at(chain, 1 - from) : chain;
        Batch rows = declared.rows();
        Tensor before = from == 0 ? energy.base().energy(energy.device(), rows) : Tempering.energyOf(energy, declared);
        if (to == 0) {
            return new Climb(
                    declared, energy.base().energy(energy.device(), rows).minus(before));
        }
        Chain moved = at(declared, 1 - to);
        Chain next = new Chain(moved.rows(), moved.stepSizes(), energy.innermost(moved.rows()));
        return new Climb(next, Tempering.energyOf(energy, next).minus(before));
    }

    /** The same rows at a noise level, with gradients not known. */
    private Chain at(Chain chain, double level) {
        Batch rows = chain.rows();
        return chain.withRows(
                new Batch(rows.states(), rows.numbers(), Tensor.full(energy.device(), level, rows.rows())));
    }
}
