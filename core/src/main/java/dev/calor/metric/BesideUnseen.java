package dev.calor.metric;

import dev.calor.random.RandomStream;
import dev.calor.table.Table;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A figure of synthetic rows beside that of real rows the model has not seen, which is what perfect rows would reach. Most figures depend
 * on the number of rows, so the two that are compared are of equally many rows.
 *
 * @param synthetic of all synthetic rows
 * @param sameSize of as many synthetic rows as {@code unseen} is of, chosen at random; null without unseen rows
 * @param unseen of unseen real rows; null where there are none
 * @param rows how many rows these two are of; 0 without unseen rows
 */
public record BesideUnseen<T>(
        T synthetic, @Nullable T sameSize, @Nullable T unseen, int rows) {
    /**
     * Takes a figure of all synthetic rows, of unseen real ones, and of as many synthetic ones.
     *
     * @param unseen real rows the model has not seen; null where there are none
     * @param random chooses the rows of the larger table
     * @param figure what is measured of a table
     */
    public static <T> BesideUnseen<T> of(
            Table synthetic, @Nullable Table unseen, RandomStream random, Function<Table, T> figure) {
        T all = figure.apply(synthetic);
        if (unseen == null) {
            return new BesideUnseen<>(all, null, null, 0);
        }
        int rows = Math.min(synthetic.rows(), unseen.rows());
        return new BesideUnseen<>(
                all,
                rows == synthetic.rows()
                        ? all
                        : figure.apply(RandomRows.some(synthetic, rows, random.child("synthetic"))),
                figure.apply(RandomRows.some(unseen, rows, random.child("unseen"))),
                rows);
    }

    /** One number of the same figures. */
    public <N> BesideUnseen<N> map(Function<T, N> part) {
        return new BesideUnseen<>(
                part.apply(synthetic),
                sameSize == null ? null : part.apply(sameSize),
                unseen == null ? null : part.apply(unseen),
                rows);
    }
}
