package dev.calor.metric;

import dev.calor.table.Table;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;

/**
 * How close the rows of one table are to those of another, in SDMetrics' distance to the closest record: the mean over columns of
 * min(|s − r|/range, 1) for numbers and 1[s ≠ r] for levels, the range being that of the other table. Identifiers are left out.
 *
 * @param distances the distance of each row to the closest record
 * @param medianRatio the median over rows of the distance to the closest record over that to the second closest, 0/0 being 0
 */
@SuppressWarnings("ArrayRecordComponent") // large; instances are never compared
public record ClosestRecords(double[] distances, double medianRatio) {

    /**
     * The distances from each row of one table to the rows of another, whose types are used for both.
     *
     * @param progress receives the fraction of the work that is done, from several threads
     * @throws IllegalArgumentException if a table has no rows, or {@code rows} lacks a column
     */
    public static ClosestRecords of(Table rows, Table others, DoubleConsumer progress) {
        if (rows.rows() == 0 || others.rows() == 0) {
            throw new IllegalArgumentException("distances from " + rows.rows() + " rows to " + others.rows()
                    + ": give both tables at least one row");
        }
        return of(SharedColumn.of(others, rows), 1, 0, progress);
    }

    static ClosestRecords of(List<SharedColumn> columns, int from, int to, DoubleConsumer progress) {
        NearestRows found = NearestRows.of(
                RowDistance.closestRecord(columns, from, to), RowDistance.closestRecord(columns, to, to), progress);
        long counted = columns.stream()
                .filter(column -> !(column instanceof SharedColumn.Texts))
                .count();
        return new ClosestRecords(
                Arrays.stream(found.first()).map(sum -> sum / counted).toArray(), medianRatio(found));
    }

    private static double medianRatio(NearestRows found) {
        double[] ratios = IntStream.range(0, found.first().length)
                .mapToDouble(row -> found.first()[row] == 0 ? 0 : found.first()[row] / found.second()[row])
                .sorted()
                .toArray();
        return (ratios[(ratios.length - 1) / 2] + ratios[ratios.length / 2]) / 2;
    }
}
