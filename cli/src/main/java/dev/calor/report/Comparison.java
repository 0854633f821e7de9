package dev.calor.report;

import dev.calor.metric.Profile;
import dev.calor.metric.Utility.Task;
import dev.calor.table.ColumnType;
import dev.calor.table.Table;
import org.jspecify.annotations.Nullable;

/**
 * What is compared.
 *
 * @param real the rows the model was fitted to
 * @param synthetic the rows it made
 * @param holdout real rows it has not seen; null where there are none
 * @param target the column whose prediction is tried; null for none
 * @param forecast what the model itself says of the target in the holdout; null where it was not asked
 */
public record Comparison(
        Table real,
        Table synthetic,
        @Nullable Table holdout,
        @Nullable String target,
        @Nullable Forecast forecast,
        Profile profile,
        long seed) {
    /** XGBoost's detection has five folds, of the holdout too. */
    private static final int LEAST_HOLDOUT = 5;

    public Comparison {
        if (holdout != null && holdout.rows() < LEAST_HOLDOUT) {
            throw new IllegalArgumentException("the unseen real rows are " + holdout.rows() + ": at least "
                    + LEAST_HOLDOUT + " are needed to say what perfect rows would score; give more, or leave them out");
        }
        if (target != null) {
            ColumnType type = real.schema().column(target).type();
            if (type != ColumnType.NUMERIC && type != ColumnType.INTEGER && !type.hasLevels()) {
                throw new IllegalArgumentException("target '" + target + "' is " + type
                        + ": only numbers and levels can be predicted; choose another target");
            }
        }
    }

    /** The same with what the model says. */
    public Comparison with(@Nullable Forecast said) {
        return new Comparison(real, synthetic, holdout, target, said, profile, seed);
    }

    /** What predicting the target of a table is. */
    public static Task task(Table real, String target) {
        return real.schema().column(target).type().hasLevels() ? Task.CLASSIFY : Task.REGRESS;
    }
}
