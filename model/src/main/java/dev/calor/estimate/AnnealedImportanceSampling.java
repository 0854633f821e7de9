package dev.calor.estimate;

import dev.calor.energy.Energy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.sampler.Chain;
import dev.calor.sampler.Sampler;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;

/**
 * Annealed importance sampling (Neal 2001) along a {@link EnergyPath} from a law that is known to exp(−U), with t from 0 to 1 in equal steps.
 * Chains start in the known law, weights gather exp(−(U_{t_i} − U_{t_{i−1}})(x_{i−1})), and one transition that leaves exp(−U_{t_i})
 * invariant goes from x_{i−1} to x_i.
 *
 * <p>Z is estimated without bias, log Z therefore from below, on average: a likelihood looks better than it is where there are too few
 * temperatures. A step with a sampler that keeps gradients costs one gradient.
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

    /** Is told of the chains after every {@value #BLOCK} temperatures, and after the last. */
    @FunctionalInterface
    public interface Listener {
        /** {@code rows} live until this returns. */
        void at(int temperature, Batch rows);
    }

    /** Of an energy, by {@link Tempering}. */
    public LogPartition logPartition(Energy energy, RandomStream random) {
        return logPartition(energy, random, (temperature, rows) -> {});
    }

    /** The same, with a look at the chains: at the last temperature they are nearly samples of the model. */
    public LogPartition logPartition(Energy energy, RandomStream random, Listener listener) {
        return logPartition(new Tempering(energy), random, listener);
    }

    /** Of the energy at the end of a path. */
    public LogPartition logPartition(EnergyPath path, RandomStream random, Listener listener) {
        Device device = path.energy().device();
        double[] logWeights = new double[chains];
        Tensor block = Tensor.zeros(device, chains).keep(); // the log weights of the latest temperatures
        Chain chain;
        try (Scope scope = Scope.open()) {
            chain = sampler.start(path.start(chains, Noise.of(random.child("start"), device)))
                    .keep();
        }
        for (int i = 0; i < temperatures; i++) {
            try (Scope scope = Scope.open()) {
                double t = (double) i / temperatures;
                Chain moved = i == 0
                        ? chain
                        : sampler.step(chain, path.at(t), random.child(i)).next();
                EnergyPath.Climb climb = path.climb(moved, t, (i + 1.0) / temperatures);
                block.add(-1, climb.rise());
                Chain next = climb.chain().copy().keep();
                chain.release();
                chain = next;
                if ((i + 1) % BLOCK == 0 || i + 1 == temperatures) {
                    double[] latest = block.toDoubles();
                    for (int c = 0; c < chains; c++) {
                        logWeights[c] += latest[c];
                    }
                    block.fill(0);
                    listener.at(i + 1, chain.rows());
                }
            }
        }
        chain.release();
        block.release();
        return LogPartition.ofLogWeights(path.logMass(), logWeights);
    }
}
