package dev.calor.tabular;

import dev.calor.energy.Energy;
import dev.calor.estimate.AnnealedImportanceSampling;
import dev.calor.estimate.Denoising;
import dev.calor.estimate.EnergyPath;
import dev.calor.estimate.LogPartition;
import dev.calor.estimate.Tempering;
import dev.calor.random.RandomStream;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Scope;
import java.util.function.DoubleConsumer;

/**
 * What normalises the energies of rows, by annealed importance sampling: down the levels of noise where the model knows them, else from
 * hot to cold.
 */
record RowPartition(TabularSpec spec, TableEncoder encoder, Energy energy) {
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
        try (Scope scope = Scope.open()) {
            Energy folded;
            try (NoGradient guard = NoGradient.open()) {
                folded = energy.folded();
            }
            EnergyPath path = spec.method().annealed() ? new Denoising(folded) : new Tempering(folded);
            LogPartition found = new AnnealedImportanceSampling(RowSampler.MOVES, chains, temperatures)
                    .logPartition(path, random, (step, rows) -> progress.accept(step / (double) temperatures));
            return new LogPartition(
                    found.value() - encoder.numbers() * Math.log(2 * Math.PI) / 2, found.standardError());
        }
    }
}
