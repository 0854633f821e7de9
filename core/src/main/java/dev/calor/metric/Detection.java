package dev.calor.metric;

import dev.calor.metric.GradientBoosting.Matrix;
import dev.calor.metric.GradientBoosting.Objective;
import dev.calor.random.RandomStream;
import dev.calor.table.Column;
import dev.calor.table.Table;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Whether a classifier can tell synthetic rows from real ones (a classifier two-sample test). The rows are split into
 * folds; for each fold a classifier is trained on the others and tested on it. Identifiers are left out.
 *
 * @param score 1 where synthetic rows cannot be told from real ones, 0 where all can; {@link Discriminator} defines it
 * @param aucs the AUC of each fold, with real rows as the positive ones
 * @param rows the number of rows of the larger table that were used
 */
public record Detection(double score, List<Double> aucs, int rows) {
    /** Copies the AUCs. */
    public Detection {
        aucs = List.copyOf(aucs);
    }

    /** The classifier. */
    public enum Discriminator {
        /**
         * SDMetrics' LogisticDetection: L2 logistic regression on scaled numbers (by median and quartiles of the
         * training rows; missing and infinite ones are replaced by the mean of the real ones) and one-hot levels of the
         * real table. Three folds of all rows; the score is 1 − mean over folds of (2·max(½, AUC) − 1). It hardly
         * detects wrong dependence between columns, so it is no evidence that rows are faithful.
         */
        LOGISTIC(3) {
            @Override
            double score(List<Double> aucs) {
                return 1
                        - aucs.stream()
                                .mapToDouble(auc -> 2 * Math.max(0.5, auc) - 1)
                                .average()
                                .orElseThrow();
            }
        },
        /**
         * XGBoost: 100 trees of depth 6, learning rate 0.3, histograms of 256 bins, the library's defaults otherwise;
         * unscaled numbers, NaN where missing, levels one-hot. Five folds of equally many rows of both tables, those of
         * the larger one chosen at random; the score is 2·(1 − max(½, mean AUC over folds)). It detects wrong
         * dependence between columns, so it is hard to deceive.
         */
        BOOSTED(5) {
            @Override
            double score(List<Double> aucs) {
                double auc =
                        aucs.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
                return 2 * (1 - Math.max(auc, 0.5));
            }
        };

        private final int folds;

        Discriminator(int folds) {
            this.folds = folds;
        }

        abstract double score(List<Double> aucs);
    }

    /**
     * Trains and tests the classifier.
     *
     * @param random splits the rows into folds, and chooses rows of the larger table where both must be equally many
     * @throws IllegalArgumentException if a table has fewer rows than there are folds, lacks a column, or has identifiers only
     */
    public static Detection of(Table real, Table synthetic, Discriminator discriminator, RandomStream random) {
        int least = Math.min(real.rows(), synthetic.rows());
        if (least < discriminator.folds) {
            throw new IllegalArgumentException(
                    real.rows() + " real and " + synthetic.rows() + " synthetic rows cannot be split into "
                            + discriminator.folds + " folds: give at least " + discriminator.folds + " of each");
        }
        if (discriminator == Discriminator.LOGISTIC) {
            return measured(real, synthetic, discriminator, random);
        }
        return measured(
                RandomRows.some(real, least, random.child("real rows")),
                RandomRows.some(synthetic, least, random.child("synthetic rows")),
                discriminator,
                random);
    }

    /** The mean AUC over folds: ½ where rows cannot be told apart. */
    public double auc() {
        return aucs.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    private static Detection measured(Table real, Table synthetic, Discriminator discriminator, RandomStream random) {
        List<SharedColumn> columns = SharedColumn.comparable(SharedColumn.of(real, synthetic));
        int[][] folds = {
            folds(real.rows(), discriminator.folds, random.child("real")),
            folds(synthetic.rows(), discriminator.folds, random.child("synthetic"))
        };
        List<Double> aucs = IntStream.range(0, discriminator.folds)
                .parallel()
                .mapToObj(fold -> auc(columns, folds, fold, discriminator))
                .toList();
        return new Detection(discriminator.score(aucs), aucs, Math.max(real.rows(), synthetic.rows()));
    }

    private static double auc(List<SharedColumn> columns, int[][] folds, int fold, Discriminator discriminator) {
        int[][] learning = Arrays.stream(folds).map(of -> rows(of, fold, false)).toArray(int[][]::new);
        int[][] judging = Arrays.stream(folds).map(of -> rows(of, fold, true)).toArray(int[][]::new);
        double[] scores = discriminator == Discriminator.LOGISTIC
                ? logistic(columns, learning, judging)
                : boosted(columns, learning, judging);
        return Auc.of(scores, isReal(judging));
    }

    /** The fold of each row, at random; the sizes of folds differ by at most one. */
    private static int[] folds(int rows, int count, RandomStream random) {
        int[] folds = new int[rows];
        for (int i = 0; i < rows; i++) {
            int j = random.nextInt(i + 1);
            folds[i] = folds[j];
            folds[j] = i % count;
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

    /** Numbers with missing ones replaced, minus their median, divided by the interquartile range (1 where that is 0). */
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
        double median = Quantile.of(sorted, 0.5);
        double spread = Quantile.of(sorted, 0.75) - Quantile.of(sorted, 0.25);
        return new SharedColumn.Numbers(
                numbers.schema(),
                Arrays.stream(filled)
                        .map(values -> DoubleStream.of(values)
                                .map(value -> (value - median) / (spread == 0 ? 1 : spread))
                                .toArray())
                        .toArray(double[][]::new));
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
