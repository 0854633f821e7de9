package dev.calor.tabular;

import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;

/**
 * The numbers that a column can hold: whole numbers, numbers with at most a number of decimals, or all.
 *
 * @param decimals 0 or more, or {@link ColumnSchema#SHORTEST} for all numbers
 */
record Decimals(int decimals) {
    /** With more decimals than this, every double is allowed. */
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

    /** The largest distance between a number and the one it is rounded to. */
    double half() {
        return all() ? 0 : 0.5 / scale();
    }

    /** The allowed number nearest to x. */
    double nearest(double x) {
        double rounded = all() ? x : Math.rint(x * scale()) / scale();
        return Double.isFinite(rounded) ? rounded : x;
    }

    /** The smallest allowed number that is at least x. */
    double atLeast(double x) {
        double nearest = nearest(x);
        return nearest >= x ? nearest : above(nearest, x);
    }

    /** The smallest allowed number above x. */
    double above(double x) {
        double nearest = nearest(x);
        return nearest > x ? nearest : above(nearest, Math.nextUp(x));
    }

    /** The allowed number after another; {@code least} where a unit is below the precision of a double. */
    private double above(double one, double least) {
        return all() ? least : Math.max(least, (Math.rint(one * scale()) + 1) / scale());
    }

    /** The largest allowed number that is at most x. */
    double atMost(double x) {
        return 0.0 - atLeast(-x); // not −0
    }

    /** The largest allowed number below x. */
    double below(double x) {
        return 0.0 - above(-x);
    }
}
