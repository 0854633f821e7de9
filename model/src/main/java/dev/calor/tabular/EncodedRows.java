package dev.calor.tabular;

import dev.calor.rows.Marginals;
import dev.calor.rows.OneHot;
import dev.calor.space.ProductSpace;
import java.util.Arrays;
import java.util.List;

/**
 * Rows of the model's space, column by column: states of the finite columns, and for the numeric ones the interval of
 * the column's distribution function that each value stands for.
 *
 * @param alone whether every row is encoded as if it were the only one, so that its score does not depend on its position
 */
@SuppressWarnings("ArrayRecordComponent") // instances are never compared
record EncodedRows(int rows, int[][] states, float[][] low, float[][] high, boolean alone) {
    static EncodedRows of(int rows, int finite, int numbers, boolean alone) {
        return new EncodedRows(rows, new int[finite][rows], new float[numbers][rows], new float[numbers][rows], alone);
    }

    /** Chooses the state of a column that has no meaning because a value is missing: in turn, or the same for every row. */
    int turn(int row) {
        return alone ? 0 : row;
    }

    void number(int column, int row, double from, double to) {
        low[column][row] = (float) from;
        high[column][row] = (float) to;
    }

    /** The frequency of each state, with half a row added to each count, so that no state is impossible. */
    Marginals marginals(ProductSpace space) {
        OneHot layout = new OneHot(space);
        double[] weights = new double[layout.slots()];
        Arrays.fill(weights, 0.5);
        for (int k = 0; k < states.length; k++) {
            for (int state : states[k]) {
                weights[layout.offset(k) + state]++;
            }
        }
        return new Marginals(space, weights);
    }

    /** The rows of all parts, of which there is at least one. */
    static EncodedRows joined(List<EncodedRows> parts) {
        EncodedRows one = parts.get(0);
        int rows = parts.stream().mapToInt(EncodedRows::rows).sum();
        EncodedRows all = of(rows, one.states.length, one.low.length, one.alone);
        int at = 0;
        for (EncodedRows part : parts) {
            for (int k = 0; k < one.states.length; k++) {
                System.arraycopy(part.states[k], 0, all.states[k], at, part.rows);
            }
            for (int i = 0; i < one.low.length; i++) {
                System.arraycopy(part.low[i], 0, all.low[i], at, part.rows);
                System.arraycopy(part.high[i], 0, all.high[i], at, part.rows);
            }
            at += part.rows;
        }
        return all;
    }

    /** The chosen rows, in this order. */
    EncodedRows rows(int[] chosen) {
        EncodedRows some = of(chosen.length, states.length, low.length, alone);
        for (int row = 0; row < chosen.length; row++) {
            for (int k = 0; k < states.length; k++) {
                some.states[k][row] = states[k][chosen[row]];
            }
            for (int i = 0; i < low.length; i++) {
                some.number(i, row, low[i][chosen[row]], high[i][chosen[row]]);
            }
        }
        return some;
    }
}
