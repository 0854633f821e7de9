package dev.calor.lab.anomaly;

import dev.calor.random.RandomStream;
import dev.calor.table.Column;
import dev.calor.table.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Anomalies planted in some rows of a table. */
enum Planting {
    /** Two cells of the row take values of other rows: every value is common, the combination need not be. */
    SWAPPED("swapped cells"),
    /** One number lies beyond the range of its column, by a tenth of it to all of it. */
    OUTSIDE("out of range"),
    /** Half of the cells take values of other rows, each of a different one. */
    COMBINATION("rare combination");

    private static final int ATTEMPTS = 1_000;

    private final String title;

    Planting(String title) {
        this.title = title;
    }

    /** The title, as in cells and tables. */
    @Override
    public String toString() {
        return title;
    }

    /** The table with anomalies in its first rows. */
    Table plant(Table table, int anomalies, RandomStream random) {
        List<Column> columns = new ArrayList<>();
        for (Column column : table.columns()) {
            columns.add(column.rows(IntStream.range(0, table.rows()).toArray())); // a copy
        }
        Table planted = new Table(table.schema(), columns);
        List<Integer> learned = IntStream.range(0, columns.size())
                .filter(k -> table.schema().columns().get(k).type().isLearned())
                .boxed()
                .toList();
        for (int row = 0; row < anomalies; row++) {
            RandomStream own = random.child(row);
            if (this == OUTSIDE) {
                moveOut(planted, row, learned, own);
            } else {
                int cells = this == SWAPPED ? 2 : Math.max(2, learned.size() / 2);
                List<Integer> order = new ArrayList<>(learned);
                for (int j = 0; j < cells; j++) {
                    int k = order.remove(own.nextInt(order.size()));
                    copy(table.columns().get(k), donor(table.columns().get(k), row, own), columns.get(k), row);
                }
            }
        }
        return planted;
    }

    /** A row whose value differs from that of a row, or any row where nearly all are the same. */
    private static int donor(Column column, int row, RandomStream random) {
        int other = row;
        for (int i = 0; i < ATTEMPTS && value(column, other) == value(column, row); i++) {
            other = random.nextInt(column.rows());
        }
        return other;
    }

    /** A number that is equal for equal values. */
    private static double value(Column column, int row) {
        return column.isMissing(row)
                ? Double.NEGATIVE_INFINITY
                : column instanceof Column.Numbers numbers
                        ? numbers.values()[row]
                        : ((Column.Codes) column).codes()[row];
    }

    private static void copy(Column source, int from, Column target, int to) {
        if (source instanceof Column.Numbers numbers) {
            ((Column.Numbers) target).values()[to] = numbers.values()[from];
        } else {
            ((Column.Codes) target).codes()[to] = ((Column.Codes) source).codes()[from];
        }
    }

    private static void moveOut(Table planted, int row, List<Integer> learned, RandomStream random) {
        List<Integer> numbers = learned.stream()
                .filter(k -> planted.columns().get(k) instanceof Column.Numbers)
                .toList();
        int k = numbers.get(random.nextInt(numbers.size()));
        double[] values = planted.numbers(k);
        double least = planted.schema().columns().get(k).minimum();
        double most = planted.schema().columns().get(k).maximum();
        values[row] = Math.rint(most + (most - least) * (0.1 + 0.9 * random.nextDouble()) + 1);
    }

    /** Which rows are anomalies. */
    static boolean[] flags(int rows, int anomalies) {
        boolean[] flags = new boolean[rows];
        Arrays.fill(flags, 0, anomalies, true);
        return flags;
    }
}
