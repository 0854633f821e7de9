package dev.calor.metric;

import dev.calor.table.Table;
import java.util.List;
import java.util.function.DoubleConsumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Whether a synthetic table reveals its training rows: it must not be closer to them than to holdout rows of the same
 * kind. Identifiers are left out.
 *
 * @param overfittingProtection SDMetrics' DCROverfittingProtection, min(2(1 − P(DCR_training &lt; DCR_holdout)), 1),
 *     ties counting as nearer to the holdout; 1 is best
 * @param share the fraction of synthetic rows closer to the training table than to the holdout, in tabsyn's distance:
 *     L1 of numbers scaled by the range of the training table, and of one-hot levels
 * @param tied the fraction equally close to both
 * @param idealShare the value of {@code share + tied/2} if nothing is revealed: the fraction of training rows among all real rows
 * @param newRows SDMetrics' NewRowSynthesis against the training table
 * @param trainingRatio the median over synthetic rows of the distance to the nearest training row over that to the
 *     second nearest, 0/0 being 0; copies push it below {@code holdoutRatio}
 * @param holdoutRatio the same for the holdout
 * @param toTraining the distance of each synthetic row to the closest training row, SDMetrics' DCR: the mean over columns of
 *     min(|s − r|/range, 1) for numbers and 1[s ≠ r] for levels, the range being that of the training table
 * @param toHoldout the same for the holdout and its range
 */
@SuppressWarnings("ArrayRecordComponent") // large; instances are never compared
public record Privacy(
        double overfittingProtection,
        double share,
        double tied,
        double idealShare,
        double newRows,
        double trainingRatio,
        double holdoutRatio,
        double[] toTraining,
        double[] toHoldout) {

    private static final int TRAINING = 0;
    private static final int HOLDOUT = 1;
    private static final int SYNTHETIC = 2;

    /**
     * Computes all distances exactly, by k-d trees. Tables with structure take time proportional to about n log n; with
     * many independent columns, every row is compared with every other.
     *
     * @param training the rows that the model was trained on
     * @param holdout real rows that it has not seen
     * @param progress receives the fraction of the work that is done, from several threads
     * @throws IllegalArgumentException if a table has no rows, or lacks a column
     */
    public static Privacy of(Table training, Table holdout, Table synthetic, DoubleConsumer progress) {
        if (training.rows() == 0 || holdout.rows() == 0 || synthetic.rows() == 0) {
            throw new IllegalArgumentException(
                    "privacy compares rows of training, holdout and synthetic tables: they have " + training.rows()
                            + ", " + holdout.rows() + " and " + synthetic.rows() + "; give at least one of each");
        }
        List<SharedColumn> columns = SharedColumn.of(training, holdout, synthetic);
        double trainingPart = (double) training.rows() / (training.rows() + holdout.rows());
        double half = trainingPart / 2;
        ClosestRecords toTraining =
                ClosestRecords.of(columns, SYNTHETIC, TRAINING, done -> progress.accept(done * half));
        ClosestRecords toHoldout =
                ClosestRecords.of(columns, SYNTHETIC, HOLDOUT, done -> progress.accept(half + done * (0.5 - half)));
        RowDistance rows = RowDistance.oneHot(columns, SYNTHETIC, TRAINING);
        double[] training1 = NearestRows.of(
                        rows,
                        RowDistance.oneHot(columns, TRAINING, TRAINING),
                        done -> progress.accept(0.5 + done * half))
                .first();
        double[] holdout1 = NearestRows.of(
                        rows,
                        RowDistance.oneHot(columns, HOLDOUT, TRAINING),
                        done -> progress.accept(0.5 + half + done * (0.5 - half)))
                .first();
        double nearer = share(
                synthetic.rows(), row -> toTraining.distances()[row] < toHoldout.distances()[row]);
        return new Privacy(
                Math.min(2 * (1 - nearer), 1),
                share(synthetic.rows(), row -> training1[row] < holdout1[row]),
                share(synthetic.rows(), row -> training1[row] == holdout1[row]),
                trainingPart,
                NewRows.of(training, synthetic),
                toTraining.medianRatio(),
                toHoldout.medianRatio(),
                toTraining.distances(),
                toHoldout.distances());
    }

    private static double share(int rows, IntPredicate predicate) {
        return (double) IntStream.range(0, rows).filter(predicate).count() / rows;
    }
}
