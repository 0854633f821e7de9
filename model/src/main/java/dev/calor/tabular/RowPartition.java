package dev.calor.tabular;

import dev.calor.energy.Energy;
import dev.calor.estimate.AnnealedImportanceSampling;
import dev.calor.estimate.Denoising;
import dev.calor.estimate.EnergyPath;
import dev.calor.estimate.LogPartition;
import dev.calor.estimate.Tempering;
import dev.calor.random.RandomStream;
import dev.calor.tensor.Device;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Pieces;
import dev.calor.tensor.Scope;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleConsumer;

/**
 * What normalises the energies of rows, by annealed importance sampling: down the levels of noise where the model knows them, else from
 * hot to cold.
 */
record RowPartition(TabularSpec spec, TableEncoder encoder, Energy energy) {
    /** Chains that run on one thread, and adapt their steps together. */
    private static final int PIECE = 256;

    /**
     * log Z with exp(−energy) / Z the law of a row: probability of levels, density of numbers over their distribution functions. In
     * the model's own space numbers have densities on the line; from z to Φ(z) each changes by √2π exp(z²/2), of which energies of
     * rows hold the second part.
     */
    LogPartition estimate(int chains, int temperatures, RandomStream random, DoubleConsumer progress) {
        if (spec.method().structure() == Structure.MASK) {
            throw new IllegalArgumentException("the log-density of a model by " + spec.method()
                    + ": part of its mass lies on masks, which no row has; train by another method");
        }
        boolean card = energy.device() == Device.CUDA;
        int pieces = card ? 1 : Math.max(1, chains / PIECE);
        AtomicInteger done = new AtomicInteger();
        try (Scope scope = Scope.open();
                Pieces workers = card ? Pieces.inTurn() : Pieces.sideBySide()) {
            Energy folded;
            try (NoGradient guard = NoGradient.open()) {
                folded = energy.folded();
            }
            EnergyPath path = spec.method().annealed() ? new Denoising(folded) : new Tempering(folded);
            List<LogPartition> found = workers.map(pieces, piece -> {
                int own = chains * (piece + 1) / pieces - chains * piece / pieces;
                AtomicInteger before = new AtomicInteger();
                return new AnnealedImportanceSampling(RowSampler.MOVES, own, temperatures)
                        .logPartition(path, random.child(piece), (step, rows) -> {
                            int all = done.addAndGet(step - before.getAndSet(step));
                            progress.accept(all / ((double) temperatures * pieces));
                        });
            });
            LogPartition mean = LogPartition.mean(found);
            return new LogPartition(mean.value() - encoder.numbers() * Math.log(2 * Math.PI) / 2, mean.standardError());
        }
    }
}
