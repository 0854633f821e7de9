package dev.calor.lab.tabular;

import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How well the blanked values of a column were found again, by a model and by what the training rows say of the column alone.
 *
 * <p>Of levels: the share found by the likeliest level given the rest of the row, over the fillings of its other blanks, and by the most
 * frequent level. Of numbers: the root mean square error of the mean of the draws, and of the mean of the training rows, in standard deviations of the training rows.
 * Few extreme values would decide both, so all values, true, drawn and of training, are first cut off at the 1st and the 99th
 * percentile of the training rows; where those are equal, at nothing.
 *
 * @param levels whether the column has levels, so that higher is better; otherwise lower is
 * @param blanks how many
 * @param plain the figure of the most frequent level, or of the mean
 */
record ImputedColumn(String name, boolean levels, int blanks, double model, double plain) {
    private static final double CUT = 0.01;

    /** Of a column with levels; {@code probabilities} of each blanked row. */
    static ImputedColumn ofLevels(
            ColumnSchema schema, int[] train, int[] truth, int[] blanked, double[][] probabilities) {
        int mode = mode(train, schema.levels().size());
        int right = 0;
        int plainlyRight = 0;
        for (int i = 0; i < blanked.length; i++) {
            int level = truth[blanked[i]];
            right += likeliest(probabilities[i]) == level ? 1 : 0;
            plainlyRight += mode == level ? 1 : 0;
        }
        return new ImputedColumn(
                schema.name(),
                true,
                blanked.length,
                right / (double) blanked.length,
                plainlyRight / (double) blanked.length);
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

    /** Of a column of numbers; {@code draws} are whole columns. */
    static ImputedColumn ofNumbers(
            ColumnSchema schema, double[] train, double[] truth, int[] blanked, List<double[]> draws) {
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
        double model = IntStream.of(blanked)
                .mapToDouble(row -> square(draws.stream()
                                .mapToDouble(draw -> between(draw[row], least, most))
                                .average()
                                .orElseThrow()
                        - between(truth[row], least, most)))
                .average()
                .orElseThrow();
        double plain = IntStream.of(blanked)
                .mapToDouble(row -> square(mean - between(truth[row], least, most)))
                .average()
                .orElseThrow();
        return new ImputedColumn(
                schema.name(), false, blanked.length, Math.sqrt(model / variance), Math.sqrt(plain / variance));
    }

    private static double between(double x, double least, double most) {
        return Math.max(least, Math.min(most, x));
    }

    private static double square(double x) {
        return x * x;
    }
}
