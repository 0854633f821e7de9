package dev.calor.perturb;

import dev.calor.rows.Base;
import dev.calor.rows.Batch;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;

/**
 * Heat that relaxes every column to its law in a base distribution, for a time drawn anew for every row, log-uniform between two
 * bounds: an average of energy discrepancies, which has the same minimiser, and teaches structure on every scale. After the time t a
 * category is kept with probability e^−t, else redrawn from the base; a number x is e^−t·x + √(1 − e^−2t)·N(0, 1). Numbers have their own
 * range of times, of which they take the same share.
 *
 * <p>With the uniform base this is the paper's uniform perturbation. In general heat is symmetric with respect to the base π, q(y|x)·π(x) =
 * q(x|y)·π(y), and with it Σ_x q(y|x) exp(−U(x)) = π(y)·E[π(x)⁻¹ exp(−U(x))] for x ~ q(·|y): the loss of the paper with U + log π in
 * place of U. So what is trained is the network of {@link dev.calor.energy.WithBase}, and negatives are as common as data are.
 */
public record MultiScale(Base base, Range time, Range numberTime) implements Perturbation {
    /** Bounds of a log-uniform law. */
    public record Range(double least, double most) {
        public Range {
            if (!(least > 0 && least <= most && most < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(
                        "a scale from " + least + " to " + most + ": allowed are 0 < least ≤ most < infinity");
            }
        }

        /** exp of uniform between the logarithms, for uniform u. */
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

    /** [P equ:uniform_perturbation_estimation], with t a row. */
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
