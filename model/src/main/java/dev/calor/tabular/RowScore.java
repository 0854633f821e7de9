package dev.calor.tabular;

import dev.calor.estimate.LogPartition;
import java.util.List;

/**
 * How likely a row is.
 *
 * @param energy U, lower is likelier; its zero is arbitrary. Values outside those of the training table (beyond the
 *     range of a number, an unseen level, a text in a column of numbers) make it higher than that of every training
 *     row, and the higher the farther outside
 * @param percentile the fraction of training rows that are likelier: near 1 for an anomaly
 * @param surprises all columns: first those with a value outside those of the training table, the farthest first; then
 *     the others, the most surprising value given the rest of the row first
 */
public record RowScore(double energy, double percentile, List<Surprise> surprises) {
    /**
     * log p(row) in nats, with the log Z of {@link TabularModel#logPartition}, whose standard error is also that of the
     * result, the same for all rows. Levels, and whether a value is missing, enter by their probability; numbers by
     * their density with respect to the distribution function of their column in the training table, so that units do
     * not matter, and a table of independent numbers has 0. For levels that share a state, the rarest of more than 512,
     * it is the probability of all of them.
     */
    public double logDensity(LogPartition partition) {
        return -energy - partition.value();
    }

    /**
     * The surprise of one column.
     *
     * @param column the name of the column
     * @param excess −log p(value | rest) minus its mean over training rows; plus the strangeness of a value outside
     *     those in training
     */
    public record Surprise(String column, double excess) {}
}
