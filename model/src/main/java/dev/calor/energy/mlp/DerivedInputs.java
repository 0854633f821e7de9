package dev.calor.energy.mlp;

import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The inputs of a network besides the columns of a row.
 *
 * @param numbers statistics of the training rows for features of numbers; null for no features
 * @param crosses crossed columns, each a list of the indices of finite columns: every combination of their levels has a
 *     learned vector
 */
public record DerivedInputs(@Nullable NumberStatistics numbers, List<List<Integer>> crosses) {
    /** Nothing besides the columns. */
    public static final DerivedInputs NONE = new DerivedInputs(null, List.of());

    /**
     * Checks the crosses.
     *
     * @throws IllegalArgumentException if a cross has fewer than two columns, or one of them twice
     */
    public DerivedInputs {
        crosses = crosses.stream().map(List::copyOf).toList();
        for (List<Integer> cross : crosses) {
            if (cross.size() < 2 || new HashSet<>(cross).size() < cross.size()) {
                throw new IllegalArgumentException("a cross of the columns " + cross + ": at least two different ones");
            }
        }
    }
}
