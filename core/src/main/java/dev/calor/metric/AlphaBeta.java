package dev.calor.metric;

import dev.calor.random.RandomStream;
import dev.calor.table.Table;
import java.util.Arrays;
import java.util.function.DoubleConsumer;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Alpha-precision and beta-recall (Alaa and others 2022: "How faithful is your synthetic data?"), without a learned embedding: the "naive"
 * variant that TabSyn and TabDiff report. Rows are points: numbers scaled by the range of the real ones, levels one-hot, distances
 * Euclidean. A missing number is the mean of the real ones, and that it is missing is a level. Identifiers are left out.
 *
 * <p>Both tables take part with equally many rows: of the larger one, rows are chosen at random. With c the mean of the real points, c′
 * that of the synthetic ones, and α = β = 0, 1/29, …, 1:
 *
 * <ul>
 *   <li>P(α) is the share of synthetic points that are no farther from c than the α-quantile of the real ones;
 *   <li>a real point is covered if its nearest synthetic point is no farther than its nearest other real point; R(β) is the share of
 *       real points that are covered and whose nearest synthetic point is no farther from c′ than the β-quantile of these distances.
 * </ul>
 *
 * <p>The scores are 1 − Σ|P(α) − α|/Σα and 1 − Σ|R(β) − β|/Σβ.
 *
 * @param precision near 1 where synthetic rows lie around the centre as real ones do
 * @param recall about ½ for unseen real rows, near 1 for copies of the real rows, near 0 where synthetic rows lie elsewhere
 * @param rows of each table that took part
 */
public record AlphaBeta(double precision, double recall, int rows) {
    private static final int STEPS = 30;
    private static final int REAL = 0;
    private static final int SYNTHETIC = 1;

    /** Compares a synthetic with a real table, without hearing of progress. */
    public static AlphaBeta of(Table real, Table synthetic, RandomStream random) {
        return of(real, synthetic, random, done -> {});
    }

    /**
     * Compares a synthetic with a real table, by the types of the real one. Nearest rows are exact, by k-d trees.
     *
     * @param random chooses rows of the larger table
     * @param progress hears what share of the work is done, from several threads
     * @throws IllegalArgumentException if a table has fewer than two rows, lacks a column, or has identifiers alone
     */
    public static AlphaBeta of(Table real, Table synthetic, RandomStream random, DoubleConsumer progress) {
        int rows = Math.min(real.rows(), synthetic.rows());
        if (rows < 2) {
            throw new IllegalArgumentException("alpha-precision and beta-recall compare " + real.rows() + " real and "
                    + synthetic.rows() + " synthetic rows: give both tables at least two rows");
        }
        EuclideanRows points = EuclideanRows.of(SharedColumn.of(
                RandomRows.some(real, rows, random.child("real")),
                RandomRows.some(synthetic, rows, random.child("synthetic"))));
        double recall = recall(points, progress);
        return new AlphaBeta(precision(points), recall, rows);
    }

    private static double precision(EuclideanRows points) {
        double[][] centre = points.mean(REAL);
        double[] real = sorted(points.distances(REAL, centre));
        double[] synthetic = sorted(points.distances(SYNTHETIC, centre));
        return score(alpha -> (double) notAbove(synthetic, Quantile.of(real, alpha)) / synthetic.length);
    }

    private static double recall(EuclideanRows points, DoubleConsumer progress) {
        RowDistance real = points.squares(REAL);
        NearestRows toReal = NearestRows.of(real, real, done -> progress.accept(done / 2));
        NearestRows toSynthetic =
                NearestRows.of(real, points.squares(SYNTHETIC), done -> progress.accept(0.5 + done / 2));
        double[] toCentre = points.distances(SYNTHETIC, points.mean(SYNTHETIC));
        double[] reached = Arrays.stream(toSynthetic.nearest())
                .mapToDouble(row -> toCentre[row])
                .toArray();
        double[] covered = IntStream.range(0, reached.length)
                // A row's nearest row of its own table is itself, or one equal to it: the second is the nearest other.
                .filter(row -> toSynthetic.first()[row] <= toReal.second()[row])
                .mapToDouble(row -> reached[row])
                .sorted()
                .toArray();
        double[] all = sorted(reached);
        return score(beta -> (double) notAbove(covered, Quantile.of(all, beta)) / all.length);
    }

    private interface Curve {
        double at(double share);
    }

    /** 1 − Σ|curve(α) − α| / Σα. */
    private static double score(Curve curve) {
        IntToDoubleFunction alpha = i -> (double) i / (STEPS - 1);
        double apart = IntStream.range(0, STEPS)
                .mapToDouble(i -> Math.abs(curve.at(alpha.applyAsDouble(i)) - alpha.applyAsDouble(i)))
                .sum();
        return 1 - apart / IntStream.range(0, STEPS).mapToDouble(alpha).sum();
    }

    private static double[] sorted(double[] distances) {
        double[] sorted = distances.clone();
        Arrays.sort(sorted);
        return sorted;
    }

    /** How many values are at most this. */
    private static int notAbove(double[] sorted, double limit) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] <= limit) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
