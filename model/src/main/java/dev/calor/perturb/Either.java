package dev.calor.perturb;

import dev.calor.rows.Batch;
import dev.calor.tensor.Noise;

/**
 * One perturbation for a share of the rows, another for the rest: an average of two energy discrepancies, which have the same
 * minimiser. What short moves never reach, a few long ones can teach.
 *
 * @param share of the rows perturbed by {@code rare}
 */
public record Either(Perturbation rare, double share, Perturbation usual) implements Perturbation {
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
