package dev.calor.tabular;

import dev.calor.rows.Marginals;
import dev.calor.rows.OneHot;
import dev.calor.space.ProductSpace;
import java.util.Arrays;

/**
 * Rows of the model's space, column by column: states of the finite columns, and for the numeric ones the interval of the column's
 * distribution function that each value stands for.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record EncodedRows(int rows, int[][] states, float[][] low, float[][] high) {
    static EncodedRows of(int rows, int finite, int numbers) {
        return new EncodedRows(rows, new int[finite][rows], new float[numbers][rows], new float[numbers][rows]);
    }

    void number(int column, int row, double from, double to) {
        low[column][row] = (float) from;
        high[column][row] = (float) to;
    }

    /** How often each state occurs, half a row more than counted: no state is impossible. */
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

    /** Some of the rows, in this order. */
    EncodedRows rows(int[] chosen) {
        EncodedRows some = of(chosen.length, states.length, low.length);
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
