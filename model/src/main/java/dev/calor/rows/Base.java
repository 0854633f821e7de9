package dev.calor.rows;

import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;

/**
 * A distribution of rows with independent columns, exp(−U_0) up to a factor: levels by weights, numbers N(0, 1). Noise relaxes to it,
 * chains start in it, and energies may be relative to it.
 */
public interface Base {
    /** Independent states of the finite columns: [rows, columns]. */
    Tensor states(long rows, Noise noise);

    /** How many numeric columns a row has. */
    int numbers();

    /** U_0 of every level: [slots]. */
    Tensor slotEnergies(Device device);

    /** U_0 [rows]. */
    Tensor energy(Device device, Batch rows);

    /** U_0 [rows] of relaxed rows: {@code oneHot} [rows, slots] holds any weights where data have a one per column. */
    Tensor relaxed(Device device, Tensor oneHot, Tensor numbers);

    /** log Σ ∫ exp(−U_0): 0 where U_0 is a negative log-density. */
    double logMass();

    /** Independent rows, without a noise level. */
    default Batch draw(long rows, Noise noise) {
        return new Batch(states(rows, noise), noise.normal(rows, numbers()), null);
    }

    /** Uniform levels and N(0, 1) numbers, with U_0 = Σ x²/2. */
    static Base uniform(OneHot layout, int numbers) {
        return new UniformBase(layout, numbers);
    }
}
