package dev.calor.space;

import java.util.Arrays;

/**
 * The rate matrix R of a small space as a dense matrix, for exact tests and eigendecompositions. All other code uses
 * {@link FiniteSpace#rate} or a closed form, and never needs S×S numbers.
 */
public final class RateMatrix {
    /** The largest number of states: 4,096 states take 128 MB. */
    public static final int LARGEST = 4096;

    private final double[][] rates;

    private RateMatrix(double[][] rates) {
        this.rates = rates;
    }

    /**
     * R of one column.
     *
     * @throws IllegalArgumentException if the column has more than {@value #LARGEST} states
     */
    public static RateMatrix of(FiniteSpace space) {
        int size = checkWritable(space.size());
        double[][] rates = new double[size][size];
        for (int from = 0; from < size; from++) {
            for (int to = 0; to < size; to++) {
                rates[from][to] = space.rate(from, to);
            }
        }
        return new RateMatrix(rates);
    }

    /**
     * R of a row, the operator of [P eq:pde-heat-diffuion]: each column's R acts on its own column, so R is the
     * Kronecker sum, and a transition that changes two columns at once has rate zero.
     *
     * @throws IllegalArgumentException if the product has more than {@value #LARGEST} states, or a numeric column
     */
    public static RateMatrix of(ProductSpace space) {
        int count = checkWritable(space.count());
        double[][] rates = new double[count][count];
        for (int from = 0; from < count; from++) {
            int[] state = space.state(from);
            for (int k = 0; k < state.length; k++) {
                int here = state[k];
                FiniteSpace column = space.finite(k);
                for (int value = 0; value < column.size(); value++) {
                    state[k] = value;
                    rates[from][(int) space.index(state)] += column.rate(here, value);
                }
                state[k] = here;
            }
        }
        return new RateMatrix(rates);
    }

    private static int checkWritable(long size) {
        if (size > LARGEST) {
            throw new IllegalArgumentException("a rate matrix of " + size + " states is not written out: at most "
                    + LARGEST + "; use the heat kernel, which does not need the matrix");
        }
        return (int) size;
    }

    /** The number of states. */
    public int size() {
        return rates.length;
    }

    /** R[from][to]. */
    public double rate(int from, int to) {
        return rates[from][to];
    }

    /** A copy of R, by rows. */
    public double[][] toArray() {
        return Arrays.stream(rates).map(double[]::clone).toArray(double[][]::new);
    }

    /** Whether R = Rᵀ exactly, without a tolerance. */
    public boolean symmetric() {
        for (int a = 0; a < size(); a++) {
            for (int b = 0; b < a; b++) {
                if (rates[a][b] != rates[b][a]) {
                    return false;
                }
            }
        }
        return true;
    }
}
