package dev.calor.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The values of one column. Arrays are shared, not copied: a table may hold gigabytes. */
public sealed interface Column {

    /** The code of a missing level. */
    int MISSING = -1;

    /** The number of rows. */
    int rows();

    /** Whether the value of a row is missing. */
    boolean isMissing(int row);

    /** The column with these rows, in this order. */
    Column rows(int[] rows);

    /** The rows of this column followed by those of another of the same kind. */
    Column followedBy(Column other);

    /**
     * Numbers; NaN where missing. A point in time is its seconds since 1970-01-01T00:00 in the column's own wall-clock time.
     */
    @SuppressWarnings("ArrayRecordComponent") // arrays are shared, not copied
    record Numbers(double[] values) implements Column {
        @Override
        public int rows() {
            return values.length;
        }

        @Override
        public boolean isMissing(int row) {
            return Double.isNaN(values[row]);
        }

        @Override
        public Numbers rows(int[] rows) {
            double[] taken = new double[rows.length];
            for (int i = 0; i < rows.length; i++) {
                taken[i] = values[rows[i]];
            }
            return new Numbers(taken);
        }

        @Override
        public Numbers followedBy(Column other) {
            double[] more = ((Numbers) other).values;
            double[] both = Arrays.copyOf(values, values.length + more.length);
            System.arraycopy(more, 0, both, values.length, more.length);
            return new Numbers(both);
        }
    }

    /** Positions in the levels of the column's schema; {@link #MISSING} where missing. */
    @SuppressWarnings("ArrayRecordComponent") // arrays are shared, not copied
    record Codes(int[] codes) implements Column {
        @Override
        public int rows() {
            return codes.length;
        }

        @Override
        public boolean isMissing(int row) {
            return codes[row] == MISSING;
        }

        @Override
        public Codes rows(int[] rows) {
            int[] taken = new int[rows.length];
            for (int i = 0; i < rows.length; i++) {
                taken[i] = codes[rows[i]];
            }
            return new Codes(taken);
        }

        @Override
        public Codes followedBy(Column other) {
            int[] more = ((Codes) other).codes;
            int[] both = Arrays.copyOf(codes, codes.length + more.length);
            System.arraycopy(more, 0, both, codes.length, more.length);
            return new Codes(both);
        }
    }

    /** Texts of an identifier; null where missing. */
    record Texts(List<@Nullable String> values) implements Column {
        @Override
        public int rows() {
            return values.size();
        }

        @Override
        public boolean isMissing(int row) {
            return values.get(row) == null;
        }

        @Override
        public Texts rows(int[] rows) {
            return new Texts(
                    Arrays.stream(rows).<@Nullable String>mapToObj(values::get).toList());
        }

        @Override
        public Texts followedBy(Column other) {
            List<@Nullable String> both = new ArrayList<>(values);
            both.addAll(((Texts) other).values);
            return new Texts(both);
        }
    }
}
