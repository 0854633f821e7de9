package dev.calor.perturb;

import dev.calor.rows.Batch;
import dev.calor.tensor.Noise;

/**
 * One perturbation for a fraction of the rows, another for the rest: an average of two energy discrepancies, which have the same
 * minimiser. A few large changes teach the weights of modes that small changes never connect.
 *
 * @param rare the perturbation of the fraction
 * @param share the fraction of rows perturbed by {@code rare}
 * @param usual the perturbation of the other rows
 */
public record Either(Perturbation rare, double share, Perturbation usual) implements Perturbation {
    /**
     * Checks the fraction.
     *
     * @throws IllegalArgumentException if {@code share} is not between 0 and 1
     */
    public Either {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException(
                    "a share of rows of " + share + " for one of two perturbations: allowed are numbers from 0 to 1");
        }
    }

    @Override
    public Batch negatives(Batch x, int count, Noise noise) {
        return Batch.choose(
                noise.uniform(x.rows()).lessThan(share).repeatRows(count),
                rare.negatives(x, count, noise),
                usual.negatives(x, count, noise));
    }
}
