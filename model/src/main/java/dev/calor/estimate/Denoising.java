package dev.calor.estimate;

import dev.calor.energy.Energy;
import dev.calor.rows.Batch;
import dev.calor.sampler.Chain;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;

/**
 * A path from noise to data, for an energy that is conditioned on the noise level s = 1 − t. The energy was trained on
 * all distributions along this path, and neighbouring ones differ little; tempering would pass through distributions it
 * was not trained on. The path starts from the base distribution itself, not from the energy at level 1.
 *
 * @param energy U, conditioned on the level
 */
public record Denoising(Energy energy) implements EnergyPath {
    @Override
    public Batch start(long rows, Noise noise) {
        return energy.start(rows, noise);
    }

    @Override
    public double logMass() {
        return energy.base().logMass();
    }

    @Override
    public Energy at(double t) {
        return energy;
    }

    @Override
    public Climb climb(Chain chain, double from, double to) {
        Batch rows = chain.rows();
        Tensor before = from == 0 ? energy.base().energy(energy.device(), rows) : Tempering.energyOf(energy, chain);
        Tensor level = Tensor.full(energy.device(), 1 - to, rows.rows());
        Batch declared = new Batch(rows.states(), rows.numbers(), level);
        Chain next = new Chain(declared, chain.stepSizes(), energy.innermost(declared));
        return new Climb(next, Tempering.energyOf(energy, next).minus(before));
    }
}
