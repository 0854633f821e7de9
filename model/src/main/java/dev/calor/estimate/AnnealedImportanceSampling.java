package dev.calor.estimate;

import dev.calor.energy.Energy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.sampler.Chain;
import dev.calor.sampler.Sampler;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;

/**
 * Annealed importance sampling (Neal 2001) along an {@link EnergyPath} from a distribution with known Z to exp(−U),
 * with t from 0 to 1 in equal steps. Chains start from the known distribution. The weight of a chain is the product of
 * exp(−(U_{t_i} − U_{t_{i−1}})(x_{i−1})), and x_i follows from x_{i−1} by one transition that leaves exp(−U_{t_i})
 * invariant.
 *
 * <p>The estimate of Z is unbiased, that of log Z therefore too low on average: with too few temperatures, a likelihood
 * looks better than it is. The same path walked in {@link #reverse}, from samples of exp(−U) to the known distribution, errs to the
 * other side ({@link PartitionBounds}). A step takes one gradient if the sampler keeps gradients between steps.
 *
 * @param sampler must leave its target exactly invariant, which unadjusted Langevin does not
 * @param chains the number of chains, at least 2
 * @param temperatures the number of steps from t = 0 to t = 1, at least 1
 */
public record AnnealedImportanceSampling(Sampler sampler, int chains, int temperatures) {
    /**
     * The number of temperatures whose weights are summed on the device before they are copied to the host. Few, because single
     * precision loses the small terms of a long sum; more than one, because every copy waits for the device.
     */
    private static final int BLOCK = 64;

    /**
     * Checks the parameters.
     *
     * @throws IllegalArgumentException if {@code chains} is below 2, {@code temperatures} is below 1, or the sampler
     *     does not leave its target invariant
     */
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

    /** Receives the chains after every {@value #BLOCK} temperatures, and after the last. */
    @FunctionalInterface
    public interface Listener {
        /** Receives the chains after a temperature. {@code rows} are freed after the call. In reverse, temperatures are counted from
         * the end of the path. */
        void at(int temperature, Batch rows);
    }

    /** Estimates log Z of an energy along the path {@link Tempering}. */
    public LogPartition logPartition(Energy energy, RandomStream random) {
        return logPartition(energy, random, (temperature, rows) -> {});
    }

    /** The same, with a listener: at the last temperature the chains are nearly samples of the model. */
    public LogPartition logPartition(Energy energy, RandomStream random, Listener listener) {
        return logPartition(new Tempering(energy), random, listener);
    }

    /** Estimates log Z of the energy at the end of a path. */
    public LogPartition logPartition(EnergyPath path, RandomStream random, Listener listener) {
        return forward(path, random, listener).logPartition();
    }

    /** Walks the path from its start: the weights of {@link #chains} chains. */
    public LogWeights forward(EnergyPath path, RandomStream random, Listener listener) {
        Chain chain;
        try (Scope scope = Scope.open()) {
            Noise noise = Noise.of(random.child("start"), path.energy().device());
            chain = sampler.start(path.start(chains, noise)).keep();
        }
        return walk(path, chain, false, random, listener);
    }

    /**
     * Walks the path from its end, t = 1, to its start, with a chain from every given row.
     *
     * @param rows exact samples of exp(−U), or rows of data; without a noise level
     */
    public LogWeights reverse(EnergyPath path, Batch rows, RandomStream random, Listener listener) {
        return walk(path, sampler.start(rows.copy()).keep(), true, random, listener);
    }

    /** Walks all chains along the path. Frees the chain that it is given. */
    private LogWeights walk(EnergyPath path, Chain first, boolean reverse, RandomStream random, Listener listener) {
        Chain chain = first;
        double[] logWeights = new double[(int) first.rows().rows()];
        // the log weights of the latest temperatures
        Tensor block = Tensor.zeros(path.energy().device(), logWeights.length).keep();
        for (int i = 0; i < temperatures; i++) {
            try (Scope scope = Scope.open()) {
                double from = (double) (reverse ? temperatures - i : i) / temperatures;
                double to = (double) (reverse ? temperatures - i - 1 : i + 1) / temperatures;
                Chain moved = i == 0
                        ? chain
                        : sampler.step(chain, path.at(from), random.child(i)).next();
                EnergyPath.Climb climb = path.climb(moved, from, to);
                block.add(reverse ? 1 : -1, climb.rise());
                Chain next = climb.chain().copy().keep();
                chain.release();
                chain = next;
                if ((i + 1) % BLOCK == 0 || i + 1 == temperatures) {
                    double[] latest = block.toDoubles();
                    for (int c = 0; c < logWeights.length; c++) {
                        logWeights[c] += latest[c];
                    }
                    block.fill(0);
                    listener.at(i + 1, chain.rows());
                }
            }
        }
        chain.release();
        block.release();
        return new LogWeights(path.logMass(), logWeights, reverse);
    }
}
