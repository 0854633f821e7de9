package dev.calor.energy.mlp;

import java.util.List;

/**
 * Statistics of the numbers of the training rows, each transformed to N(0, 1): what {@link MlpEnergy} computes features of numbers from.
 *
 * @param correlation the correlation of every pair of numbers: symmetric, with ones on the diagonal
 * @param atoms the frequent values, such as the zeros of an amount
 */
@SuppressWarnings("ArrayRecordComponent") // instances are never compared
public record NumberStatistics(double[][] correlation, List<Atom> atoms) {
    /** More would take seconds to decompose. */
    private static final int MOST_NUMBERS = 256;

    /** Means of products of few numbers from N(0, 1) can be well above 1. */
    private static final double MOST_CORRELATION = 100;

    /**
     * One frequent value of a number: the interval (low, high] of its distribution function that stands for it.
     *
     * @param number the index of the number
     * @param low the lower end, at least 0
     * @param high the upper end, at most 1
     */
    public record Atom(int number, double low, double high) {}

    /**
     * Range-checked.
     *
     * @throws IllegalArgumentException if there are more than {@value #MOST_NUMBERS} numbers, the correlation is not a square matrix of
     *     correlations, or an atom is no interval of one of the numbers
     */
    public NumberStatistics {
        atoms = List.copyOf(atoms);
        if (correlation.length > MOST_NUMBERS) {
            throw new IllegalArgumentException(
                    "correlations of " + correlation.length + " numbers: at most " + MOST_NUMBERS);
        }
        for (double[] row : correlation) {
            if (row.length != correlation.length) {
                throw new IllegalArgumentException("correlations of " + correlation.length + " numbers with "
                        + row.length + ": allowed are square matrices");
            }
            for (double value : row) {
                if (!(Math.abs(value) <= MOST_CORRELATION)) {
                    throw new IllegalArgumentException(
                            "a correlation of " + value + ": allowed are -1 to 1, and a little more");
                }
            }
        }
        for (Atom atom : atoms) {
            if (atom.number < 0
                    || atom.number >= correlation.length
                    || !(0 <= atom.low && atom.low < atom.high && atom.high <= 1)) {
                throw new IllegalArgumentException(
                        atom + ": allowed are 0 ≤ low < high ≤ 1, of a number from 0 to " + (correlation.length - 1));
            }
        }
    }

    /** The number of numbers per row. */
    int numbers() {
        return correlation.length;
    }
}
