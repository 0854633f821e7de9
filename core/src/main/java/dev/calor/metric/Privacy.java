package dev.calor.metric;

import dev.calor.table.Table;
import java.util.List;
import java.util.function.DoubleConsumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Whether a synthetic table gives away the rows it was learned from: it must not be nearer to them than to rows of the same kind that
 * were kept back. Identifiers are left out.
 *
 * @param overfittingProtection SDMetrics' DCROverfittingProtection, min(2(1 − P(DCR_training &lt; DCR_holdout)), 1), ties counting as
 *     nearer to the holdout; 1 is best
 * @param share the share of synthetic rows nearer to the training table than to the holdout, in tabsyn's distance: L1 of numbers
 *     scaled by the range of the training table, and of one-hot levels
 * @param tied the share as near to both
 * @param idealShare what {@code share + tied/2} is near where nothing is given away: the part of the training rows in all
 * @param newRows SDMetrics' NewRowSynthesis against the training table
 * @param trainingRatio the median over synthetic rows of the distance to the nearest training row over that to the second nearest, 0/0
 *     being 0; copies push it below {@code holdoutRatio}
 * @param holdoutRatio the same for the holdout
 * @param toTraining of each synthetic row the distance to the closest training row, SDMetrics' DCR: the mean over columns of
 *     min(|s − r|/range, 1) for numbers and 1[s ≠ r] for levels, the range being that of the training table
 * @param toHoldout the same for the holdout and its range
 */
@SuppressWarnings("ArrayRecordComponent") // large, and made for this
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
     * Exact, by k-d trees: tables with structure take time in proportion to n log n, about; where columns are independent and many, every
     * row is compared with every other.
     *
     * @param training what the model was fitted to
     * @param holdout real rows it has not seen
     * @param progress hears what share of the work is done, from several threads
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
