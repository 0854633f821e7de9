package dev.calor.objective;

import dev.calor.energy.TrainableEnergy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.sampler.Sampler;
import dev.calor.tensor.Tensor;

/**
 * CD-k (Hinton 2002): the samples of the model are the data after k steps of a Markov chain.
 *
 * @param sampler makes the steps
 * @param steps k, at least 1
 */
public record ContrastiveDivergence(Sampler sampler, int steps) implements Objective {
    /**
     * Checks the number of steps.
     *
     * @throws IllegalArgumentException if {@code steps} is below 1
     */
    public ContrastiveDivergence {
        if (steps < 1) {
            throw new IllegalArgumentException("steps " + steps + " of contrastive divergence: at least 1");
        }
    }

    @Override
    public Tensor loss(TrainableEnergy energy, Batch data, RandomStream random) {
        Batch samples = sampler.run(data, energy, steps, random).next().rows();
        return Divergence.loss(energy, data, samples);
    }
}
