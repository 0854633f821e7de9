package dev.calor.objective;

import dev.calor.energy.TrainableEnergy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.tensor.Tensor;

/**
 * Ratio matching on bits (Hyvärinen 2007): mean_i Σ_k σ(U(x) − U(x^k))², x^k being x with bit k flipped. It asks that flips lead
 * uphill; every flip of every row is evaluated.
 */
public record RatioMatching() implements Objective {
    @Override
    public Tensor loss(TrainableEnergy energy, Batch data, RandomStream random) {
        long bits = data.states().size(1);
        long rows = data.rows();
        Tensor flipped = Tensor.range(energy.device(), bits)
                .reshape(1, bits, 1)
                .expand(rows, bits, 1)
                .reshape(rows * bits, 1);
        Tensor repeated = data.states().repeatRows(bits);
        Tensor toggled = repeated.gather(1, flipped).negate().plus(1L);
        Tensor neighbours = energy.energy(data.repeatRows(bits).withStates(repeated.scatter(1, flipped, toggled)))
                .reshape(rows, bits);
        Tensor own = energy.energy(data).unsqueeze(1);
        return own.minus(neighbours).sigmoid().square().sum(1).mean();
    }
}
