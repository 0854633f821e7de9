package dev.calor.tabular;

import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;

/**
 * The numbers a column can hold: whole ones, those with at most so many decimals, or all.
 *
 * @param decimals 0 up, or {@link ColumnSchema#SHORTEST} for all numbers
 */
record Decimals(int decimals) {
    /** More decimals than this are all that a number has. */
    private static final int MOST = 15;

    static Decimals of(ColumnSchema schema) {
        int decimals = schema.type() == ColumnType.INTEGER ? 0 : schema.decimals();
        return new Decimals(decimals > MOST ? ColumnSchema.SHORTEST : decimals);
    }

    private boolean all() {
        return decimals == ColumnSchema.SHORTEST;
    }

    private double scale() {
        return Math.pow(10, decimals);
    }

    /** How far a number may be from the one it is rounded to. */
    double half() {
        return all() ? 0 : 0.5 / scale();
    }

    /** The one nearest to a number. */
    double nearest(double x) {
        double rounded = all() ? x : Math.rint(x * scale()) / scale();
        return Double.isFinite(rounded) ? rounded : x;
    }

    /** The least one that is x or more. */
    double atLeast(double x) {
        double nearest = nearest(x);
        return nearest >= x ? nearest : above(nearest, x);
    }

    /** The least one that is more than x. */
    double above(double x) {
        double nearest = nearest(x);
        return nearest > x ? nearest : above(nearest, Math.nextUp(x));
    }

    /** The one after another; {@code least} where single units are too small to count. */
    private double above(double one, double least) {
        return all() ? least : Math.max(least, (Math.rint(one * scale()) + 1) / scale());
    }

    /** The greatest one that is x or less. */
    double atMost(double x) {
        return 0.0 - atLeast(-x); // not −0
    }

    /** The greatest one that is less than x. */
    double below(double x) {
        return 0.0 - above(-x);
    }
}
