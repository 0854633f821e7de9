package dev.calor.tabular;

import java.util.List;

/**
 * The predicted probabilities of a column's levels, row by row.
 *
 * @param target the name of the column
 * @param levels its levels
 * @param probabilities [row][level]; each row sums to one
 */
@SuppressWarnings("ArrayRecordComponent") // large; instances are never compared
public record Classification(String target, List<String> levels, double[][] probabilities) {
    /** The most likely level of a row. */
    public String best(int row) {
        int best = 0;
        for (int level = 1; level < levels.size(); level++) {
            best = probabilities[row][level] > probabilities[row][best] ? level : best;
        }
        return levels.get(best);
    }
}
