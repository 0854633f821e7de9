package dev.calor.tabular;

import dev.calor.estimate.LogPartition;
import java.util.List;

/**
 * How likely a row is.
 *
 * @param energy U, lower is likelier; its zero is arbitrary. Values outside what the training table had (beyond the range of a number, a
 *     level never seen, a text that is no number) make it higher than that of every training row, the higher the farther they lie outside
 * @param percentile the share of training rows that are likelier: an anomaly near 1
 * @param surprises all columns: those with a value outside what the training table had, the farthest first; then those whose values
 *     are most surprising given the rest of the row, the most surprising first
 */
public record RowScore(double energy, double percentile, List<Surprise> surprises) {
    /**
     * log p(row) in nats, with what {@link TabularModel#logPartition} found, whose standard error is that of this, the same for all
     * rows. Levels and whether a value is missing count by their probability, numbers by their density over the distribution function
     * of their column in the training table: relative to how often such numbers occur, so that units do not matter, and a table of
     * independent numbers has 0. Of the levels that share a state, the rarest of more than 512, it is the probability of all.
     */
    public double logDensity(LogPartition partition) {
        return -energy - partition.value();
    }

    /**
     * A column's part.
     *
     * @param excess −log p(value | rest) above its mean over training rows; of a value outside what the training table had, how far it
     *     lies outside is added
     */
    public record Surprise(String column, double excess) {}
}
