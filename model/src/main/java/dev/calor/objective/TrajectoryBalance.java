package dev.calor.objective;

import dev.calor.energy.AutoregressiveEnergy;
import dev.calor.energy.Energy;
import dev.calor.energy.TrainableEnergy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;

/**
 * Trajectory balance (Malkin and others 2022): trains the policy P of a GFlowNet to sample from exp(−U) of a fixed
 * energy, with the loss mean (log Z + log P(x) + U(x))² over rows of data and as many rows drawn from the policy (Zhang
 * and others 2022). Where the loss is zero, P ∝ exp(−U) on these rows.
 *
 * <p>Deviations. Our policy sets the columns in a fixed order, so that a row has one trajectory and there is no
 * backward policy to learn; theirs chooses the order. log Z is not learned: it is the mean of −log P − U over the batch
 * (as in VarGrad, Richter and others 2020).
 *
 * @param target the energy U; borrowed
 */
public record TrajectoryBalance(Energy target) implements Objective {
    @Override
    public Tensor loss(TrainableEnergy policy, Batch data, RandomStream random) {
        if (!(policy instanceof AutoregressiveEnergy distribution)) {
            throw new IllegalArgumentException(
                    "trajectory balance of " + policy + ": it trains an AutoregressiveEnergy");
        }
        Batch rows = data.above(distribution.draw(data.rows(), Noise.of(random, policy.device())));
        Tensor wanted;
        try (NoGradient guard = NoGradient.open()) {
            wanted = target.energy(rows);
        }
        Tensor difference = wanted.minus(distribution.energy(rows)); // log P + U
        return difference.minus(difference.mean().detach()).square().mean();
    }

    /** False: log Z is computed from the whole batch. */
    @Override
    public boolean rowwise() {
        return false;
    }
}
