package dev.calor.metric;

import dev.calor.table.ColumnType;
import dev.calor.table.Table;
import java.util.Arrays;

/** SDMetrics' KSComplement, 1 − sup |F_r − F_s|, of two samples of numbers; missing values are left out. */
public final class KsComplement {
    static final String NAME = "KSComplement";

    private KsComplement() {}

    /**
     * The score of a column of numbers or points in time; NaN where either table has no value.
     *
     * @throws IllegalArgumentException if the column has another type
     */
    public static double of(Table real, Table synthetic, String column, Profile profile) {
        if (SharedColumn.of(column, real, synthetic) instanceof SharedColumn.Numbers numbers) {
            return of(numbers, profile);
        }
        throw new IllegalArgumentException("column '" + column + "' is "
                + real.schema().column(column).type() + ": " + NAME
                + " compares numbers and points in time; use TVComplement for levels");
    }

    static double of(SharedColumn.Numbers column, Profile profile) {
        // In SDMetrics nanoseconds are whole numbers, and not rounded.
        Profile rounding = column.schema().type() == ColumnType.DATETIME ? Profile.PAPER : profile;
        double[] real = sorted(column.values()[0], rounding);
        double[] synthetic = sorted(column.values()[1], rounding);
        return real.length == 0 || synthetic.length == 0 ? Double.NaN : 1 - distance(real, synthetic);
    }

    /** sup |F_x − F_y| of two sorted samples. */
    private static double distance(double[] x, double[] y) {
        double widest = 0;
        int i = 0;
        int j = 0;
        while (i < x.length && j < y.length) {
            double value = Math.min(x[i], y[j]);
            while (i < x.length && x[i] <= value) {
                i++;
            }
            while (j < y.length && y[j] <= value) {
                j++;
            }
            widest = Math.max(widest, Math.abs((double) i / x.length - (double) j / y.length));
        }
        return widest;
    }

    private static double[] sorted(double[] values, Profile rounding) {
        return Arrays.stream(values)
                .filter(value -> !Double.isNaN(value))
                .map(rounding::rounded)
                .sorted()
                .toArray();
    }
}
