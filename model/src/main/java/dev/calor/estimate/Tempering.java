package dev.calor.estimate;

import dev.calor.energy.Energy;
import dev.calor.energy.Gradient;
import dev.calor.energy.Tempered;
import dev.calor.rows.Batch;
import dev.calor.sampler.Chain;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;

/**
 * From hot to cold: from the base distribution along U_0 + βV, where U = U_0 + V has one, else from noise, uniform levels and N(0, 1)
 * numbers, along βU + (1 − β)Σx²/2. The weight of a step is computed from V, not as a difference of large energies.
 */
public record Tempering(Energy energy) implements EnergyPath {
    @Override
    public Batch start(long rows, Noise noise) {
        return energy.start(rows, noise);
    }

    @Override
    public double logMass() {
        return energy.base().logMass();
    }

    @Override
    public Energy at(double beta) {
        return new Tempered(energy, beta);
    }

    @Override
    public Climb climb(Chain chain, double from, double to) {
        Tensor learned = energyOf(energy, chain).minus(energy.base().energy(energy.device(), chain.rows()));
        return new Climb(chain, learned.times(to - from));
    }

    /** U of the rows, without an evaluation where the chain has kept gradients of the same energy. */
    static Tensor energyOf(Energy energy, Chain chain) {
        Gradient known = chain.innermost();
        if (known != null) {
            return energy.gradient(known, chain.rows()).energy();
        }
        try (NoGradient guard = NoGradient.open()) {
            return energy.energy(chain.rows());
        }
    }
}
