package dev.calor.random;

/**
 * Draws from a fixed distribution on {0, …, n−1} in constant time, by Walker's alias method in Vose's form: cell i
 * keeps i with the probability it stores, and yields its alias otherwise.
 *
 * <p>A cell is one 64-bit word, 40 bits of probability above 24 bits of alias, so that a draw reads memory once and
 * takes one random number, whose high bits choose the cell and whose low bits decide between state and alias. Rounding
 * to 40 bits moves the distribution by less than 1e-12 in total variation; a weight of zero stays exactly zero.
 */
public final class AliasTable implements DrawTable {
    private final long[] cells;

    private AliasTable(long[] cells) {
        this.cells = cells;
    }

    /**
     * The table of a distribution given by weights as {@link DrawTable#of} takes them.
     *
     * @throws IllegalArgumentException if a weight is negative or not finite, if all are zero, or if there are more
     *     than {@value #LONGEST}
     */
    public static AliasTable of(double... weights) {
        return of(weights, DrawTable.checkedTotal(weights));
    }

    /** The table of a distribution given by weights that sum to {@code total}. */
    static AliasTable of(double[] weights, double total) {
        int n = weights.length;
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
            cells[i] = (coins << STATE_BITS) | alias[i];
        }
        return new AliasTable(cells);
    }

    @Override
    public int draw(RandomStream random) {
        // bits · n has the cell in its high word and, uniform within the cell, the coin in its low word.
        long bits = random.nextLong() >>> 1;
        long scaled = (long) cells.length << 1;
        int drawn = (int) Math.multiplyHigh(bits, scaled);
        long coin = (bits * scaled) >>> STATE_BITS;
        long cell = cells[drawn];
        // coin < coins(cell) ? drawn : alias(cell), without a branch: a branch could not be predicted, and would wait
        // for memory.
        int keeps = (int) ((coin - coins(cell)) >> (Long.SIZE - 1));
        return (drawn & keeps) | (alias(cell) & ~keeps);
    }

    /** The probability that a cell yields its own state, for callers that draw with a generator of their own. */
    public double keep(int cell) {
        return coins(cells[cell]) / COINS;
    }

    /** The state that a cell yields when it does not yield its own. */
    public int alias(int cell) {
        return alias(cells[cell]);
    }

    private static long coins(long cell) {
        return cell >>> STATE_BITS;
    }

    private static int alias(long cell) {
        return (int) cell & STATE_MASK;
    }

    @Override
    public double[] probabilities(int size) {
        double[] probabilities = new double[size];
        for (int i = 0; i < cells.length; i++) {
            double kept = keep(i);
            probabilities[i] += kept / cells.length;
            probabilities[alias(i)] += (1 - kept) / cells.length;
        }
        return probabilities;
    }
}
