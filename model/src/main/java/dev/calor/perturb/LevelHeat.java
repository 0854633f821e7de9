package dev.calor.perturb;

import dev.calor.rows.Batch;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;

/**
 * The level of noise as one more column, with heat of its own. Rows and their levels have a joint law, the level uniform on [0, 1]; an
 * energy that is told the level is an energy of that law, and any of its columns may be perturbed. A share of the rows keep all they
 * hold, and their level s diffuses on [0, 1], reflected at both ends, for a time drawn log-uniformly; the others keep their level, and are
 * perturbed as usual: an average of two energy discrepancies, which have the same minimiser.
 *
 * <p>Without it nothing joins U(·, s) to U(·, s′), and the weight of one mode against another, which no short move of a row ever crosses, is
 * learned at each level apart. With it U(x, s) − U(x, s′) is learned too: what is right where noise joins the modes stays right on the way
 * down to the data.
 *
 * @param rows perturbs the rows
 * @param share of the rows whose level moves; those at level 0, which are data beyond the uniform law, never do
 * @param deviation √(2t) of the level
 */
public record LevelHeat(Perturbation rows, double share, MultiScale.Range deviation) implements Perturbation {
    public LevelHeat {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException(
                    "a share of rows whose level moves of " + share + ": allowed are numbers from 0 to 1");
        }
    }

    @Override
    public Batch negatives(Batch x, int count, Noise noise) {
        Batch perturbed = rows.negatives(x, count, noise);
        Tensor level = x.levels();
        if (level == null) {
            return perturbed;
        }
        Tensor never = Tensor.full(noise.device(), 1, x.rows());
        Tensor moves = Tensor.zeros(noise.device(), x.rows())
                .lessThan(level)
                .choose(noise.uniform(x.rows()), never)
                .lessThan(share);
        Tensor scale = deviation.at(noise.uniform(x.rows()));
        Tensor there = diffused(level, scale, noise).repeatRows(count);
        Tensor back = diffused(there, scale.repeatRows(count), noise);
        Tensor repeated = moves.repeatRows(count);
        Batch chosen = Batch.choose(repeated, x.repeatRows(count), perturbed);
        return new Batch(chosen.states(), chosen.numbers(), repeated.choose(back, level.repeatRows(count)));
    }

    /** Brownian motion on [0, 1] with reflection: that on a ring of length 2, folded. */
    private static Tensor diffused(Tensor level, Tensor deviation, Noise noise) {
        Tensor free = level.plus(deviation.times(noise.normal(level.shape())));
        Tensor onRing = free.minus(free.times(0.5).floor().times(2.0)); // in [0, 2)
        return onRing.plus(-1.0).abs().negate().plus(1.0);
    }
}
