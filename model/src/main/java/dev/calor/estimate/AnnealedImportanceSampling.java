package dev.calor.estimate;

import dev.calor.energy.Batch;
import dev.calor.energy.Energy;
import dev.calor.energy.Gradient;
import dev.calor.energy.Uniformly;
import dev.calor.energy.WithBase;
import dev.calor.random.RandomStream;
import dev.calor.sampler.Chain;
import dev.calor.sampler.Sampler;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;

/**
 * Annealed importance sampling (Neal 2001) from a law that is known to exp(−U): from the base distribution to U along U_0 + βV, where
 * U = U_0 + V has one, else from the uniform law along βU, with β from 0 to 1 in equal steps. Chains start in the known law, weights
 * gather exp(−(β_i − β_{i−1}) V(x_{i−1})), and one transition that leaves exp(−U_β) invariant goes from x_{i−1} to x_i.
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

    public LogPartition logPartition(Energy energy, RandomStream random) {
        return logPartition(energy, random, (temperature, rows) -> {});
    }

    /** The same, with a look at the chains: at the last temperature they are nearly samples of the model. */
    public LogPartition logPartition(Energy energy, RandomStream random, Listener listener) {
        double logMass = logMass(energy);
        double[] logWeights = new double[chains];
        Tensor block = Tensor.zeros(energy.device(), chains).keep(); // the log weights of the latest temperatures
        Chain chain;
        try (Scope scope = Scope.open()) {
            chain = sampler.start(start(energy, Noise.of(random.child("start"), energy.device())))
                    .keep();
        }
        for (int i = 0; i < temperatures; i++) {
            try (Scope scope = Scope.open()) {
                if (i > 0) {
                    Energy target = energy.heated((double) i / temperatures);
                    Chain next = sampler.step(chain, target, random.child(i))
                            .next()
                            .copy()
                            .keep();
                    chain.release();
                    chain = next;
                }
                block.add(-1.0 / temperatures, learned(energy, chain));
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
        return LogPartition.ofLogWeights(logMass, logWeights);
    }

    private static double logMass(Energy energy) {
        return energy instanceof WithBase based ? based.logMass() : ImportanceSampling.logVolume(energy);
    }

    private Batch start(Energy energy, Noise noise) {
        return energy instanceof WithBase based ? based.draw(chains, noise) : Uniformly.rows(energy, chains, noise);
    }

    /** V of the rows, from gradients that the chain has kept where it has. */
    private static Tensor learned(Energy energy, Chain chain) {
        Energy learned = energy instanceof WithBase based ? based.network() : energy;
        Gradient known = chain.innermost();
        if (known != null) {
            return learned.gradient(known, chain.rows()).energy();
        }
        try (NoGradient guard = NoGradient.open()) {
            return learned.energy(chain.rows());
        }
    }
}
