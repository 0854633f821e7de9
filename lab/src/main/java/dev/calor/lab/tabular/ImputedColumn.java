package dev.calor.lab.tabular;

import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * How well the removed values of a column were imputed, by a model, by a boosted model per column
 * ({@link dev.calor.metric.ChainedBoosting}), and by the mode or mean of the training rows.
 *
 * <p>For levels: the fraction found by the likeliest level given the rest of the row, averaged over imputations of its
 * other missing values, by the boosted model, and by the most frequent level. For numbers: the root mean square error of
 * the mean of the draws, of the boosted model, and of the mean of the training rows, in standard deviations of the training rows. A few extreme values would
 * determine them, so all values (true, imputed and training) are first clipped at the 1st and the 99th percentile of
 * the training rows, unless these are equal.
 *
 * @param levels whether the column has levels, so that higher is better; otherwise lower is
 * @param blanks the number of removed values
 * @param boosted the figure of the boosted models
 * @param plain the figure of the most frequent level, or of the mean
 */
record ImputedColumn(String name, boolean levels, int blanks, double model, double boosted, double plain) {
    private static final double CUT = 0.01;

    /** Of a column with levels; {@code probabilities} of each blanked row, {@code boosted} a whole column. */
    static ImputedColumn ofLevels(
            ColumnSchema schema, int[] train, int[] truth, int[] blanked, double[][] probabilities, int[] boosted) {
        int mode = mode(train, schema.levels().size());
        return new ImputedColumn(
                schema.name(),
                true,
                blanked.length,
                found(blanked, i -> likeliest(probabilities[i]) == truth[blanked[i]]),
                found(blanked, i -> boosted[blanked[i]] == truth[blanked[i]]),
                found(blanked, i -> mode == truth[blanked[i]]));
    }

    private static double found(int[] blanked, IntPredicate right) {
        return IntStream.range(0, blanked.length).filter(right).count() / (double) blanked.length;
    }

    private static int mode(int[] codes, int size) {
        double[] counts = new double[size];
        for (int code : codes) {
            counts[Math.max(0, code)] += code == Column.MISSING ? 0 : 1;
        }
        return likeliest(counts);
    }

    private static int likeliest(double[] weights) {
        int best = 0;
        for (int level = 1; level < weights.length; level++) {
            best = weights[level] > weights[best] ? level : best;
        }
        return best;
    }

    /** Of a column of numbers; {@code draws} and {@code boosted} are whole columns. */
    static ImputedColumn ofNumbers(
            ColumnSchema schema,
            double[] train,
            double[] truth,
            int[] blanked,
            List<double[]> draws,
            double[] boosted) {
        double[] sorted =
                Arrays.stream(train).filter(x -> !Double.isNaN(x)).sorted().toArray();
        double low = sorted[(int) (CUT * (sorted.length - 1))];
        double high = sorted[(int) Math.ceil((1 - CUT) * (sorted.length - 1))];
        boolean cut = low < high;
        double least = cut ? low : Double.NEGATIVE_INFINITY;
        double most = cut ? high : Double.POSITIVE_INFINITY;
        double mean = Arrays.stream(sorted)
                .map(x -> between(x, least, most))
                .average()
                .orElseThrow();
        double variance = Arrays.stream(sorted)
                .map(x -> square(between(x, least, most) - mean))
                .average()
                .orElseThrow();
        ToDoubleFunction<IntToDoubleFunction> error = guess -> Math.sqrt(IntStream.of(blanked)
                        .mapToDouble(row -> square(guess.applyAsDouble(row) - between(truth[row], least, most)))
                        .average()
                        .orElseThrow()
                / variance);
        return new ImputedColumn(
                schema.name(),
                false,
                blanked.length,
                error.applyAsDouble(row -> draws.stream()
                        .mapToDouble(draw -> between(draw[row], least, most))
                        .average()
                        .orElseThrow()),
                error.applyAsDouble(row -> between(boosted[row], least, most)),
                error.applyAsDouble(row -> mean));
    }

    private static double between(double x, double least, double most) {
        return Math.max(least, Math.min(most, x));
    }

    private static double square(double x) {
        return x * x;
    }
}
