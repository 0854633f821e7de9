package dev.calor.tabular;

import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The different values of a column of numbers and how many rows have each; and the rule by which a column of few values
 * is encoded as states, one per value. The type of the column does not change: only the model uses states.
 *
 * <p>Let V be the number of different values and H = exp(entropy of their frequencies), the number of equally frequent
 * values that would have the same entropy. The values become states if all of these hold:
 *
 * <ul>
 *   <li>V ≤ {@value #MOST_VALUES}, or V ≤ {@value #MOST_CONCENTRATED_VALUES} and H ≤ {@value #MOST_EFFECTIVE_VALUES};
 *   <li>there are more than {@value #ROWS_PER_VALUE} rows per value on average, so that each can be learned;
 *   <li>at most {@value #MOST_SINGLE_SHARE} of the rows have a value that no other row has. This fraction estimates the
 *       probability that a new row has an unseen value (Good and Turing), and states can only produce values that were
 *       seen.
 * </ul>
 *
 * <p>The limits come from an experiment with limits on V alone. XGBoost detection (higher is better), states up to 10,
 * 40 and 100 values: Adult .917, .933, .968; Bank –, .964, .971; Beijing –, .870, .800. Counts and amounts gain
 * (Adult's hours per week: V 94, H 11), measurements lose (Beijing's dew point: H 51), and H tells them apart. The
 * second and the third limit were set without measurement.
 *
 * @param values in ascending order, as the column writes them: rounded to its decimals
 * @param counts the number of rows with each value
 */
@SuppressWarnings("ArrayRecordComponent") // instances are never compared
record FewValues(double[] values, long[] counts) {
    static final int MOST_VALUES = 40;
    static final int MOST_CONCENTRATED_VALUES = 120;
    static final int MOST_EFFECTIVE_VALUES = 20;
    static final int ROWS_PER_VALUE = 5;
    static final double MOST_SINGLE_SHARE = 0.01;

    /**
     * Checks that there are values, in ascending order, with a count each.
     *
     * @throws IllegalArgumentException if not
     */
    FewValues {
        boolean ascending = values.length > 0 && !Double.isNaN(values[0]);
        for (int v = 1; v < values.length; v++) {
            ascending &= values[v - 1] < values[v];
        }
        if (!ascending || counts.length != values.length) {
            throw new IllegalArgumentException(values.length + " values with " + counts.length + " counts: "
                    + Arrays.toString(values) + "; at least one is needed, in ascending order, with a count each");
        }
    }

    /** The values of a column of numbers, without NaN (missing); null if the column does not become states. */
    static @Nullable FewValues of(ColumnSchema schema, double[] numbers) {
        if (!schema.type().isNumber() || schema.type() == ColumnType.DATETIME) {
            return null;
        }
        Decimals decimals = Decimals.of(schema);
        TreeMap<Double, Long> found = new TreeMap<>();
        for (int row = 0; row < numbers.length && found.size() <= MOST_CONCENTRATED_VALUES; row++) {
            if (!Double.isNaN(numbers[row])) {
                found.merge(decimals.nearest(numbers[row]) + 0.0, 1L, Long::sum); // −0 is 0
            }
        }
        return of(schema, found);
    }

    /** The same from the different values, rounded as the column writes them, and how many rows have each. */
    static @Nullable FewValues of(ColumnSchema schema, SortedMap<Double, Long> found) {
        if (!schema.type().isNumber() || schema.type() == ColumnType.DATETIME) {
            return null;
        }
        long[] counts = found.values().stream().mapToLong(Long::longValue).toArray();
        return becomeStates(counts)
                ? new FewValues(
                        found.keySet().stream().mapToDouble(Double::doubleValue).toArray(), counts)
                : null;
    }

    /** Whether values with these counts, all of them positive, become states. */
    static boolean becomeStates(long[] counts) {
        long rows = Arrays.stream(counts).sum();
        long single = Arrays.stream(counts).filter(count -> count == 1).count();
        boolean few = counts.length <= MOST_VALUES
                || (counts.length <= MOST_CONCENTRATED_VALUES && effective(counts) <= MOST_EFFECTIVE_VALUES);
        return few && rows > (long) ROWS_PER_VALUE * counts.length && single <= MOST_SINGLE_SHARE * rows;
    }

    /** H = exp(−Σ p log p). */
    static double effective(long[] counts) {
        double rows = Arrays.stream(counts).sum();
        return Math.exp(-Arrays.stream(counts)
                .mapToDouble(count -> count / rows * Math.log(count / rows))
                .sum());
    }

    /** The standard deviation of the rows' values; 1 where there is only one value. */
    double deviation() {
        double rows = Arrays.stream(counts).sum();
        double mean = 0;
        for (int v = 0; v < values.length; v++) {
            mean += values[v] * (counts[v] / rows);
        }
        double variance = 0;
        for (int v = 0; v < values.length; v++) {
            variance += Math.pow(values[v] - mean, 2) * (counts[v] / rows);
        }
        return variance > 0 ? Math.sqrt(variance) : 1;
    }

    /** The index of the value nearest to a number; of the smaller if two are equally near. */
    int nearest(double number) {
        int place = Arrays.binarySearch(values, number + 0.0);
        if (place >= 0) {
            return place;
        }
        int above = -place - 1;
        if (above == 0 || above == values.length) {
            return Math.min(above, values.length - 1);
        }
        // halved: the difference of the largest numbers may be infinite
        return number / 2 - values[above - 1] / 2 <= values[above] / 2 - number / 2 ? above - 1 : above;
    }
}
