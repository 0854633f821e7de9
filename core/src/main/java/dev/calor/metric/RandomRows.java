package dev.calor.metric;

import dev.calor.random.RandomStream;
import dev.calor.table.Table;

/** Rows chosen at random. */
public final class RandomRows {
    private RandomRows() {}

    /**
     * At most so many rows, each as likely, in their order (Knuth's selection sampling); the table itself where it has no more.
     *
     * @throws IllegalArgumentException if {@code most} is negative
     */
    public static Table some(Table table, int most, RandomStream random) {
        if (most < 0) {
            throw new IllegalArgumentException(most + " rows cannot be chosen: ask for 0 or more");
        }
        if (table.rows() <= most) {
            return table;
        }
        int[] chosen = new int[most];
        int found = 0;
        for (int row = 0; found < most; row++) {
            if (random.nextInt(table.rows() - row) < most - found) {
                chosen[found++] = row;
            }
        }
        return table.rows(chosen);
    }
}
