package dev.calor.estimate;

import dev.calor.energy.Energy;
import dev.calor.rows.Batch;
import dev.calor.sampler.Chain;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;

/** Energies U_t from one whose law is known, at t = 0, to the one whose log Z is sought, at t = 1. */
public interface EnergyPath {
    /** U_1. */
    Energy energy();

    /** Rows from exp(−U_0). */
    Batch start(long rows, Noise noise);

    /** log Z of U_0. */
    double logMass();

    /** What a sampler that leaves exp(−U_t) invariant is given for chains that {@link #climb} took to t. */
    Energy at(double t);

    /** Takes chains from one t to another, where they stand: U_to(x) − U_from(x), and the chains with what they now know. */
    Climb climb(Chain chain, double from, double to);

    /**
     * Chains under a new energy.
     *
     * @param rise by how much their energies rose: [rows]
     */
    record Climb(Chain chain, Tensor rise) {}
}
