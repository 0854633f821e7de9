package dev.calor.report;

import dev.calor.random.RandomStream;
import dev.calor.table.Table;

/** Rows chosen at random. */
final class Rows {
    private Rows() {}

    /** At most so many rows, each as likely, in their order (Knuth's selection sampling); the table itself where it has no more. */
    static Table some(Table table, int most, RandomStream random) {
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
