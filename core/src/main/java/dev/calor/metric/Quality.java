package dev.calor.metric;

import dev.calor.table.Table;
import java.util.stream.DoubleStream;

/**
 * The quality score of SDMetrics: the mean of the scores of columns and of pairs.
 *
 * @param shapes the scores of columns
 * @param trends the scores of pairs
 */
public record Quality(ColumnShapes shapes, PairTrends trends) {
    /**
     * Compares a synthetic with a real table, using the types of the real one.
     *
     * @throws IllegalArgumentException if the synthetic table lacks a column, or a value does not fit its type
     */
    public static Quality of(Table real, Table synthetic, Profile profile) {
        return new Quality(ColumnShapes.of(real, synthetic, profile), PairTrends.of(real, synthetic, profile));
    }

    /** The mean of the two; if one is NaN, the other. */
    public double score() {
        return DoubleStream.of(shapes.score(), trends.score())
                .filter(score -> !Double.isNaN(score))
                .average()
                .orElse(Double.NaN);
    }
}
