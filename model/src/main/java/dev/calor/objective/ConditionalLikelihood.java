package dev.calor.objective;

import dev.calor.energy.Conditionals;
import dev.calor.energy.TrainableEnergy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.tensor.Tensor;

/**
 * The loss of a classifier [P appendix-sec-tabular]: the mean of −log p(y | x) = log Σ_v exp(U(x, y) − U(x, v)), y
 * being one finite column and x the rest of the row. It does not learn the distribution of x: U is learned up to a
 * function of x.
 *
 * @param column the position of y among the finite columns
 */
public record ConditionalLikelihood(int column) implements Objective {
    /**
     * Checks the column.
     *
     * @throws IllegalArgumentException if {@code column} is negative
     */
    public ConditionalLikelihood {
        if (column < 0) {
            throw new IllegalArgumentException("column " + column + ": columns count from 0");
        }
    }

    @Override
    public Tensor loss(TrainableEnergy energy, Batch data, RandomStream random) {
        return Conditionals.ofLevels(energy, data, column)
                .negate()
                .logSoftmax(1)
                .gather(1, data.states().narrow(1, column, 1))
                .mean()
                .negate();
    }
}
