package dev.calor.objective;

import dev.calor.energy.Energy;
import dev.calor.energy.TrainableEnergy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.rows.OneHot;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;

/**
 * Pseudo-likelihood of one random column a row, all its levels summed: −log p(x_k | x_¬k) = log Σ_v exp(U(x) − U(x with x_k = v)).
 * Energy discrepancy with the {@link dev.calor.perturb.Grid} perturbation estimates just this from M levels.
 */
public record PseudoLikelihood() implements Objective {
    @Override
    public Tensor loss(TrainableEnergy energy, Batch data, RandomStream random) {
        OneHot layout = energy.layout();
        Tensor column = Noise.of(random, energy.device()).whole(layout.columns(), data.rows(), 1);
        return ofColumn(energy, data, column);
    }

    /** The mean over rows of −log p(x_k | x_¬k), k given for every row: [rows, 1]. */
    static Tensor ofColumn(Energy energy, Batch data, Tensor column) {
        OneHot layout = energy.layout();
        Device device = energy.device();
        long widest = layout.widest();
        long rows = data.rows();
        // Rows whose column is narrower than the widest repeat their last level; the repeats are masked out of the sum.
        Tensor size = layout.sizes(device).indexSelect(0, column.reshape(-1)).unsqueeze(1);
        Tensor level = Tensor.range(device, widest).reshape(1, widest).expand(rows, widest);
        Tensor legal = level.lessThan(size);
        Tensor value = legal.choose(level, size.plus(-1L).expand(rows, widest));
        Tensor states =
                data.states().repeatRows(widest).scatter(1, column.repeatRows(widest), value.reshape(rows * widest, 1));
        Tensor all = energy.energy(data.repeatRows(widest).withStates(states)).reshape(rows, widest);
        Tensor own = all.gather(1, data.states().gather(1, column));
        Tensor differences = own.minus(all);
        Tensor masked = legal.choose(differences, Tensor.full(device, Double.NEGATIVE_INFINITY, rows, widest));
        return masked.logSumExp(1).mean();
    }
}
