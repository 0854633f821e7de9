package dev.calor.random;

/** Draws from a fixed law on {0, …, n−1} in constant time, with one random number a draw. */
public sealed interface DrawTable permits AliasTable, RankedTable {
    /** The longest table: states have 24 bits. */
    int LONGEST = 1 << 24;

    /** Bits of a state; the others of a 64-bit word hold a probability. */
    int STATE_BITS = 24;

    int STATE_MASK = LONGEST - 1;

    /** Probabilities are multiples of 2^−40. */
    double COINS = 0x1.0p40;

    /** One draw. */
    int draw(RandomStream random);

    /** The law the table draws from, exactly as stored, on {0, …, size−1}. */
    double[] law(int size);

    /**
     * The table of a law given by weights: finite, non-negative, not all zero; they need not sum to one. Ranked where a draw would
     * look at sixteen entries, two cache lines, or fewer; an alias table otherwise.
     */
    static DrawTable of(double... weights) {
        double total = checkedTotal(weights);
        return RankedTable.expectedSearch(weights, total) <= 16
                ? RankedTable.of(weights, total)
                : AliasTable.of(weights, total);
    }

    /** The sum of weights, or why they are no law. */
    static double checkedTotal(double[] weights) {
        if (weights.length > LONGEST) {
            throw new IllegalArgumentException(
                    "a law on " + weights.length + " states has no table: at most " + LONGEST + " states");
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
