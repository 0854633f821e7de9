package dev.calor.estimate;

import dev.calor.energy.Energy;
import dev.calor.rows.Batch;
import dev.calor.space.ProductSpace;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Scope;

/** Exact answers on small spaces, by visiting every state. */
public final class Enumeration {
    private static final int MOST_STATES = 1 << 22;
    private static final int CHUNK = 1 << 16;

    private Enumeration() {}

    /** log Z. */
    public static LogPartition logPartition(Energy energy) {
        double[] energies = energies(energy);
        double least = Double.POSITIVE_INFINITY;
        for (double u : energies) {
            least = Math.min(least, u);
        }
        double sum = 0;
        for (double u : energies) {
            sum += Math.exp(least - u);
        }
        return new LogPartition(Math.log(sum) - least, 0);
    }

    /** U of every state, in the order of {@link ProductSpace#state}. */
    public static double[] energies(Energy energy) {
        ProductSpace space = energy.space();
        long count = space.count();
        if (count > MOST_STATES) {
            throw new IllegalArgumentException("a space of " + count + " states is not enumerated: at most "
                    + MOST_STATES + "; use importance sampling");
        }
        double[] energies = new double[(int) count];
        for (int start = 0; start < count; start += CHUNK) {
            int length = (int) Math.min(CHUNK, count - start);
            try (Scope scope = Scope.open();
                    NoGradient guard = NoGradient.open()) {
                double[] part = energy.energy(states(energy, start, length)).toDoubles();
                System.arraycopy(part, 0, energies, start, length);
            }
        }
        return energies;
    }

    /** The states from one number on, as a batch. */
    public static Batch states(Energy energy, long start, int length) {
        int[][] rows = new int[length][];
        for (int i = 0; i < length; i++) {
            rows[i] = energy.space().state(start + i);
        }
        return Batch.ofStates(energy.device(), rows);
    }
}
