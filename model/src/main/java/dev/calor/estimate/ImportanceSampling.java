package dev.calor.estimate;

import dev.calor.energy.Energy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Base;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;

/**
 * log Z = log |X| + log E_uniform exp(−U), estimated from uniform points, as in the paper's tables. Unbiased for Z,
 * hence too low for log Z on average. The bias is large where the mass is on a small part of the space; the standard
 * error is then too small as well.
 *
 * @param points the number of points, at least 2
 */
public record ImportanceSampling(int points) {
    private static final int CHUNK = 1 << 15;

    /**
     * Checks the number of points.
     *
     * @throws IllegalArgumentException if {@code points} is below 2
     */
    public ImportanceSampling {
        if (points < 2) {
            throw new IllegalArgumentException("points " + points + ": at least 2");
        }
    }

    /**
     * Estimates log Z.
     *
     * @throws IllegalArgumentException if the space has a numeric column
     */
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

    /** log |X|, also where |X| overflows. */
    static double logVolume(Energy energy) {
        if (energy.layout().columns() < energy.space().dimension()) {
            throw new IllegalArgumentException("log Z of a space with numeric columns: these estimators start from the "
                    + "uniform distribution, which does not exist on the line; allowed are finite columns");
        }
        return Base.uniform(energy.layout(), 0).logMass();
    }
}
