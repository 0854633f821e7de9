package dev.calor.estimate;

import dev.calor.energy.Energy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Base;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;

/**
 * log Z = log |X| + log E_uniform exp(−U), from uniform points, as the paper's tables have it. Unbiased for Z, hence biased low for
 * log Z, badly so where mass sits on a small part of the space: its standard error is then too small as well.
 */
public record ImportanceSampling(int points) {
    private static final int CHUNK = 1 << 15;

    public ImportanceSampling {
        if (points < 2) {
            throw new IllegalArgumentException("points " + points + ": at least 2");
        }
    }

    public LogPartition logPartition(Energy energy, RandomStream random) {
        double logVolume = logVolume(energy);
        double[] logWeights = new double[points];
        for (int start = 0; start < points; start += CHUNK) {
            int length = Math.min(CHUNK, points - start);
            try (Scope scope = Scope.open();
                    NoGradient guard = NoGradient.open()) {
                Noise noise = Noise.of(random.child(start), energy.device());
                double[] part = energy.energy(Base.uniform(energy.layout(), 0).draw(length, noise))
                        .negate()
                        .toDoubles();
                System.arraycopy(part, 0, logWeights, start, length);
            }
        }
        return LogPartition.ofLogWeights(logVolume, logWeights);
    }

    /** log |X|, also where |X| does not fit into a number. */
    static double logVolume(Energy energy) {
        if (energy.layout().columns() < energy.space().dimension()) {
            throw new IllegalArgumentException("log Z of a space with numeric columns: these estimators start from the "
                    + "uniform law, which the line does not have; allowed are finite columns");
        }
        return Base.uniform(energy.layout(), 0).logMass();
    }
}
