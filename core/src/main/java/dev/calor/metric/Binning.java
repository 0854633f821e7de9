package dev.calor.metric;

import java.util.Arrays;

/**
 * Ten bins for numbers that are compared with levels, as SDMetrics makes them: e_i = i·((max − min)/10) + min, e_10 =
 * max; the bin of x is #{i : e_i ≤ x}. So the maximum falls in bin 11, and so does a missing value. A constant c has
 * the range c ± ½.
 */
final class Binning {
    private static final int BINS = 10;
    private static final int LAST = BINS + 1;

    private Binning() {}

    /** The bins of a sample on its own range, as in the report of SDMetrics. */
    static int[] own(double[] values) {
        return bins(values, edges(values));
    }

    /** The bins of several samples on the range of the first, the outer edges moved to ±∞, as SDMetrics does in a direct call. */
    static int[][] shared(double[]... samples) {
        double[] edges = edges(samples[0]);
        edges[0] = Double.NEGATIVE_INFINITY;
        edges[BINS] = Double.POSITIVE_INFINITY;
        return Arrays.stream(samples).map(values -> bins(values, edges)).toArray(int[][]::new);
    }

    private static double[] edges(double[] values) {
        double minimum = Double.POSITIVE_INFINITY;
        double maximum = Double.NEGATIVE_INFINITY;
        boolean empty = true;
        for (double value : values) {
            if (!Double.isNaN(value)) {
                minimum = Math.min(minimum, value);
                maximum = Math.max(maximum, value);
                empty = false;
            }
        }
        if (empty) {
            minimum = 0;
            maximum = 1;
        } else if (Double.isInfinite(minimum) || Double.isInfinite(maximum)) {
            throw new IllegalArgumentException("the numbers run from " + minimum + " to " + maximum
                    + ": only finite numbers can be binned; remove the infinite ones");
        } else if (minimum == maximum) {
            minimum -= 0.5;
            maximum += 0.5;
        }
        double step = (maximum - minimum) / BINS;
        double[] edges = new double[BINS + 1];
        for (int i = 0; i < BINS; i++) {
            edges[i] = i * step + minimum;
        }
        edges[BINS] = maximum;
        return edges;
    }

    private static int[] bins(double[] values, double[] edges) {
        int[] bins = new int[values.length];
        for (int row = 0; row < values.length; row++) {
            int bin = 0;
            for (double edge : edges) {
                bin += edge <= values[row] ? 1 : 0;
            }
            bins[row] = Double.isNaN(values[row]) ? LAST : bin;
        }
        return bins;
    }
}
