package dev.calor.metric;

import dev.calor.table.ColumnType;
import java.util.Arrays;

/** Bins that show most of the real values: a few outliers are counted, not drawn. */
final class Histograms {
    private static final int MOST_BINS = 30;
    private static final double TAIL = 0.005;
    /** A range that is wider than that of its outer quantiles by this factor is cut to these quantiles. */
    private static final double FAR = 1.5;

    private Histograms() {}

    static Distribution.Histogram of(SharedColumn.Numbers column) {
        double scale = column.schema().type() == ColumnType.DATETIME ? 1e-9 : 1;
        double[][] sorted = Arrays.stream(column.values())
                .map(values -> Arrays.stream(values)
                        .filter(value -> !Double.isNaN(value))
                        .map(value -> value * scale)
                        .sorted()
                        .toArray())
                .toArray(double[][]::new);
        double[] range = range(finite(sorted[0].length > 0 ? sorted[0] : sorted[1]));
        int bins = MOST_BINS;
        if (column.schema().type() == ColumnType.INTEGER) {
            // Bins whose width is a whole number: otherwise some would hold one number and others two.
            double width = Math.ceil((range[1] - range[0] + 1) / MOST_BINS);
            bins = (int) Math.ceil((range[1] - range[0] + 1) / width);
            range = new double[] {range[0] - 0.5, range[0] - 0.5 + width * bins};
        } else if (range[0] == range[1]) {
            range = new double[] {range[0] - 0.5, range[1] + 0.5};
        }
        return new Distribution.Histogram(
                column.schema(),
                range[0],
                range[1],
                side(sorted[0], column.values()[0].length, range, bins),
                side(sorted[1], column.values()[1].length, range, bins));
    }

    private static double[] finite(double[] sorted) {
        return Arrays.stream(sorted).filter(Double::isFinite).toArray();
    }

    private static double[] range(double[] sorted) {
        if (sorted.length == 0) {
            return new double[] {0, 0};
        }
        double least = sorted[0];
        double most = sorted[sorted.length - 1];
        int tail = (int) (TAIL * sorted.length);
        double low = sorted[tail];
        double high = sorted[sorted.length - 1 - tail];
        return low < high && most - least > FAR * (high - low) ? new double[] {low, high} : new double[] {least, most};
    }

    private static Distribution.Side side(double[] sorted, int rows, double[] range, int bins) {
        double[] shares = new double[bins];
        int beyond = 0;
        for (double value : sorted) {
            if (value < range[0] || value > range[1]) {
                beyond++;
            } else {
                int bin = (int) (bins * ((value - range[0]) / (range[1] - range[0])));
                shares[Math.min(bin, bins - 1)]++;
            }
        }
        int present = Math.max(1, sorted.length);
        double[] quantiles = {quantile(sorted, 0.05), quantile(sorted, 0.5), quantile(sorted, 0.95)};
        return new Distribution.Side(
                Arrays.stream(shares).map(count -> count / present).toArray(),
                1 - (double) sorted.length / rows,
                (double) beyond / present,
                quantiles);
    }

    /** The observed value closest to this quantile. */
    private static double quantile(double[] sorted, double share) {
        return sorted.length == 0 ? Double.NaN : sorted[(int) Math.rint(share * (sorted.length - 1))];
    }
}
