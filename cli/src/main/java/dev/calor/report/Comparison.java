package dev.calor.report;

import dev.calor.metric.Profile;
import dev.calor.metric.Utility.Task;
import dev.calor.table.ColumnType;
import dev.calor.table.Table;
import org.jspecify.annotations.Nullable;

/**
 * The tables that a report compares, and its settings.
 *
 * @param real the rows that the model was trained on
 * @param synthetic the rows that the model generated
 * @param holdout real rows that it has not seen; null if there are none
 * @param target the column to predict; null for none
 * @param forecast the model's own predictions of the target in the holdout; null if there are none
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

    /**
     * Checks the holdout and the target.
     *
     * @throws IllegalArgumentException if the holdout has too few rows, or the target is neither a number nor a level
     */
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

    /** The same with the predictions of the model. */
    public Comparison with(@Nullable Forecast said) {
        return new Comparison(real, synthetic, holdout, target, said, profile, seed);
    }

    /**
     * The task of predicting a column: classification if it has levels, else regression.
     *
     * @throws IllegalArgumentException if there is no such column
     */
    public static Task task(Table real, String target) {
        return real.schema().column(target).type().hasLevels() ? Task.CLASSIFY : Task.REGRESS;
    }
}
