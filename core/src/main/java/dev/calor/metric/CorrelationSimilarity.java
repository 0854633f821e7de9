package dev.calor.metric;

import dev.calor.table.Table;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * SDMetrics' CorrelationSimilarity, 1 − |ρ_r − ρ_s|/2, of Pearson correlations; rows with a missing value in either
 * column are left out.
 *
 * @param value NaN where |ρ_r| does not exceed the threshold, or a correlation is undefined on the rows that are left
 * @param real ρ_r
 * @param synthetic ρ_s
 */
public record CorrelationSimilarity(double value, double real, double synthetic) {
    static final String NAME = "CorrelationSimilarity";

    /**
     * The similarity of two columns of numbers or points in time.
     *
     * @param threshold |ρ_r| must exceed this for the pair to count; negative if every pair counts
     * @throws IllegalArgumentException if a column has another type, or is constant in either table
     */
    public static CorrelationSimilarity of(Table real, Table synthetic, String first, String second, double threshold) {
        if (SharedColumn.of(first, real, synthetic) instanceof SharedColumn.Numbers x
                && SharedColumn.of(second, real, synthetic) instanceof SharedColumn.Numbers y) {
            return of(x, y, threshold);
        }
        throw new IllegalArgumentException("columns '" + first + "' and '" + second + "' are "
                + real.schema().column(first).type() + " and "
                + real.schema().column(second).type() + ": " + NAME
                + " compares numbers and points in time; use ContingencySimilarity");
    }

    static CorrelationSimilarity of(SharedColumn.Numbers x, SharedColumn.Numbers y, double threshold) {
        // Checked before rows are left out, as in SDMetrics: a column that becomes constant only then gives NaN, not an
        // error.
        checkVaries(x);
        checkVaries(y);
        double real = correlation(x.values()[0], y.values()[0]);
        double synthetic = correlation(x.values()[1], y.values()[1]);
        double value = Math.abs(real) <= threshold ? Double.NaN : 1 - Math.abs(real - synthetic) / 2;
        return new CorrelationSimilarity(value, real, synthetic);
    }

    private static void checkVaries(SharedColumn.Numbers column) {
        for (int table = 0; table < 2; table++) {
            double[] values = column.values()[table];
            double seen = Double.NaN;
            boolean varies = false;
            for (int row = 0; row < values.length && !varies; row++) {
                varies = values[row] < seen || values[row] > seen;
                seen = Double.isNaN(values[row]) ? seen : values[row];
            }
            if (!varies && !Double.isNaN(seen)) {
                throw new IllegalArgumentException("column '" + column.name() + "' is " + seen + " in every row of the "
                        + (table == 0 ? "real" : "synthetic")
                        + " table: correlation is undefined for constant columns");
            }
        }
    }

    /** Pearson's ρ of the rows in which neither is missing; NaN where it is undefined. */
    private static double correlation(double[] allX, double[] allY) {
        int[] rows = IntStream.range(0, allX.length)
                .filter(row -> !Double.isNaN(allX[row]) && !Double.isNaN(allY[row]))
                .toArray();
        double[] x = deviations(allX, rows);
        double[] y = deviations(allY, rows);
        double xx = 0;
        double yy = 0;
        double xy = 0;
        for (int i = 0; i < rows.length; i++) {
            xx += x[i] * x[i];
            yy += y[i] * y[i];
            xy += x[i] * y[i];
        }
        // Two separate roots: the product of the squares could overflow.
        return Math.max(-1, Math.min(1, xy / (Math.sqrt(xx) * Math.sqrt(yy))));
    }

    /**
     * Deviations from the mean; exactly 0 if all values are equal, even if the mean is rounded: otherwise ρ would
     * consist of rounding errors.
     */
    private static double[] deviations(double[] values, int[] rows) {
        double[] taken = Arrays.stream(rows).mapToDouble(row -> values[row]).toArray();
        double sum = 0;
        boolean varies = false;
        for (double value : taken) {
            sum += value;
            varies |= value != taken[0];
        }
        double mean = varies ? sum / taken.length : taken.length == 0 ? 0 : taken[0];
        for (int i = 0; i < taken.length; i++) {
            taken[i] -= mean;
        }
        return taken;
    }
}
