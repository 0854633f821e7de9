package dev.calor.perturb;

import dev.calor.rows.Batch;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;

/**
 * Treats the noise level as one more column, with heat of its own. Rows and their levels have a joint distribution in
 * which the level is uniform on [0, 1]. An energy that is conditioned on the level is an energy of this joint
 * distribution, so the level may be perturbed like any other column. For a fraction of the rows only the level s
 * diffuses, on [0, 1] with reflection at both ends, for a time drawn log-uniformly. The other rows keep their level and
 * are perturbed as usual. This is an average of two energy discrepancies, which have the same minimiser.
 *
 * <p>Without it no loss term compares U(·, s) with U(·, s′). Then the relative weight of two modes, between which no
 * small change of a row leads, would have to be learned at each level separately. With it U(x, s) − U(x, s′) is learned
 * too, so weights that are right at high noise levels, where the modes overlap, are right at level 0 as well.
 *
 * @param rows perturbs the rows whose level does not change
 * @param share the fraction of rows whose level changes; rows at level 0 (extra clean data besides the uniform levels)
 *     never do
 * @param deviation the range of √(2t), the standard deviation of the change of the level
 */
public record LevelHeat(Perturbation rows, double share, MultiScale.Range deviation) implements Perturbation {
    /**
     * Checks the fraction.
     *
     * @throws IllegalArgumentException if {@code share} is not between 0 and 1
     */
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

    /** Brownian motion on [0, 1] with reflection: Brownian motion on a ring of length 2, folded. */
    private static Tensor diffused(Tensor level, Tensor deviation, Noise noise) {
        Tensor free = level.plus(deviation.times(noise.normal(level.shape())));
        Tensor onRing = free.minus(free.times(0.5).floor().times(2.0)); // in [0, 2)
        return onRing.plus(-1.0).abs().negate().plus(1.0);
    }
}
