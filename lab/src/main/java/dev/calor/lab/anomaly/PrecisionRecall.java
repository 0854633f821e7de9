package dev.calor.lab.anomaly;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** The area under the precision-recall curve. */
final class PrecisionRecall {
    private PrecisionRecall() {}

    /**
     * Average precision: the sum of precision times gain of recall, from the highest score down; rows of equal score are one step.
     *
     * @throws IllegalArgumentException if there is no anomaly, or not one flag per score
     */
    static double area(double[] scores, boolean[] anomalies) {
        long all = IntStream.range(0, anomalies.length)
                .filter(row -> anomalies[row])
                .count();
        if (all == 0 || scores.length != anomalies.length) {
            throw new IllegalArgumentException(scores.length + " scores of " + anomalies.length + " rows with " + all
                    + " anomalies: at least 1 is needed");
        }
        Integer[] order = IntStream.range(0, scores.length).boxed().toArray(Integer[]::new);
        Arrays.sort(order, Comparator.comparingDouble(row -> -scores[row]));
        double area = 0;
        long found = 0;
        for (int first = 0; first < order.length; ) {
            long before = found;
            int next = first;
            while (next < order.length && scores[order[next]] == scores[order[first]]) {
                found += anomalies[order[next++]] ? 1 : 0;
            }
            area += found / (double) next * (found - before) / all;
            first = next;
        }
        return area;
    }
}
