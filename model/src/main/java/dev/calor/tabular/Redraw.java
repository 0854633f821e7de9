package dev.calor.tabular;

import dev.calor.random.RandomStream;
import dev.calor.table.Table;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Rows that satisfy conditions on points in time. Times are drawn as weeks, weekdays, hours and seconds, each within what the
 * conditions touch. Rows outside the conditions are drawn again, so that the result has the conditional distribution.
 */
record Redraw(List<Condition> conditions) {
    private static final int FEWEST = 512;
    private static final int MOST = 16_384;

    /** Gives up after drawing this many rows per row, plus {@link #START}. */
    private static final long MOST_DRAWS = 200;

    private static final long START = 20_000;

    /**
     * A table in which every row satisfies the conditions.
     *
     * @param draw draws a number of rows with a stream
     */
    Table of(Table first, RandomStream random, BiFunction<Integer, RandomStream, Table> draw) {
        Table drawn = first;
        int[] outside = rows(first, Condition.satisfied(conditions, first).negate());
        double rate = 1 - outside.length / (double) Math.max(1, first.rows());
        long tried = first.rows();
        for (int again = 0; outside.length > 0; again++) {
            if (tried > MOST_DRAWS * first.rows() + START) {
                throw new IllegalArgumentException("conditions " + conditions + ": of " + tried
                        + " rows in the weeks and hours they touch only " + (first.rows() - outside.length)
                        + " satisfy them; ask for whole days, a longer span, or fewer rows");
            }
            int count = (int) Math.max(FEWEST, Math.min(MOST, outside.length / Math.max(rate, 1e-3)));
            Table more = draw.apply(count, random.child(again));
            int[] inside = rows(more, Condition.satisfied(conditions, more));
            int taken = Math.min(inside.length, outside.length);
            drawn = drawn.withRows(Arrays.copyOf(outside, taken), more.rows(Arrays.copyOf(inside, taken)));
            outside = Arrays.copyOfRange(outside, taken, outside.length);
            rate = inside.length / (double) count;
            tried += count;
        }
        return drawn;
    }

    private static int[] rows(Table table, IntPredicate those) {
        return IntStream.range(0, table.rows()).filter(those).toArray();
    }
}
