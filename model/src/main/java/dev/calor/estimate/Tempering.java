package dev.calor.estimate;

import dev.calor.energy.Energy;
import dev.calor.energy.Gradient;
import dev.calor.energy.Tempered;
import dev.calor.sampler.Chain;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Tensor;

/**
 * A path from the base distribution to the energy, U_0 + βV with V = U − U_0 and β from 0 to 1. The weight of a step is
 * computed from V, not as a difference of large energies.
 *
 * @param energy U, the energy at β = 1
 */
public record Tempering(Energy energy) implements EnergyPath {
    @Override
    public Energy at(double beta) {
        return new Tempered(energy, beta);
    }

    @Override
    public Climb climb(Chain chain, double from, double to) {
        Tensor learned = energyOf(energy, chain).minus(energy.base().energy(energy.device(), chain.rows()));
        return new Climb(chain, learned.times(to - from));
    }

    /** U of the rows; computed only if the chain has not kept gradients of the same energy. */
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
