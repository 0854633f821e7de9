package dev.calor.tabular;

import dev.calor.energy.TrainableEnergy;
import dev.calor.estimate.AnnealedImportanceSampling;
import dev.calor.estimate.LogPartition;
import dev.calor.random.RandomStream;
import dev.calor.tensor.Device;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleConsumer;

/**
 * What normalises the energies of rows, by annealed importance sampling: down the levels of noise where the model knows them, else from
 * hot to cold.
 */
record RowPartition(TabularSpec spec, TableEncoder encoder, TrainableEnergy energy) {
    /** Chains that run on one thread, and adapt their steps together. */
    private static final int PIECE = 256;

    /**
     * log Z with exp(−energy) / Z the distribution of a row: probability of levels and of numbers that are states ({@link FewValues}),
     * density of other numbers over their distribution functions. In the model's own space numbers have densities on the line; from z to
     * Φ(z) each changes by √2π exp(z²/2), of which energies of rows hold the second part.
     */
    LogPartition estimate(int chains, int temperatures, RandomStream random, DoubleConsumer progress) {
        if (spec.method().structure() == Structure.MASK) {
            throw new IllegalArgumentException("the log-density of a model by " + spec.method()
                    + ": part of its mass lies on masks, which no row has; train by another method");
        }
        int pieces = energy.device() == Device.CUDA ? 1 : Math.max(1, chains / PIECE);
        AtomicInteger done = new AtomicInteger();
        List<LogPartition> found = FoldedWork.map(energy, pieces, (folded, piece) -> {
            int own = chains * (piece + 1) / pieces - chains * piece / pieces;
            AtomicInteger before = new AtomicInteger();
            return new AnnealedImportanceSampling(AnnealedMethod.MOVES, own, temperatures)
                    .logPartition(spec.method().path(folded), random.child(piece), (step, rows) -> {
                        int all = done.addAndGet(step - before.getAndSet(step));
                        progress.accept(all / ((double) temperatures * pieces));
                    });
        });
        LogPartition mean = LogPartition.mean(found);
        return new LogPartition(mean.value() - encoder.numbers() * Math.log(2 * Math.PI) / 2, mean.standardError());
    }
}
