package dev.calor.metric;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Rows of several tables as points: numbers scaled by the range of the first table, levels one-hot, a missing one too.
 * A missing or infinite number is replaced by the mean of the first table, and an extra column says that it is missing.
 */
record EuclideanRows(List<SharedColumn> columns) {
    /** Points of the rows of tables that share these columns; identifiers are left out. */
    static EuclideanRows of(List<SharedColumn> columns) {
        return new EuclideanRows(SharedColumn.comparable(columns).stream()
                .flatMap(column -> column instanceof SharedColumn.Numbers numbers ? points(numbers) : Stream.of(column))
                .toList());
    }

    /** The scaled numbers, and a column that says which are missing, if some are. */
    private static Stream<SharedColumn> points(SharedColumn.Numbers column) {
        double[] present =
                Arrays.stream(column.values()[0]).filter(Double::isFinite).toArray();
        double least = Arrays.stream(present).min().orElse(0);
        double range = Arrays.stream(present).max().orElse(0) - least;
        double scale = range > 0 ? range : 1;
        double mean = (Arrays.stream(present).average().orElse(0) - least) / scale;
        SharedColumn scaled = new SharedColumn.Numbers(
                column.schema(),
                Arrays.stream(column.values())
                        .map(values -> Arrays.stream(values)
                                .map(value -> Double.isFinite(value) ? (value - least) / scale : mean)
                                .toArray())
                        .toArray(double[][]::new));
        int[][] absent = Arrays.stream(column.values())
                .map(values -> Arrays.stream(values)
                        .mapToInt(value -> Double.isFinite(value) ? 0 : 1)
                        .toArray())
                .toArray(int[][]::new);
        boolean complete = Arrays.stream(absent).flatMapToInt(Arrays::stream).allMatch(code -> code == 0);
        return complete
                ? Stream.of(scaled)
                : Stream.of(scaled, new SharedColumn.Levels(column.schema(), List.of("present", "missing"), absent));
    }

    /** The squares of Euclidean distances from, or to, the rows of a table. */
    RowDistance squares(int table) {
        return RowDistance.euclidean(columns, table);
    }

    /**
     * The mean of the points of a table: of each column the mean of its numbers, or the fractions of its levels, the
     * missing one first.
     */
    double[][] mean(int table) {
        return columns.stream()
                .map(column -> column instanceof SharedColumn.Numbers numbers
                        ? new double[] {
                            Arrays.stream(numbers.values()[table]).average().orElse(0)
                        }
                        : shares((SharedColumn.Levels) column, table))
                .toArray(double[][]::new);
    }

    private static double[] shares(SharedColumn.Levels column, int table) {
        double[] shares = new double[column.levels().size() + 1];
        int[] codes = column.codes()[table];
        for (int code : codes) {
            shares[code + 1]++;
        }
        Arrays.setAll(shares, level -> shares[level] / codes.length);
        return shares;
    }

    /** The Euclidean distances from the points of a table to one point, such as {@link #mean}. */
    double[] distances(int table, double[][] point) {
        double[] sums = new double[rows(table)];
        for (int k = 0; k < columns.size(); k++) {
            double[] to = point[k];
            if (columns.get(k) instanceof SharedColumn.Numbers numbers) {
                double[] values = numbers.values()[table];
                Arrays.setAll(sums, row -> sums[row] + (values[row] - to[0]) * (values[row] - to[0]));
            } else if (columns.get(k) instanceof SharedColumn.Levels levels) {
                // Σ_v (1[v = x] − p_v)² = 1 − 2p_x + Σ_v p_v²
                double squares = Arrays.stream(to).map(share -> share * share).sum();
                int[] codes = levels.codes()[table];
                Arrays.setAll(sums, row -> sums[row] + Math.max(0, 1 - 2 * to[codes[row] + 1] + squares));
            }
        }
        return Arrays.stream(sums).map(Math::sqrt).toArray();
    }

    private int rows(int table) {
        SharedColumn first = columns.get(0);
        return first instanceof SharedColumn.Numbers numbers
                ? numbers.values()[table].length
                : ((SharedColumn.Levels) first).codes()[table].length;
    }
}
