package dev.calor.tabular;

import dev.calor.space.FiniteSpace;
import java.util.Arrays;
import java.util.List;

/**
 * The allowed values of rows: the allowed states of each finite column, and an interval of the distribution function of
 * each numeric column, a single point where the value is given. Either for every row separately, or the same for all.
 */
final class Clamps {
    private final int rows;
    private final int[] offsets;
    private final int[] sizes;
    private final boolean[][] allowed; // [row][slot]
    private final double[][] low; // [row][number]
    private final double[][] high;

    /** Everything is allowed. */
    Clamps(int rows, List<FiniteSpace> finite, int numbers) {
        this.rows = rows;
        sizes = finite.stream().mapToInt(FiniteSpace::size).toArray();
        offsets = new int[sizes.length];
        for (int k = 1; k < sizes.length; k++) {
            offsets[k] = offsets[k - 1] + sizes[k - 1];
        }
        allowed = new boolean[rows][Arrays.stream(sizes).sum()];
        low = new double[rows][numbers];
        high = new double[rows][numbers];
        for (int row = 0; row < rows; row++) {
            Arrays.fill(allowed[row], true);
            Arrays.fill(high[row], 1);
        }
    }

    int rows() {
        return rows;
    }

    void forbid(int row, int column, int state) {
        allowed[row][offsets[column] + state] = false;
    }

    /** Allows one state only. */
    void fix(int row, int column, int state) {
        for (int other = 0; other < sizes[column]; other++) {
            if (other != state) {
                forbid(row, column, other);
            }
        }
    }

    boolean isAllowed(int row, int column, int state) {
        return allowed[row][offsets[column] + state];
    }

    /** Whether any state of a column is allowed. */
    boolean isPossible(int row, int column) {
        for (int state = 0; state < sizes[column]; state++) {
            if (isAllowed(row, column, state)) {
                return true;
            }
        }
        return false;
    }

    /** Narrows the interval of a numeric column. */
    void narrow(int row, int number, double from, double to) {
        low[row][number] = Math.max(low[row][number], from);
        high[row][number] = Math.min(high[row][number], to);
    }

    double low(int row, int number) {
        return low[row][number];
    }

    double high(int row, int number) {
        return high[row][number];
    }

    /** Whether a sampled row is allowed, where the same is allowed for all rows. */
    boolean admit(SampledRows drawn, int row) {
        for (int k = 0; k < sizes.length; k++) {
            if (!isAllowed(0, k, drawn.states()[k][row])) {
                return false;
            }
        }
        for (int number = 0; number < low[0].length; number++) {
            double u = drawn.uniform()[number][row];
            if (u < low[0][number] || u > high[0][number] || (u == high[0][number] && high[0][number] < 1)) {
                return false;
            }
        }
        return true;
    }

    /** Whether anything is forbidden in any row. */
    boolean restrictsAnything() {
        for (int row = 0; row < rows; row++) {
            for (boolean slot : allowed[row]) {
                if (!slot) {
                    return true;
                }
            }
            for (int number = 0; number < low[row].length; number++) {
                if (low[row][number] > 0 || high[row][number] < 1) {
                    return true;
                }
            }
        }
        return false;
    }
}
