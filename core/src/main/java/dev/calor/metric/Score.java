package dev.calor.metric;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The value of a metric for one or two columns.
 *
 * @param metric its name in SDMetrics
 * @param columns the column, or the two columns, it was computed on
 * @param value NaN where there is none
 * @param reason why there is none; null where there is one
 */
public record Score(
        String metric,
        List<String> columns,
        double value,
        @Nullable String reason) {
    /** Copies the names of the columns. */
    public Score {
        columns = List.copyOf(columns);
    }

    static Score of(String metric, List<String> columns, double value) {
        return new Score(metric, columns, value, null);
    }

    static Score none(String metric, List<String> columns, @Nullable String reason) {
        return new Score(metric, columns, Double.NaN, reason);
    }

    /** 1 − distance, at least 0: the distance of tables without a common level, a sum of many shares, may round to more than 1. */
    static double complement(double distance) {
        return Math.max(0, 1 - distance);
    }

    /** The mean of all values that are not NaN; NaN if there is none. */
    static double mean(List<Score> scores) {
        return scores.stream()
                .mapToDouble(Score::value)
                .filter(value -> !Double.isNaN(value))
                .average()
                .orElse(Double.NaN);
    }
}
