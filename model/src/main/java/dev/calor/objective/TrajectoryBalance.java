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
 * Trajectory balance (Malkin and others 2022): teaches a GFlowNet's policy P to sample from exp(−U) of a fixed energy, by
 * mean (log Z + log P(x) + U(x))² over rows of data and as many of the policy's own (Zhang and others 2022). At zero, P ∝ exp(−U)
 * wherever rows come from.
 *
 * <p>Deviations. The policy sets columns in their order, so that a row has one trajectory and the backward policy has nothing to learn;
 * theirs chooses the order. log Z is not learned but the mean of −log P − U over the batch (as in VarGrad, Richter and others 2020).
 *
 * @param target U; borrowed
 */
public record TrajectoryBalance(Energy target) implements Objective {
    @Override
    public Tensor loss(TrainableEnergy policy, Batch data, RandomStream random) {
        if (!(policy instanceof AutoregressiveEnergy law)) {
            throw new IllegalArgumentException(
                    "trajectory balance of " + policy + ": it trains an AutoregressiveEnergy");
        }
        Batch rows = data.above(law.draw(data.rows(), Noise.of(random, policy.device())));
        Tensor wanted;
        try (NoGradient guard = NoGradient.open()) {
            wanted = target.energy(rows);
        }
        Tensor difference = wanted.minus(law.energy(rows)); // log P + U
        return difference.minus(difference.mean().detach()).square().mean();
    }

    /** Not: log Z is that of the whole batch. */
    @Override
    public boolean rowwise() {
        return false;
    }
}
