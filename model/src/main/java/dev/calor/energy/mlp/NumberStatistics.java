package dev.calor.energy.mlp;

import java.util.List;

/**
 * What is known of the numbers of data before training, each N(0, 1) by itself, for the features that a network sees of them.
 *
 * @param correlation of every pair of numbers: symmetric, with ones on the diagonal
 * @param atoms the frequent values, such as the zeros of an amount
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record NumberStatistics(double[][] correlation, List<Atom> atoms) {
    /**
     * One frequent value of a number: the interval (low, high] of its distribution function that stands for it.
     *
     * @param number which number
     * @param low from 0
     * @param high to 1
     */
    public record Atom(int number, double low, double high) {}

    public NumberStatistics {
        atoms = List.copyOf(atoms);
        for (double[] row : correlation) {
            if (row.length != correlation.length) {
                throw new IllegalArgumentException("correlations of " + correlation.length + " numbers with "
                        + row.length + ": allowed are square matrices");
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

    /** How many numbers a row has. */
    int numbers() {
        return correlation.length;
    }
}
