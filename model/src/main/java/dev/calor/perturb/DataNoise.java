package dev.calor.perturb;

import dev.calor.rows.Batch;
import dev.calor.tensor.Noise;

/** Adds noise to the data themselves, before they are perturbed. */
@FunctionalInterface
public interface DataNoise {
    /** Leaves the data as they are. */
    DataNoise NONE = (rows, noise) -> rows;

    /** The rows with noise, each at a level of its own, which the returned batch holds. */
    Batch noised(Batch rows, Noise noise);
}
