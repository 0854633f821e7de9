package dev.calor.random;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Draws from a distribution that is concentrated on a few states, by inversion: cumulative probabilities, the likeliest
 * state first, are searched from the start. An {@link AliasTable} reads a cell anywhere in its table; this table mostly
 * reads its first cache line, which is faster where there are many tables, such as the rows of a kernel.
 *
 * <p>An entry is one 64-bit word, 40 bits of cumulative probability above 24 bits of state; rounding moves the
 * distribution by less than 1e-12 per state.
 */
public final class RankedTable implements DrawTable {
    /** Entries of a cache line. */
    private static final int LINE = 8;

    private final long[] entries; // at least one cache line

    private RankedTable(long[] entries) {
        this.entries = entries;
    }

    /** The table of a distribution given by weights that sum to {@code total}. */
    static RankedTable of(double[] weights, double total) {
        int[] ranked = IntStream.range(0, weights.length)
                .filter(state -> weights[state] > 0)
                .boxed()
                .sorted(Comparator.comparingDouble(state -> -weights[state]))
                .mapToInt(Integer::intValue)
                .toArray();
        long[] entries = new long[ranked.length];
        int length = 0;
        double sum = 0;
        long before = 0;
        for (int state : ranked) {
            sum += weights[state];
            long cumulative = Math.min(Math.round(sum / total * COINS), (long) COINS);
            if (cumulative > before) { // a state too unlikely for 40 bits is left out
                entries[length++] = ((cumulative - 1) << STATE_BITS) | state;
                before = cumulative;
            }
        }
        entries[length - 1] |= -1L << STATE_BITS; // the last state takes the rest that rounding leaves
        long[] padded = Arrays.copyOf(entries, Math.max(length, LINE));
        Arrays.fill(padded, length, padded.length, -1L << STATE_BITS);
        return new RankedTable(padded);
    }

    /** How many entries a draw looks at on average. */
    static double expectedSearch(double[] weights, double total) {
        double[] ascending = weights.clone();
        Arrays.sort(ascending);
        double search = 0;
        for (int i = 0; i < ascending.length; i++) {
            search += (ascending.length - i) * ascending[i] / total;
        }
        return search;
    }

    @Override
    public int draw(RandomStream random) {
        long coin = random.nextLong() >>> STATE_BITS;
        // Within the first cache line, count the entries below the coin instead of branching on each: no branch
        // predictor could predict them.
        int i = 0;
        for (int j = 0; j < LINE; j++) {
            i += (int) (((entries[j] >>> STATE_BITS) - coin) >>> (Long.SIZE - 1));
        }
        if (i == LINE) {
            while (coin > entries[i] >>> STATE_BITS) {
                i++;
            }
        }
        return (int) entries[i] & STATE_MASK;
    }

    @Override
    public double[] probabilities(int size) {
        double[] probabilities = new double[size];
        long before = -1;
        for (long entry : entries) {
            long cumulative = entry >>> STATE_BITS;
            probabilities[(int) entry & STATE_MASK] += (cumulative - before) / COINS;
            before = cumulative;
        }
        return probabilities;
    }
}
