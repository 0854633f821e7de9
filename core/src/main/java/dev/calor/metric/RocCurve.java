package dev.calor.metric;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The ROC curve of scores: for every threshold, the fractions of negative and of positive rows that score at or above
 * it. Rows of equal score are one point, so that the area under the straight lines between the points is {@link Auc}.
 *
 * @param points from (0, 0) to (1, 1)
 */
public record RocCurve(List<Point> points) {
    /** Copies the points. */
    public RocCurve {
        points = List.copyOf(points);
    }

    /**
     * One threshold.
     *
     * @param falsePositives the fraction of negative rows that score at or above it
     * @param truePositives the fraction of positive rows that score at or above it
     */
    public record Point(double falsePositives, double truePositives) {}

    /**
     * The curve of scores.
     *
     * @throws IllegalArgumentException unless there are both positive and negative rows
     */
    public static RocCurve of(double[] scores, boolean[] positive) {
        int[] falling = IntStream.range(0, scores.length)
                .boxed()
                .sorted(Comparator.comparingDouble(row -> -scores[row]))
                .mapToInt(Integer::intValue)
                .toArray();
        double positives =
                IntStream.range(0, scores.length).filter(row -> positive[row]).count();
        double negatives = scores.length - positives;
        if (positives == 0 || negatives == 0) {
            throw new IllegalArgumentException("a ROC curve of " + (long) positives + " positive and "
                    + (long) negatives + " negative rows: give at least one of each");
        }
        List<Point> points = new ArrayList<>(List.of(new Point(0, 0)));
        int above = 0;
        for (int i = 0; i < falling.length; i++) {
            above += positive[falling[i]] ? 1 : 0;
            if (i + 1 == falling.length || scores[falling[i + 1]] < scores[falling[i]]) {
                points.add(new Point((i + 1 - above) / negatives, above / positives));
            }
        }
        return new RocCurve(points);
    }

    /** The same curve with at most this many points between its ends, evenly spaced along it. */
    public RocCurve thinned(int most) {
        int last = points.size() - 1;
        return last <= most
                ? this
                : new RocCurve(IntStream.rangeClosed(0, most)
                        .mapToObj(i -> points.get((int) ((long) i * last / most)))
                        .toList());
    }
}
