package dev.calor.space;

import java.util.Collections;
import java.util.List;

/** A row of a table: the product of its columns' spaces, with heat flowing in every column independently. */
public record ProductSpace(List<StateSpace> columns) {
    /** Copies the list of columns. */
    public ProductSpace {
        columns = List.copyOf(columns);
    }

    /** The product of these columns, in this order. */
    public static ProductSpace of(StateSpace... columns) {
        return new ProductSpace(List.of(columns));
    }

    /** The space of {@code dimension} equal columns, for example {0,1}^d. */
    public static ProductSpace power(StateSpace column, int dimension) {
        return new ProductSpace(Collections.nCopies(dimension, column));
    }

    /** d, the number of columns. */
    public int dimension() {
        return columns.size();
    }

    /**
     * The number of states.
     *
     * @throws IllegalArgumentException if a column is numeric, or the number does not fit into 63 bits
     */
    public long count() {
        try {
            long count = 1;
            for (int k = 0; k < dimension(); k++) {
                count = Math.multiplyExact(count, finite(k).size());
            }
            return count;
        } catch (ArithmeticException overflow) {
            throw new IllegalArgumentException(
                    "a product of " + dimension() + " columns has more than 2^63 states: it cannot be enumerated",
                    overflow);
        }
    }

    /**
     * The state with this number in lexicographic order, where the last column changes fastest.
     *
     * @throws IllegalArgumentException if {@code index} is below 0, or not below {@link #count}
     */
    public int[] state(long index) {
        if (index < 0 || index >= count()) {
            throw new IllegalArgumentException(
                    "number " + index + " is not a state: states count from 0 to " + (count() - 1));
        }
        int[] state = new int[dimension()];
        for (int k = dimension() - 1; k >= 0; k--) {
            int size = finite(k).size();
            state[k] = (int) (index % size);
            index /= size;
        }
        return state;
    }

    /**
     * The number of a state: the inverse of {@link #state}.
     *
     * @throws IllegalArgumentException if the state does not have one value per column, or a value is not in its column
     */
    public long index(int... state) {
        if (state.length != dimension()) {
            throw new IllegalArgumentException("a state of " + state.length + " columns in a product of " + dimension()
                    + ": give one value per column");
        }
        long index = 0;
        for (int k = 0; k < dimension(); k++) {
            FiniteSpace column = finite(k);
            index = index * column.size() + column.checkState(state[k]);
        }
        return index;
    }

    /**
     * Column k as a finite space.
     *
     * @throws IllegalArgumentException if column k is numeric
     */
    public FiniteSpace finite(int k) {
        if (columns.get(k) instanceof FiniteSpace finite) {
            return finite;
        }
        throw new IllegalArgumentException(
                "column " + k + " is numeric: only products of finite columns can be enumerated");
    }
}
