package dev.calor.metric;

import dev.calor.table.Column;
import dev.calor.table.Table;

/**
 * SDMetrics' TVComplement, 1 − ½ Σ_v |s_v/S − r_v/R|, of the levels of a column; missing values are left out. As in
 * SDMetrics, each level that only the synthetic table has adds 1e-6 to the real counts, and so to R.
 */
public final class TvComplement {
    static final String NAME = "TVComplement";
    private static final double REGULARISATION = 1e-6;

    private TvComplement() {}

    /**
     * The score of a column with levels.
     *
     * @throws IllegalArgumentException if the column has another type, or either table has no value
     */
    public static double of(Table real, Table synthetic, String column) {
        if (SharedColumn.of(column, real, synthetic) instanceof SharedColumn.Levels levels) {
            return of(levels);
        }
        throw new IllegalArgumentException("column '" + column + "' is "
                + real.schema().column(column).type() + ": " + NAME
                + " compares levels; use KSComplement for numbers and points in time");
    }

    static double of(SharedColumn.Levels column) {
        long[] real = counts(column.codes()[0], column.levels().size());
        long[] synthetic = counts(column.codes()[1], column.levels().size());
        double realTotal = 0;
        double syntheticTotal = 0;
        for (int level = 0; level < real.length; level++) {
            realTotal += real[level];
            syntheticTotal += synthetic[level];
        }
        if (realTotal == 0 || syntheticTotal == 0) {
            throw new IllegalArgumentException("column '" + column.name() + "' has no value in the "
                    + (realTotal == 0 ? "real" : "synthetic") + " table: " + NAME + " needs at least one in both");
        }
        for (int level = 0; level < real.length; level++) {
            realTotal += regularisation(real[level], synthetic[level]);
        }
        double variation = 0;
        for (int level = 0; level < real.length; level++) {
            double regular = real[level] + regularisation(real[level], synthetic[level]);
            variation += Math.abs(synthetic[level] / syntheticTotal - regular / realTotal);
        }
        return Score.complement(variation / 2);
    }

    private static double regularisation(long real, long synthetic) {
        return real == 0 && synthetic > 0 ? REGULARISATION : 0;
    }

    private static long[] counts(int[] codes, int levels) {
        long[] counts = new long[levels];
        for (int code : codes) {
            if (code != Column.MISSING) {
                counts[code]++;
            }
        }
        return counts;
    }
}
