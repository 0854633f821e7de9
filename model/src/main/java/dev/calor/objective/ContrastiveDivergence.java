package dev.calor.objective;

import dev.calor.energy.TrainableEnergy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.sampler.Sampler;
import dev.calor.tensor.Tensor;

/** CD-k (Hinton 2002): the model's samples are the data after k transitions of a chain. */
public record ContrastiveDivergence(Sampler sampler, int steps) implements Objective {
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
