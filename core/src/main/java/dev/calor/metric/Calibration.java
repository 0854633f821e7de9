package dev.calor.metric;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How well predicted probabilities agree with frequencies. The class with the highest probability is the prediction,
 * that probability its confidence.
 *
 * @param error expected calibration error, Σ_b n_b/n · |accuracy_b − confidence_b| over 15 bins of equal width
 * @param brier the mean of Σ_k (p_k − 1[y = k])², for two classes of the second alone, as is usual
 * @param logLoss the mean of −log p_y; p is at least 2.2e-16 here
 * @param accuracy the fraction of rows predicted correctly
 * @param bins the reliability diagram: all bins, from the least confidence to the highest
 */
public record Calibration(double error, double brier, double logLoss, double accuracy, List<Bin> bins) {
    private static final int BINS = 15;
    private static final double LEAST = Math.ulp(1.0);

    /** Copies the bins. */
    public Calibration {
        bins = List.copyOf(bins);
    }

    /**
     * The rows whose confidence is above {@code from} and at most {@code to}.
     *
     * @param from the lower end, exclusive
     * @param confidence their mean confidence; NaN where there are none
     * @param accuracy the fraction of them predicted correctly; NaN where there are none
     * @param to the upper end, inclusive
     * @param rows the number of rows
     */
    public record Bin(double from, double to, int rows, double confidence, double accuracy) {}

    /**
     * The calibration of predictions.
     *
     * @param probabilities the probabilities of the classes, row by row: at least one row of at least two classes
     * @param truth the index of the true class of each row
     * @throws IllegalArgumentException if the arrays do not have the same length of at least 1, the probabilities of a
     *     row do not sum to 1, or there is no such class
     */
    public static Calibration of(double[][] probabilities, int[] truth) {
        int rows = probabilities.length;
        check(probabilities, truth);
        int[] counts = new int[BINS];
        double[] confidences = new double[BINS];
        int[] hits = new int[BINS];
        double brier = 0;
        double logLoss = 0;
        int right = 0;
        for (int row = 0; row < rows; row++) {
            double[] p = probabilities[row];
            int predicted = likeliest(p);
            int hit = predicted == truth[row] ? 1 : 0;
            int bin = Math.max(0, (int) Math.ceil(p[predicted] * BINS) - 1);
            counts[bin]++;
            confidences[bin] += p[predicted];
            hits[bin] += hit;
            right += hit;
            brier += brier(p, truth[row]);
            logLoss -= Math.log(Math.max(LEAST, p[truth[row]]));
        }
        double error = 0;
        List<Bin> bins = new ArrayList<>();
        for (int b = 0; b < BINS; b++) {
            error += Math.abs(hits[b] - confidences[b]) / rows;
            bins.add(new Bin(
                    (double) b / BINS,
                    (b + 1.0) / BINS,
                    counts[b],
                    confidences[b] / counts[b],
                    (double) hits[b] / counts[b]));
        }
        return new Calibration(error, brier / rows, logLoss / rows, (double) right / rows, bins);
    }

    private static double brier(double[] p, int truth) {
        double sum = 0;
        for (int k = p.length == 2 ? 1 : 0; k < p.length; k++) {
            double miss = p[k] - (k == truth ? 1 : 0);
            sum += miss * miss;
        }
        return sum;
    }

    /** The index of the highest; of the first where several are equal. */
    private static int likeliest(double[] p) {
        int highest = 0;
        for (int k = 1; k < p.length; k++) {
            highest = p[k] > p[highest] ? k : highest;
        }
        return highest;
    }

    private static void check(double[][] probabilities, int[] truth) {
        if (probabilities.length == 0 || probabilities.length != truth.length) {
            throw new IllegalArgumentException(probabilities.length + " rows of probabilities and " + truth.length
                    + " true classes: give as many of both, at least one");
        }
        for (int row = 0; row < truth.length; row++) {
            double sum = 0;
            boolean allowed = probabilities[row].length >= 2;
            for (double p : probabilities[row]) {
                allowed &= p >= 0;
                sum += p;
            }
            if (!allowed || Math.abs(sum - 1) > 1e-4) { // sums in single precision are this exact
                throw new IllegalArgumentException("row " + row + " has the probabilities "
                        + Arrays.toString(probabilities[row])
                        + ": give at least two, none negative, that sum to 1");
            }
            if (truth[row] < 0 || truth[row] >= probabilities[row].length) {
                throw new IllegalArgumentException("row " + row + " is of class " + truth[row]
                        + ": classes count from 0 to " + (probabilities[row].length - 1));
            }
        }
    }
}
