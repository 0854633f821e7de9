package dev.calor.metric;

import java.util.List;

/**
 * A distance of rows that is a sum over columns, as coordinates: |x − y|/range of numbers, 1 where one of them is
 * missing and 0 where both are; of levels 1 where they differ, a missing value being a level.
 *
 * @param squared whether |x − y| is squared: then the sum is the square of a Euclidean distance
 */
@SuppressWarnings("ArrayRecordComponent") // large; instances are never compared
record RowDistance(List<Coordinate> coordinates, int rows, boolean squared) {

    /**
     * One column of a table as coordinates.
     *
     * @param values scaled numbers, NaN where missing; or codes of levels
     * @param cap the largest |x − y| that counts
     * @param weight the factor of |x − y|, or of its square
     */
    record Coordinate(double[] values, double cap, double weight) {}

    /** SDMetrics' distance to the closest record: differences of numbers are at most 1, so that all columns count equally. */
    static RowDistance closestRecord(List<SharedColumn> columns, int table, int ranges) {
        return of(columns, table, ranges, 1, 1);
    }

    /** tabsyn's distance: L1 of scaled numbers and one-hot levels, in which a different level changes two entries. */
    static RowDistance oneHot(List<SharedColumn> columns, int table, int ranges) {
        return of(columns, table, ranges, Double.POSITIVE_INFINITY, 2);
    }

    /** The square of the Euclidean distance of unscaled numbers, none of them missing, and one-hot levels. */
    static RowDistance euclidean(List<SharedColumn> columns, int table) {
        List<Coordinate> coordinates = columns.stream()
                .map(column -> column instanceof SharedColumn.Numbers numbers
                        ? new Coordinate(numbers.values()[table], Double.POSITIVE_INFINITY, 1)
                        : codes(((SharedColumn.Levels) column).codes()[table], 2))
                .toList();
        return of(coordinates, true);
    }

    /**
     * @param table whose rows
     * @param ranges the table from which the ranges of numbers are taken
     */
    private static RowDistance of(List<SharedColumn> columns, int table, int ranges, double cap, double levelWeight) {
        List<Coordinate> coordinates = SharedColumn.comparable(columns).stream()
                .map(column -> column instanceof SharedColumn.Numbers numbers
                        ? scaled(numbers.values()[table], numbers.values()[ranges], cap)
                        : codes(((SharedColumn.Levels) column).codes()[table], levelWeight))
                .toList();
        return of(coordinates, false);
    }

    private static RowDistance of(List<Coordinate> coordinates, boolean squared) {
        return new RowDistance(coordinates, coordinates.get(0).values.length, squared);
    }

    private static Coordinate codes(int[] codes, double weight) {
        double[] values = new double[codes.length];
        for (int row = 0; row < codes.length; row++) {
            values[row] = codes[row];
        }
        return new Coordinate(values, 1, weight); // codes that differ are at least 1 apart
    }

    private static Coordinate scaled(double[] numbers, double[] reference, double cap) {
        double least = Double.POSITIVE_INFINITY;
        double greatest = Double.NEGATIVE_INFINITY;
        for (double number : reference) {
            least = number < least ? number : least;
            greatest = number > greatest ? number : greatest;
        }
        double range = greatest - least;
        double[] values = new double[numbers.length];
        for (int row = 0; row < numbers.length; row++) {
            values[row] = range > 0
                    ? (numbers[row] - least) / range
                    : Double.isNaN(numbers[row]) ? Double.NaN : numbers[row] == least ? 0 : 1;
        }
        return new Coordinate(values, cap, 1);
    }
}
