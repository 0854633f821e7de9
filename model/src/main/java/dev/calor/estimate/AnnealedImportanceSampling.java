package dev.calor.estimate;

import dev.calor.energy.Batch;
import dev.calor.energy.Energy;
import dev.calor.energy.Tempered;
import dev.calor.energy.Uniformly;
import dev.calor.random.RandomStream;
import dev.calor.sampler.Sampler;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;

/**
 * Annealed importance sampling (Neal 2001) from the uniform law to exp(−U), along βU with β from 0 to 1 in equal steps: chains start
 * uniformly, weights gather exp(−(β_i − β_{i−1}) U(x_{i−1})), and one transition that leaves exp(−β_i U) invariant goes from x_{i−1}
 * to x_i.
 *
 * @param sampler must leave its target exactly invariant: no unadjusted Langevin
 */
public record AnnealedImportanceSampling(Sampler sampler, int chains, int temperatures) {
    /** Temperatures summed on the device: few, since single precision loses the small terms of a long sum; not one, which would wait. */
    private static final int BLOCK = 64;

    public AnnealedImportanceSampling {
        if (chains < 2 || temperatures < 1) {
            throw new IllegalArgumentException(
                    chains + " chains at " + temperatures + " temperatures: allowed are 2 or more at 1 or more");
        }
        if (!sampler.exact()) {
            throw new IllegalArgumentException(sampler
                    + " does not leave its target invariant, so that the weights would mean nothing: use Metropolis");
        }
    }

    public LogPartition logPartition(Energy energy, RandomStream random) {
        double logVolume = ImportanceSampling.logVolume(energy);
        double[] logWeights = new double[chains];
        Tensor block = Tensor.zeros(energy.device(), chains).keep(); // the log weights of the latest temperatures
        Batch rows;
        try (Scope scope = Scope.open()) {
            rows = Uniformly.rows(energy, chains, Noise.of(random.child("start"), energy.device()))
                    .keep();
        }
        for (int i = 0; i < temperatures; i++) {
            try (Scope scope = Scope.open()) {
                if (i > 0) {
                    Energy target = new Tempered(energy, (double) i / temperatures);
                    Batch next = sampler.step(sampler.start(rows), target, random.child(i))
                            .next()
                            .rows()
                            .copy()
                            .keep();
                    rows.release();
                    rows = next;
                }
                block.add(-1.0 / temperatures, energy(energy, rows));
                if ((i + 1) % BLOCK == 0 || i + 1 == temperatures) {
                    double[] latest = block.toDoubles();
                    for (int c = 0; c < chains; c++) {
                        logWeights[c] += latest[c];
                    }
                    block.fill(0);
                }
            }
        }
        rows.release();
        block.release();
        return LogPartition.ofLogWeights(logVolume, logWeights);
    }

    private static Tensor energy(Energy energy, Batch rows) {
        try (NoGradient guard = NoGradient.open()) {
            return energy.energy(rows);
        }
    }
}
