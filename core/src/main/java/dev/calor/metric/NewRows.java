package dev.calor.metric;

import dev.calor.table.Table;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * SDMetrics' NewRowSynthesis: the fraction of synthetic rows that no real row matches in every column. Levels match
 * where they are equal, numbers where |r − s| ≤ |s|/100, missing values each other; identifiers are left out.
 */
public final class NewRows {
    private static final double TOLERANCE = 0.01;

    private final List<SharedColumn.Levels> levels;
    private final List<SharedColumn.Numbers> numbers;
    /** The column of numbers by which rows of equal levels are sorted; the one with the most values. */
    private final double[][] pivots;

    private final int[] order;
    private final long[] keys;

    private NewRows(List<SharedColumn> columns, int realRows) {
        levels = columns.stream()
                .filter(SharedColumn.Levels.class::isInstance)
                .map(SharedColumn.Levels.class::cast)
                .toList();
        numbers = columns.stream()
                .filter(SharedColumn.Numbers.class::isInstance)
                .map(SharedColumn.Numbers.class::cast)
                .toList();
        pivots = numbers.stream()
                .max(Comparator.comparingLong(
                        column -> Arrays.stream(column.values()[0]).distinct().count()))
                .map(SharedColumn.Numbers::values)
                .orElseGet(() -> new double[1][realRows]);
        long[] rowKeys =
                IntStream.range(0, realRows).mapToLong(row -> key(0, row)).toArray();
        order = IntStream.range(0, realRows)
                .boxed()
                .sorted(Comparator.<Integer>comparingLong(row -> rowKeys[row])
                        .thenComparingDouble(row -> pivots[0][row])) // NaN comes last
                .mapToInt(Integer::intValue)
                .toArray();
        keys = Arrays.stream(order).mapToLong(row -> rowKeys[row]).toArray();
    }

    /** The fraction of synthetic rows that match no real row; NaN if there are no synthetic rows. */
    public static double of(Table real, Table synthetic) {
        NewRows index = new NewRows(SharedColumn.of(real, synthetic), real.rows());
        long fresh = IntStream.range(0, synthetic.rows())
                .parallel()
                .filter(row -> !index.isKnown(row))
                .count();
        return (double) fresh / synthetic.rows();
    }

    private boolean isKnown(int row) {
        long key = key(1, row);
        double pivot = numbers.isEmpty() ? 0 : pivots[1][row];
        // A little wider than the tolerance: matches() decides.
        double reach = Math.abs(pivot) * TOLERANCE * (1 + 1e-9);
        for (int i = start(key, Double.isNaN(pivot) ? pivot : pivot - reach); i < order.length && keys[i] == key; i++) {
            if (pivots[0][order[i]] > pivot + reach) {
                return false;
            }
            if (matches(order[i], row)) {
                return true;
            }
        }
        return false;
    }

    /** The first place whose key and pivot are not below these. */
    private int start(long key, double pivot) {
        int low = 0;
        int high = order.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            boolean below =
                    keys[middle] < key || (keys[middle] == key && Double.compare(pivots[0][order[middle]], pivot) < 0);
            low = below ? middle + 1 : low;
            high = below ? high : middle;
        }
        return low;
    }

    private boolean matches(int real, int synthetic) {
        for (SharedColumn.Levels column : levels) {
            if (column.codes()[0][real] != column.codes()[1][synthetic]) {
                return false;
            }
        }
        for (SharedColumn.Numbers column : numbers) {
            double r = column.values()[0][real];
            double s = column.values()[1][synthetic];
            boolean match = Double.isNaN(s) ? Double.isNaN(r) : Math.abs(r - s) <= Math.abs(TOLERANCE * s);
            if (!match) {
                return false;
            }
        }
        return true;
    }

    /** A hash of the levels of a row: equal for equal levels. */
    private long key(int table, int row) {
        long key = 0;
        for (SharedColumn.Levels column : levels) {
            key = (key ^ column.codes()[table][row]) * 0x9E3779B97F4A7C15L;
            key ^= key >>> 32;
        }
        return key;
    }
}
