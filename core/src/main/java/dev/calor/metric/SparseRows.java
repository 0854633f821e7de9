package dev.calor.metric;

import dev.calor.table.Column;
import java.util.Arrays;
import java.util.List;

/**
 * Rows as features: a number unchanged, a level as a 1 in a slot of its own, and so is a missing level. What is not
 * stored is a missing number, or a zero of a level.
 */
@SuppressWarnings("ArrayRecordComponent") // arrays are shared, not copied
record SparseRows(int width, int[] starts, int[] slots, double[] values) {

    /** These rows of one of the tables that share the columns. */
    static SparseRows of(List<SharedColumn> columns, int table, int[] rows) {
        int[] starts = new int[rows.length + 1];
        int[] slots = new int[Math.multiplyExact(rows.length, columns.size())];
        double[] values = new double[slots.length];
        int[] offsets = offsets(columns);
        int stored = 0;
        for (int i = 0; i < rows.length; i++) {
            for (int k = 0; k < offsets.length - 1; k++) {
                SharedColumn column = columns.get(k);
                if (column instanceof SharedColumn.Numbers numbers) {
                    slots[stored] = offsets[k];
                    values[stored] = numbers.values()[table][rows[i]];
                    stored += Double.isNaN(values[stored]) ? 0 : 1;
                } else if (column instanceof SharedColumn.Levels levels) {
                    slots[stored] = offsets[k] + levels.codes()[table][rows[i]] - Column.MISSING;
                    values[stored] = 1;
                    stored++;
                }
            }
            starts[i + 1] = stored;
        }
        return new SparseRows(offsets[offsets.length - 1], starts, slots, values);
    }

    /** The first slot of each column, and the number of all slots. */
    static int[] offsets(List<SharedColumn> columns) {
        int[] offsets = new int[columns.size() + 1];
        for (int k = 0; k < columns.size(); k++) {
            SharedColumn column = columns.get(k);
            int slots = column instanceof SharedColumn.Levels levels
                    ? levels.levels().size() + 1
                    : column instanceof SharedColumn.Numbers ? 1 : 0;
            offsets[k + 1] = offsets[k] + slots;
        }
        return offsets;
    }

    /** These rows, and then those, in the same slots. */
    SparseRows followedBy(SparseRows others) {
        int stored = starts[rows()];
        int added = others.starts[others.rows()];
        int[] joinedStarts = Arrays.copyOf(starts, starts.length + others.rows());
        for (int row = 1; row <= others.rows(); row++) {
            joinedStarts[rows() + row] = stored + others.starts[row];
        }
        int[] joinedSlots = Arrays.copyOf(slots, stored + added);
        System.arraycopy(others.slots, 0, joinedSlots, stored, added);
        double[] joinedValues = Arrays.copyOf(values, stored + added);
        System.arraycopy(others.values, 0, joinedValues, stored, added);
        return new SparseRows(width, joinedStarts, joinedSlots, joinedValues);
    }

    /** The same rows with zeros in all slots but these. */
    SparseRows only(boolean[] kept) {
        double[] left = values.clone();
        for (int i = 0; i < left.length; i++) {
            left[i] = kept[slots[i]] ? left[i] : 0;
        }
        return new SparseRows(width, starts, slots, left);
    }

    int rows() {
        return starts.length - 1;
    }
}
