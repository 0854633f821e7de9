package dev.calor.lab.speed;

import dev.calor.energy.TrainableEnergy;
import dev.calor.objective.Objective;
import dev.calor.perturb.Perturbation;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;

/** Energy discrepancy as the authors' code computes it: data and negatives through the network one after the other. */
record PlainDiscrepancy(Perturbation perturbation, int negatives) implements Objective {
    @Override
    public Tensor loss(TrainableEnergy energy, Batch data, RandomStream random) {
        Batch fakes = perturbation.negatives(data, negatives, Noise.of(random, energy.device()));
        Tensor real = energy.energy(data).unsqueeze(1);
        Tensor fake = energy.energy(fakes).reshape(data.rows(), negatives);
        Tensor differences = Tensor.cat(1, real.minus(fake), real.times(0.0));
        return differences.logSumExp(1).mean().plus(-Math.log(negatives));
    }
}
