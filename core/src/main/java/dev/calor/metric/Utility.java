package dev.calor.metric;

import dev.calor.metric.GradientBoosting.Matrix;
import dev.calor.random.RandomStream;
import dev.calor.table.Table;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleConsumer;

/**
 * How useful a synthetic table is [P tbl:exp-mle]: XGBoost is trained on it to predict one column from the others, and tested on
 * real rows.
 *
 * <p>The paper only says that XGBoost is used; the protocol is that of the code it builds on (tabsyn's, after CTGAN's).
 * A ninth of the training rows, chosen at random, selects one of 36 settings, by AUC or RMSE, ties going to the first;
 * the model fitted on the other eight ninths with that setting is tested, without refitting on all. Levels are one-hot,
 * and so is a missing level; numbers are unscaled, NaN where missing. Rows without a target, and identifiers, are left
 * out.
 *
 * @param task what was predicted
 * @param setting the selected setting
 * @param score on the test rows: AUC, for more than two classes its mean over them, each against the rest; or RMSE
 * @param classes the values of a classified target, in the order of the test table's levels; empty in regression
 * @param truth of each test row: the index of its class, or its (logarithmic) target
 * @param predictions of each test row: the probability of each class, or the predicted target
 */
@SuppressWarnings("ArrayRecordComponent") // large; instances are never compared
public record Utility(
        Task task,
        BoostingSetting setting,
        double score,
        List<String> classes,
        double[] truth,
        double[][] predictions) {

    private static final int PARTS = 9;

    /** What is predicted, and how it is scored. */
    public enum Task {
        /** The class of a row; AUC. */
        CLASSIFY,
        /** A number; RMSE. */
        REGRESS,
        /** log(clip(y, 1, 20000)), as for the paper's Beijing; RMSE. */
        REGRESS_LOG;

        double target(double y) {
            return this == REGRESS_LOG ? Math.log(Math.max(1, Math.min(20_000, y))) : y;
        }
    }

    /**
     * Trains on one table and tests on another, a real one, whose types are used for both.
     *
     * @throws IllegalArgumentException if too few rows have a target, the target does not fit the task, or a column is missing
     */
    public static Utility of(Table train, Table test, String target, Task task, RandomStream random) {
        return of(train, test, target, task, random, done -> {});
    }

    /**
     * Trains on one table and tests on another, a real one, whose types are used for both.
     *
     * @param progress receives the fraction of the work that is done
     * @throws IllegalArgumentException if too few rows have a target, the target does not fit the task, or a column is missing
     */
    public static Utility of(
            Table train, Table test, String target, Task task, RandomStream random, DoubleConsumer progress) {
        List<SharedColumn> features = SharedColumn.of(test, train).stream()
                .filter(column -> !column.name().equals(target))
                .toList();
        Target labels = Target.of(SharedColumn.of(target, test, train), task);
        int[] testRows = labels.rows(0);
        int[] shuffled = shuffled(labels.rows(1), random);
        int validation = shuffled.length / PARTS;
        if (testRows.length == 0 || validation == 0) {
            throw new IllegalArgumentException(shuffled.length + " rows to train on and " + testRows.length
                    + " to test on have a value of '" + target + "': at least " + PARTS
                    + " and 1 are needed; give more rows");
        }
        int[] fitting = Arrays.copyOfRange(shuffled, validation, shuffled.length);
        int[] selecting = Arrays.copyOf(shuffled, validation);
        try (Matrix fit = labels.matrix(features, 1, fitting);
                Matrix select = labels.matrix(features, 1, selecting);
                Matrix judge = labels.matrix(features, 0, testRows)) {
            return best(labels, fit, select, labels.of(1, selecting), judge, labels.of(0, testRows), progress);
        }
    }

    private static Utility best(
            Target labels,
            Matrix fit,
            Matrix select,
            double[] selectTruth,
            Matrix judge,
            double[] testTruth,
            DoubleConsumer progress) {
        List<Integer> sizes = BoostingSetting.TREES;
        List<BoostingSetting> grid = BoostingSetting.grid(sizes.get(sizes.size() - 1));
        BoostingSetting chosen = grid.get(0);
        double[][] predictions = {};
        double highest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < grid.size(); i++) {
            try (GradientBoosting model = GradientBoosting.fit(
                    fit, grid.get(i), labels.objective(), labels.classes().size())) {
                for (int trees : sizes) {
                    double quality = labels.quality(selectTruth, labels.probabilities(model.predict(select, trees)));
                    if (quality > highest || predictions.length == 0) {
                        highest = Double.isNaN(quality) ? highest : quality;
                        chosen = grid.get(i).withTrees(trees);
                        predictions = labels.probabilities(model.predict(judge, trees));
                    }
                }
            }
            progress.accept((i + 1.0) / grid.size());
        }
        double score = Math.abs(labels.quality(testTruth, predictions));
        return new Utility(labels.task(), chosen, score, labels.classes(), testTruth, predictions);
    }

    /** Of a classified target: the probability of one class in each test row; with {@link #isClass} it gives a ROC curve. */
    public double[] probabilities(int position) {
        return Target.probabilities(predictions, position);
    }

    /** Whether each test row is of this class. */
    public boolean[] isClass(int position) {
        return Target.isClass(truth, position);
    }

    private static int[] shuffled(int[] rows, RandomStream random) {
        for (int i = rows.length - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int swapped = rows[i];
            rows[i] = rows[j];
            rows[j] = swapped;
        }
        return rows;
    }
}
