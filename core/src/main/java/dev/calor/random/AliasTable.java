package dev.calor.random;

import java.util.Arrays;

/**
 * Draws from a fixed law on {0, …, n−1} in constant time, by Walker's alias method in Vose's form: cell i keeps i with
 * probability {@code keep[i]}, and yields {@code alias[i]} otherwise. One 64-bit number chooses both the cell and the coin.
 */
public final class AliasTable {
    private final double[] keep;
    private final int[] alias;

    private AliasTable(double[] keep, int[] alias) {
        this.keep = keep;
        this.alias = alias;
    }

    /** The table of a law given by weights: finite, non-negative, not all zero; they need not sum to one. */
    public static AliasTable of(double... weights) {
        int n = weights.length;
        double total = 0;
        for (int i = 0; i < n; i++) {
            if (!(weights[i] >= 0 && weights[i] < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(
                        "weight " + i + " is " + weights[i] + ": weights are finite and at least 0");
            }
            total += weights[i];
        }
        if (!(total > 0)) {
            throw new IllegalArgumentException(
                    "the " + n + " weights sum to " + total + ": at least one must be positive");
        }
        double[] keep = new double[n];
        int[] alias = new int[n];
        int[] queue = new int[n]; // cells with too little mass from the left, cells with too much from the right
        int small = 0;
        int large = n;
        for (int i = 0; i < n; i++) {
            keep[i] = weights[i] / total * n;
            alias[i] = i;
            queue[keep[i] < 1 ? small++ : --large] = i;
        }
        while (small > 0 && large < n) {
            int poor = queue[--small];
            int rich = queue[large];
            alias[poor] = rich;
            keep[rich] -= 1 - keep[poor];
            if (keep[rich] < 1) {
                large++;
                queue[small++] = rich;
            }
        }
        // What is left in either queue differs from one by rounding only, and aliases itself.
        return new AliasTable(keep, alias);
    }

    /** One draw. */
    public int draw(RandomStream random) {
        // bits · n has the cell in its high word and, uniform within the cell, the coin in its low word.
        long bits = random.nextLong() >>> 1;
        long scaled = (long) keep.length << 1;
        int cell = (int) Math.multiplyHigh(bits, scaled);
        double coin = ((bits * scaled) >>> 11) * 0x1.0p-53;
        return coin < keep[cell] ? cell : alias[cell];
    }

    /** The law the table draws from, exactly as stored. */
    public double[] law() {
        int n = keep.length;
        double[] law = new double[n];
        for (int i = 0; i < n; i++) {
            double kept = Math.min(1, keep[i]);
            law[i] += kept;
            law[alias[i]] += 1 - kept;
        }
        return Arrays.stream(law).map(mass -> mass / n).toArray();
    }
}
