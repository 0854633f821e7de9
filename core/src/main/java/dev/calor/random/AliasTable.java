package dev.calor.random;

/**
 * Draws from a fixed law on {0, …, n−1} in constant time, by Walker's alias method in Vose's form: cell i keeps i with the
 * probability it stores, and yields its alias otherwise.
 *
 * <p>A cell is one 64-bit word, 40 bits of probability above 24 bits of alias, so that a draw reads memory once and takes one
 * random number, whose high bits choose the cell and whose low bits are the coin. Rounding to 40 bits moves the law by less than
 * 1e-12 in total variation; a weight of zero stays exactly zero.
 */
public final class AliasTable {
    /** The longest table: aliases have 24 bits. */
    public static final int LONGEST = 1 << 24;

    private static final int ALIAS_BITS = 24;
    private static final double COINS = 0x1.0p40;

    private final long[] cells;

    private AliasTable(long[] cells) {
        this.cells = cells;
    }

    /** The table of a law given by weights: finite, non-negative, not all zero; they need not sum to one. */
    public static AliasTable of(double... weights) {
        int n = weights.length;
        if (n > LONGEST) {
            throw new IllegalArgumentException(
                    "a law on " + n + " states has no table: at most " + LONGEST + " states");
        }
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
        long[] cells = new long[n];
        for (int i = 0; i < n; i++) {
            long coins = (long) (Math.min(keep[i], 1) * (COINS - 1) + 0.5);
            cells[i] = (coins << ALIAS_BITS) | alias[i];
        }
        return new AliasTable(cells);
    }

    /** One draw. */
    public int draw(RandomStream random) {
        // bits · n has the cell in its high word and, uniform within the cell, the coin in its low word.
        long bits = random.nextLong() >>> 1;
        long scaled = (long) cells.length << 1;
        int drawn = (int) Math.multiplyHigh(bits, scaled);
        long coin = (bits * scaled) >>> ALIAS_BITS;
        long cell = cells[drawn];
        // coin < coins(cell) ? drawn : alias(cell), without a branch: nothing could predict it, and it would wait for
        // memory.
        int keeps = (int) ((coin - coins(cell)) >> (Long.SIZE - 1));
        return (drawn & keeps) | (alias(cell) & ~keeps);
    }

    private static long coins(long cell) {
        return cell >>> ALIAS_BITS;
    }

    private static int alias(long cell) {
        return (int) cell & (LONGEST - 1);
    }

    /** The law the table draws from, exactly as stored. */
    public double[] law() {
        double[] law = new double[cells.length];
        for (int i = 0; i < cells.length; i++) {
            double kept = coins(cells[i]) / COINS;
            law[i] += kept / cells.length;
            law[alias(cells[i])] += (1 - kept) / cells.length;
        }
        return law;
    }
}
