package dev.calor.estimate;

import dev.calor.energy.Energy;
import dev.calor.rows.Batch;
import dev.calor.sampler.Chain;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;

/**
 * From noise to data, for an energy that is told the level s = 1 − t: the laws on the way are those it was trained on, between which
 * little changes, where tempering passes through laws that nobody has seen. What the energy says of pure noise is not trusted: the
 * walk starts in the law of noise itself: the base distribution, where there is one, else uniform levels and N(0, 1) numbers.
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
