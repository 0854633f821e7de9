package dev.calor.metric;

import java.util.Arrays;
import java.util.stream.IntStream;

/** The area under the ROC curve: the probability that a positive row scores above a negative one, where a tie counts half. */
public final class Auc {
    private Auc() {}

    /** The exact area, ties included; NaN if all rows are positive, or all negative. */
    public static double of(double[] scores, boolean[] positive) {
        double[] above = sorted(scores, positive, true);
        double[] below = sorted(scores, positive, false);
        double pairs = 0;
        int lower = 0;
        int notHigher = 0;
        for (double score : above) {
            while (lower < below.length && below[lower] < score) {
                lower++;
            }
            while (notHigher < below.length && below[notHigher] <= score) {
                notHigher++;
            }
            pairs += (lower + (double) notHigher) / 2;
        }
        return pairs / ((double) above.length * below.length);
    }

    private static double[] sorted(double[] scores, boolean[] positive, boolean kind) {
        double[] found = IntStream.range(0, scores.length)
                .filter(row -> positive[row] == kind)
                .mapToDouble(row -> scores[row])
                .toArray();
        Arrays.sort(found);
        return found;
    }
}
