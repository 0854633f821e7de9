package dev.calor.estimate;

import dev.calor.energy.Energy;
import dev.calor.rows.Batch;
import dev.calor.sampler.Chain;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;

/** Energies U_t from one whose log Z is known, at t = 0, to the one whose log Z is estimated, at t = 1. */
public interface EnergyPath {
    /** U_1, the energy whose log Z is estimated. */
    Energy energy();

    /** Draws rows from exp(−U_0): the rows from which chains of the energy start. */
    default Batch start(long rows, Noise noise) {
        return energy().start(rows, noise);
    }

    /** log Z of U_0: that of the base. */
    default double logMass() {
        return energy().base().logMass();
    }

    /** The energy U_t that a sampler is given for chains that {@link #climb} took to t. */
    Energy at(double t);

    /**
     * Takes chains from one t to another without moving them: U_to(x) − U_from(x), and the chains with their energies
     * at the new t.
     */
    Climb climb(Chain chain, double from, double to);

    /**
     * Chains at a new t.
     *
     * @param chain the chains with their energies at the new t
     * @param rise U_to(x) − U_from(x): [rows]
     */
    record Climb(Chain chain, Tensor rise) {}
}
