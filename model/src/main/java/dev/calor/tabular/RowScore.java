package dev.calor.tabular;

import java.util.List;

/**
 * How likely a row is.
 *
 * @param energy U, lower is likelier; its zero is arbitrary
 * @param percentile the share of training rows that are likelier: an anomaly near 1
 * @param surprises the columns whose values are most surprising given the rest of the row, the most surprising first
 */
public record RowScore(double energy, double percentile, List<Surprise> surprises) {
    /**
     * A column's part.
     *
     * @param excess −log p(value | rest) above its mean over training rows
     */
    public record Surprise(String column, double excess) {}
}
