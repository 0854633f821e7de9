package dev.calor.random;

/** Draws from a fixed distribution on {0, …, n−1} in constant time, with one random number per draw. */
public sealed interface DrawTable permits AliasTable, RankedTable {
    /** The largest number of states of a table: a state has 24 bits. */
    int LONGEST = 1 << 24;

    /** Bits of a state; the other bits of a 64-bit word hold a probability. */
    int STATE_BITS = 24;

    /** Selects the bits of a state. */
    int STATE_MASK = LONGEST - 1;

    /** The number of steps between probability 0 and 1: probabilities are multiples of 2^−40. */
    double COINS = 0x1.0p40;

    /** Draws one state. */
    int draw(RandomStream random);

    /** The probabilities with which the table draws the states 0, …, size−1, exactly as stored. */
    double[] probabilities(int size);

    /**
     * The table of a distribution given by weights, which need not sum to one. A {@link RankedTable} where a draw would
     * look at sixteen entries (two cache lines) or fewer on average; an {@link AliasTable} otherwise.
     *
     * @throws IllegalArgumentException if a weight is negative or not finite, if all are zero, or if there are more
     *     than {@value #LONGEST}
     */
    static DrawTable of(double... weights) {
        double total = checkedTotal(weights);
        return RankedTable.expectedSearch(weights, total) <= 16
                ? RankedTable.of(weights, total)
                : AliasTable.of(weights, total);
    }

    /**
     * Returns the sum of the weights after checking them.
     *
     * @throws IllegalArgumentException as {@link #of} does
     */
    static double checkedTotal(double[] weights) {
        if (weights.length > LONGEST) {
            throw new IllegalArgumentException(
                    "a distribution on " + weights.length + " states has no table: at most " + LONGEST + " states");
        }
        double total = 0;
        for (int i = 0; i < weights.length; i++) {
            if (!(weights[i] >= 0 && weights[i] < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(
                        "weight " + i + " is " + weights[i] + ": weights are finite and at least 0");
            }
            total += weights[i];
        }
        if (!(total > 0)) {
            throw new IllegalArgumentException(
                    "the " + weights.length + " weights sum to " + total + ": at least one must be positive");
        }
        return total;
    }
}
