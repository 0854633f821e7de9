package dev.calor.estimate;

import dev.calor.energy.Batch;
import dev.calor.energy.Energy;
import dev.calor.energy.Gradient;
import dev.calor.energy.Uniformly;
import dev.calor.energy.WithBase;
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
        return energy instanceof WithBase ? 0 : Uniformly.logMass(energy);
    }

    @Override
    public Energy at(double beta) {
        return energy.heated(beta);
    }

    @Override
    public Climb climb(Chain chain, double from, double to) {
        return new Climb(chain, learned(chain).times(to - from));
    }

    /** V of the rows, from gradients that the chain has kept where it has. */
    private Tensor learned(Chain chain) {
        if (energy instanceof WithBase based) {
            return energyOf(based.network(), chain);
        }
        Tensor own = energyOf(energy, chain);
        return chain.rows().numbers().size(1) == 0 ? own : own.minus(Uniformly.energy(chain.rows()));
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
