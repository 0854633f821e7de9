package dev.calor.perturb;

import dev.calor.energy.Batch;
import dev.calor.energy.OneHot;
import dev.calor.space.ProductSpace;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;

/**
 * Heat whose scale is drawn anew for every row, log-uniform between two bounds: an average of energy discrepancies, which has the
 * same minimiser, and teaches structure on every scale. Finite columns are treated as unordered (closed form for any t); numeric ones
 * are blurred with the same share of their own range of deviations.
 */
public record MultiScale(ProductSpace space, Range time, Range deviation) implements Perturbation {
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
                .withNumbers(blur(x.numbers(), scale, noise))
                .repeatRows(count);
        return y.withStates(redraw(y.states(), repeated, noise)).withNumbers(blur(y.numbers(), repeated, noise));
    }

    /** [P equ:uniform_perturbation_estimation], with t a row. */
    private Tensor redraw(Tensor states, Tensor scale, Noise noise) {
        OneHot layout = new OneHot(space);
        if (layout.columns() == 0) {
            return states;
        }
        Tensor keep =
                noise.uniform(states.shape()).lessThan(time.at(scale).negate().exp());
        return keep.choose(states, layout.uniformly(states.size(0), noise));
    }

    private Tensor blur(Tensor numbers, Tensor scale, Noise noise) {
        return numbers.plus(noise.normal(numbers.shape()).times(deviation.at(scale)));
    }
}
