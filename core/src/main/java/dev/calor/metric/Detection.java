package dev.calor.metric;

import dev.calor.metric.GradientBoosting.Matrix;
import dev.calor.metric.GradientBoosting.Objective;
import dev.calor.random.RandomStream;
import dev.calor.table.Column;
import dev.calor.table.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Whether a classifier can tell synthetic rows from real ones (a two-sample test by classifier; SDMetrics' LogisticDetection): it learns
 * on two thirds of the rows of each table and judges the other third, three times.
 *
 * @param score 1 − mean over folds of (2·max(½, AUC) − 1): 1 where no row can be told, 0 where all can
 * @param aucs of the folds, real rows being the positive ones
 */
public record Detection(double score, List<Double> aucs) {
    private static final int FOLDS = 3;

    public Detection {
        aucs = List.copyOf(aucs);
    }

    /** Who tells. */
    public enum Discriminator {
        /**
         * L2 logistic regression on scaled numbers (by median and quartiles of the rows learned from; missing and infinite ones are the mean
         * of the real ones) and one-hot levels of the real table, as in SDMetrics.
         */
        LOGISTIC,
        /** XGBoost with its default setting of 100 trees of depth 6: sees what is not linear, so is hard to deceive. */
        BOOSTED
    }

    /** Tries to tell; the stream deals the rows into folds. Identifiers are left out. */
    public static Detection of(Table real, Table synthetic, Discriminator discriminator, RandomStream random) {
        if (real.rows() < FOLDS || synthetic.rows() < FOLDS) {
            throw new IllegalArgumentException(real.rows() + " real and " + synthetic.rows()
                    + " synthetic rows cannot be dealt into " + FOLDS + " folds: give at least " + FOLDS + " of each");
        }
        List<SharedColumn> columns = SharedColumn.of(real, synthetic);
        int[][] folds = {folds(real.rows(), random.child("real")), folds(synthetic.rows(), random.child("synthetic"))};
        List<Double> aucs = new ArrayList<>();
        for (int fold = 0; fold < FOLDS; fold++) {
            int judged = fold;
            int[][] learning =
                    Arrays.stream(folds).map(of -> rows(of, judged, false)).toArray(int[][]::new);
            int[][] judging =
                    Arrays.stream(folds).map(of -> rows(of, judged, true)).toArray(int[][]::new);
            double[] scores = discriminator == Discriminator.LOGISTIC
                    ? logistic(columns, learning, judging)
                    : boosted(columns, learning, judging);
            aucs.add(Auc.of(scores, isReal(judging)));
        }
        double telling = aucs.stream()
                .mapToDouble(auc -> 2 * Math.max(0.5, auc) - 1)
                .average()
                .orElseThrow();
        return new Detection(1 - telling, aucs);
    }

    /** The fold of each row: folds of sizes that differ by one at most, rows dealt at random. */
    private static int[] folds(int rows, RandomStream random) {
        int[] folds = new int[rows];
        for (int i = 0; i < rows; i++) {
            int j = random.nextInt(i + 1);
            folds[i] = folds[j];
            folds[j] = i % FOLDS;
        }
        return folds;
    }

    private static int[] rows(int[] folds, int fold, boolean in) {
        return IntStream.range(0, folds.length)
                .filter(row -> (folds[row] == fold) == in)
                .toArray();
    }

    private static boolean[] isReal(int[][] rows) {
        boolean[] real = new boolean[rows[0].length + rows[1].length];
        Arrays.fill(real, 0, rows[0].length, true);
        return real;
    }

    private static SparseRows features(List<SharedColumn> columns, int[][] rows) {
        return SparseRows.of(columns, 0, rows[0]).followedBy(SparseRows.of(columns, 1, rows[1]));
    }

    private static double[] boosted(List<SharedColumn> columns, int[][] learning, int[][] judging) {
        BoostingSetting setting = new BoostingSetting(100, 1, 6, 0);
        try (Matrix learned = Matrix.of(features(columns, learning), labels(learning));
                Matrix judged = Matrix.of(features(columns, judging), labels(judging));
                GradientBoosting model = GradientBoosting.fit(learned, setting, Objective.BINARY, 2)) {
            return Target.probabilities(model.predict(judged, setting.trees()), 0);
        }
    }

    private static float[] labels(int[][] rows) {
        float[] labels = new float[rows[0].length + rows[1].length];
        Arrays.fill(labels, 0, rows[0].length, 1);
        return labels;
    }

    private static double[] logistic(List<SharedColumn> columns, int[][] learning, int[][] judging) {
        List<SharedColumn> scaled =
                columns.stream().map(column -> scaled(column, learning)).toList();
        boolean[] known = knownSlots(columns);
        double[] weights = LogisticRegression.fit(features(scaled, learning).only(known), isReal(learning));
        return LogisticRegression.scores(features(scaled, judging).only(known), weights);
    }

    /** Numbers without gaps, less their median, over the distance of their quartiles (1 where that is 0). */
    private static SharedColumn scaled(SharedColumn column, int[][] learning) {
        if (!(column instanceof SharedColumn.Numbers numbers)) {
            return column;
        }
        double mean = Arrays.stream(numbers.values()[0])
                .filter(Double::isFinite)
                .average()
                .orElse(0);
        double[][] filled = Arrays.stream(numbers.values())
                .map(values -> Arrays.stream(values)
                        .map(value -> Double.isFinite(value) ? value : mean)
                        .toArray())
                .toArray(double[][]::new);
        double[] sorted = IntStream.range(0, 2)
                .boxed()
                .flatMapToDouble(table -> Arrays.stream(learning[table]).mapToDouble(row -> filled[table][row]))
                .sorted()
                .toArray();
        double median = quantile(sorted, 0.5);
        double spread = quantile(sorted, 0.75) - quantile(sorted, 0.25);
        return new SharedColumn.Numbers(
                numbers.schema(),
                Arrays.stream(filled)
                        .map(values -> DoubleStream.of(values)
                                .map(value -> (value - median) / (spread == 0 ? 1 : spread))
                                .toArray())
                        .toArray(double[][]::new));
    }

    /** Between the two values around its place, in proportion. */
    private static double quantile(double[] sorted, double share) {
        double place = share * (sorted.length - 1);
        int below = (int) place;
        double above = sorted[Math.min(below + 1, sorted.length - 1)];
        return sorted[below] + (place - below) * (above - sorted[below]);
    }

    /** Slots of numbers, and of levels that occur in the real table. */
    private static boolean[] knownSlots(List<SharedColumn> columns) {
        int[] offsets = SparseRows.offsets(columns);
        boolean[] known = new boolean[offsets[columns.size()]];
        for (int k = 0; k < columns.size(); k++) {
            if (columns.get(k) instanceof SharedColumn.Levels levels) {
                for (int code : levels.codes()[0]) {
                    known[offsets[k] + code - Column.MISSING] = true;
                }
            } else if (columns.get(k) instanceof SharedColumn.Numbers) {
                known[offsets[k]] = true;
            }
        }
        return known;
    }
}
