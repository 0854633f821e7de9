package dev.calor.server;

import dev.calor.metric.Distribution;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import dev.calor.table.DateFormat;
import dev.calor.table.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * The distribution of the values of a column, for drawing.
 *
 * @param missing the share of rows without a value
 * @param labels of bars: the levels; empty for a histogram, and for an identifier
 * @param left where a histogram begins, as the column is written; null for bars
 * @param right where it ends
 * @param shares of the bars or bins, of the values that are not missing
 * @param before the shares to compare with; null where there are none
 */
record ColumnView(
        String name,
        String type,
        double missing,
        List<String> labels,
        @Nullable String left,
        @Nullable String right,
        List<Double> shares,
        @Nullable List<Double> before) {
    private static final int MOST_BARS = 60;
    private static final double DIGITS = 1e4;

    /** The columns of one table. */
    static List<ColumnView> of(Table table) {
        return of(table, table, false);
    }

    /** The columns of a table compared with those of another, in the bins of the other. */
    static List<ColumnView> beside(Table before, Table table) {
        return of(before, table, true);
    }

    private static List<ColumnView> of(Table before, Table table, boolean both) {
        Map<String, Distribution> spread = new HashMap<>();
        Distribution.of(before, table).forEach(one -> spread.put(one.schema().name(), one));
        List<ColumnView> views = new ArrayList<>();
        for (int k = 0; k < table.columns().size(); k++) {
            ColumnSchema column = table.schema().columns().get(k);
            Distribution own = spread.get(column.name());
            int place = k;
            double missing = java.util.stream.IntStream.range(0, table.rows())
                            .filter(row -> table.columns().get(place).isMissing(row))
                            .count()
                    / (double) Math.max(1, table.rows());
            views.add(view(column, missing, own, both));
        }
        return views;
    }

    private static ColumnView view(ColumnSchema column, double missing, @Nullable Distribution own, boolean both) {
        if (own == null) {
            return new ColumnView(
                    column.name(), column.type().toString(), missing, List.of(), null, null, List.of(), null);
        }
        List<Double> shares = rounded(own.synthetic().shares());
        List<Double> before = both ? rounded(own.real().shares()) : null;
        if (own instanceof Distribution.Bars bars) {
            List<String> labels =
                    bars.levels().subList(0, Math.min(MOST_BARS, bars.levels().size()));
            return new ColumnView(column.name(), column.type().toString(), missing, labels, null, null, shares, before);
        }
        Distribution.Histogram histogram = (Distribution.Histogram) own;
        return new ColumnView(
                column.name(),
                column.type().toString(),
                missing,
                List.of(),
                edge(column, histogram.left()),
                edge(column, histogram.right()),
                shares,
                before);
    }

    private static List<Double> rounded(double[] shares) {
        return DoubleStream.of(shares)
                .limit(MOST_BARS)
                .map(share -> Math.round(share * DIGITS) / DIGITS)
                .boxed()
                .toList();
    }

    private static String edge(ColumnSchema column, double value) {
        if (column.type() == ColumnType.DATETIME) {
            return DateFormat.of(column).format(value);
        }
        double shown = column.type() == ColumnType.INTEGER ? Math.rint(value + 0.1) : value;
        return shown == Math.rint(shown) && Math.abs(shown) < 1e15
                ? Long.toString((long) shown)
                : Float.toString((float) shown);
    }
}
