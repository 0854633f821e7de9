package dev.calor.lab.anomaly;

import dev.calor.table.Column;
import dev.calor.table.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The simplest comparison method: the sum over columns of −log of the frequency of a value; for numbers, of the rarer tail. */
final class ColumnTails {
    private final int rows;
    private final List<double[]> sorted = new ArrayList<>(); // of each column; empty for levels
    private final List<Map<Integer, Integer>> counts = new ArrayList<>(); // of each column; empty for numbers

    ColumnTails(Table table) {
        rows = table.rows();
        for (Column column : table.columns()) {
            Map<Integer, Integer> own = new HashMap<>();
            double[] numbers = {};
            if (column instanceof Column.Numbers values) {
                numbers = Arrays.stream(values.values())
                        .filter(x -> !Double.isNaN(x))
                        .sorted()
                        .toArray();
            } else if (column instanceof Column.Codes codes) {
                Arrays.stream(codes.codes()).forEach(code -> own.merge(code, 1, Integer::sum));
            }
            sorted.add(numbers);
            counts.add(own);
        }
    }

    double score(Table table, int row) {
        double sum = 0;
        for (int k = 0; k < sorted.size(); k++) {
            Column column = table.columns().get(k);
            if (column instanceof Column.Codes codes) {
                sum -= Math.log((counts.get(k).getOrDefault(codes.codes()[row], 0) + 1.0) / (rows + 1.0));
            } else if (column instanceof Column.Numbers numbers && !column.isMissing(row)) {
                double value = numbers.values()[row];
                double[] own = sorted.get(k);
                double atMost = below(own, Math.nextUp(value));
                double atLeast = own.length - below(own, value);
                sum -= Math.log((Math.min(atMost, atLeast) + 1) / (own.length + 1));
            }
        }
        return sum;
    }

    /** How many of these ascending numbers are less than a value. */
    private static int below(double[] ascending, double value) {
        int low = 0;
        int high = ascending.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ascending[middle] < value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
