package dev.calor.perturb;

import dev.calor.rows.Batch;
import dev.calor.tensor.Noise;

/** Noise on the data themselves, before they are perturbed. */
@FunctionalInterface
public interface DataNoise {
    /** Leaves the data as they are. */
    DataNoise NONE = (rows, noise) -> rows;

    /** The rows with noise, each at its own level, which the batch then carries. */
    Batch noised(Batch rows, Noise noise);
}
