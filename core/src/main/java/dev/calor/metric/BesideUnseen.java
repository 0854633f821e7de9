package dev.calor.metric;

import dev.calor.random.RandomStream;
import dev.calor.table.Table;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A score of synthetic rows together with that of real rows the model has not seen, which is what perfect rows would
 * score. Most scores depend on the number of rows, so the two that are compared are computed from equally many rows.
 *
 * @param synthetic the score of all synthetic rows
 * @param sameSize the score of as many random synthetic rows as were used for {@code unseen}; null without unseen rows
 * @param unseen the score of unseen real rows; null if there are none
 * @param rows the number of rows of these two scores; 0 without unseen rows
 * @param <T> the type of the score
 */
public record BesideUnseen<T>(
        T synthetic, @Nullable T sameSize, @Nullable T unseen, int rows) {
    /**
     * Computes a score of all synthetic rows, of unseen real rows, and of equally many synthetic rows.
     *
     * @param unseen real rows that the model has not seen; null if there are none
     * @param random chooses the rows of the larger table
     * @param figure computes the score of a table
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

    /** One part of each of these scores. */
    public <N> BesideUnseen<N> map(Function<T, N> part) {
        return new BesideUnseen<>(
                part.apply(synthetic),
                sameSize == null ? null : part.apply(sameSize),
                unseen == null ? null : part.apply(unseen),
                rows);
    }
}
