package dev.calor.objective;

import dev.calor.energy.TrainableEnergy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.tensor.Tensor;
import java.util.List;

/**
 * Another objective plus a penalty that asks for few parameters other than zero: λ · mean |θ| over all numbers of all parameters (L1,
 * [P appendix-sec-training-ising-models]), or, with a knee δ, λ · mean δ log(1 + |θ|/δ). Its pull on a number is λ/(1 + |θ|/δ): that of
 * L1 near zero, where it decides what is zero, and fading above δ, where L1 would go on shrinking what it keeps (Candès, Wakin and
 * Boyd 2008, whose reweighted L1 minimises just this).
 *
 * <p>The paper does not say whether it takes the mean or the sum; its coefficients, 0.01 to 100, fit the mean. The numbers of a
 * {@link dev.calor.energy.QuadraticEnergy} that starts symmetric stay so and are J.
 *
 * @param objective whose minimum is moved towards zero
 * @param coefficient λ, finite, from 0 up
 * @param knee δ, above 0; infinite for L1
 */
public record Sparse(Objective objective, double coefficient, double knee) implements Objective {
    public Sparse {
        if (!(coefficient >= 0 && coefficient < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "L1 coefficient " + coefficient + ": allowed are finite numbers from 0 up");
        }
        if (!(knee > 0)) {
            throw new IllegalArgumentException("knee " + knee + " of a penalty: allowed are numbers above 0");
        }
    }

    /** L1. */
    public Sparse(Objective objective, double coefficient) {
        this(objective, coefficient, Double.POSITIVE_INFINITY);
    }

    @Override
    public Tensor loss(TrainableEnergy energy, Batch data, RandomStream random) {
        Tensor loss = objective.loss(energy, data, random);
        if (coefficient == 0) {
            return loss;
        }
        long numbers = 0;
        Tensor sum = Tensor.zeros(energy.device());
        for (Tensor parameter : energy.parameters()) {
            sum = sum.plus(penalty(parameter.abs()).sum());
            long count = 1;
            for (long extent : parameter.shape()) {
                count *= extent;
            }
            numbers += count;
        }
        return loss.plus(sum.times(coefficient / Math.max(1, numbers)));
    }

    private Tensor penalty(Tensor magnitude) {
        return knee == Double.POSITIVE_INFINITY
                ? magnitude
                : magnitude.times(1 / knee).plus(1.0).log().times(knee);
    }

    @Override
    public List<Tensor> state() {
        return objective.state();
    }

    @Override
    public boolean rowwise() {
        return objective.rowwise();
    }

    /** That of the objective: the penalty is not negative. */
    @Override
    public double lowerBound() {
        return objective.lowerBound();
    }
}
