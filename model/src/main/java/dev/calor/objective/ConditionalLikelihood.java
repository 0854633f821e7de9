package dev.calor.objective;

import dev.calor.energy.Energy;
import dev.calor.energy.TrainableEnergy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.tensor.Tensor;

/**
 * The loss of a classifier [P appendix-sec-tabular]: the mean of −log p(y | x) = log Σ_v exp(U(x, y) − U(x, v)), y being one finite
 * column and x the rest of the row. It says nothing of the law of x: U is learned up to a function of x.
 *
 * @param column the position of y among the finite columns
 */
public record ConditionalLikelihood(int column) implements Objective {
    public ConditionalLikelihood {
        if (column < 0) {
            throw new IllegalArgumentException("column " + column + ": columns count from 0");
        }
    }

    @Override
    public Tensor loss(TrainableEnergy energy, Batch data, RandomStream random) {
        return energies(energy, data, column)
                .negate()
                .logSoftmax(1)
                .gather(1, data.states().narrow(1, column, 1))
                .mean()
                .negate();
    }

    /** U of every row with one finite column set to each of its states in turn: [rows, S]. */
    public static Tensor energies(Energy energy, Batch rows, int column) {
        long size = energy.layout().size(column);
        Batch repeated = rows.repeatRows(size);
        Tensor states = Tensor.range(energy.device(), size)
                .reshape(1, size)
                .expand(rows.rows(), size)
                .reshape(-1, 1);
        Tensor index = Tensor.fullWhole(energy.device(), column, repeated.rows(), 1);
        return energy.energy(repeated.withStates(repeated.states().scatter(1, index, states)))
                .reshape(rows.rows(), size);
    }
}
