package dev.calor.perturb;

import dev.calor.rows.Base;
import dev.calor.rows.Batch;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;

/**
 * Heat that relaxes every column to its distribution in a base, for a time drawn for every row, log-uniform between two
 * bounds: an average of energy discrepancies, which has the same minimiser and teaches structure on all scales. After
 * time t a category is kept with probability e^−t, else redrawn from the base; a number x becomes e^−t·x + √(1 −
 * e^−2t)·N(0, 1). Numbers have a range of times of their own, and use the same position within it as the categories of
 * the row do in theirs.
 *
 * <p>With the uniform base this is the paper's uniform perturbation. In general heat is symmetric with respect to the
 * base π, q(y|x)·π(x) = q(x|y)·π(y). Then Σ_x q(y|x) exp(−U(x)) = π(y)·E[π(x)⁻¹ exp(−U(x))] for x ~ q(·|y), which is
 * the paper's loss with U + log π in place of U. So the network of {@link dev.calor.energy.WithBase} is what is
 * trained, and negatives have the same marginal frequencies as data.
 *
 * @param base the distribution that categories are redrawn from
 * @param time the times of categories
 * @param numberTime the times of numbers
 */
public record MultiScale(Base base, Range time, Range numberTime) implements Perturbation {
    /**
     * The bounds of a log-uniform distribution.
     *
     * @param least the lower bound, above 0
     * @param most the upper bound, finite
     */
    public record Range(double least, double most) {
        /**
         * Checks the bounds.
         *
         * @throws IllegalArgumentException unless 0 &lt; least ≤ most &lt; ∞
         */
        public Range {
            if (!(least > 0 && least <= most && most < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(
                        "a scale from " + least + " to " + most + ": allowed are 0 < least ≤ most < infinity");
            }
        }

        /** Maps uniform numbers u to log-uniform ones. */
        Tensor at(Tensor u) {
            return u.times(Math.log(most / least)).plus(Math.log(least)).exp();
        }
    }

    @Override
    public Batch negatives(Batch x, int count, Noise noise) {
        Tensor scale = noise.uniform(x.rows(), 1);
        Tensor repeated = scale.repeatRows(count);
        Batch y = x.withStates(redraw(x.states(), scale, noise))
                .withNumbers(relax(x.numbers(), scale, noise))
                .repeatRows(count);
        return y.withStates(redraw(y.states(), repeated, noise)).withNumbers(relax(y.numbers(), repeated, noise));
    }

    /** [P equ:uniform_perturbation_estimation], with one t per row. */
    private Tensor redraw(Tensor states, Tensor scale, Noise noise) {
        if (states.size(1) == 0) {
            return states;
        }
        Tensor keep =
                noise.uniform(states.shape()).lessThan(time.at(scale).negate().exp());
        return keep.choose(states, base.states(states.size(0), noise));
    }

    private Tensor relax(Tensor numbers, Tensor scale, Noise noise) {
        Tensor kept = numberTime.at(scale).negate().exp();
        Tensor deviation = kept.square().negate().plus(1.0).sqrt();
        return numbers.times(kept).plus(noise.normal(numbers.shape()).times(deviation));
    }
}
