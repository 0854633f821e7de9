package dev.calor.lab.tabular;

import dev.calor.lab.cell.Cells;
import java.nio.file.Path;
import java.util.List;

/**
 * How rows drawn under conditions compare with unconditional rows that happen to satisfy them, condition by condition.
 */
record ConditionalResult(List<Comparison> conditions) {
    /**
     * The settings.
     *
     * @param conditions as they were written
     * @param rows the number of rows that are compared at a time
     * @param repeats the number of comparisons
     */
    record Spec(TabularSettings run, List<String> conditions, int rows, int repeats) {}

    /**
     * The figures of one condition. Filtered rows are unconditional ones that satisfy it; each comparison has filtered rows of its own.
     *
     * @param share the fraction of unconditional rows that satisfy the condition
     * @param shapes column shapes of conditional against filtered rows, one per comparison
     * @param filteredShapes the same of other filtered rows: what sampling error alone leaves
     * @param trends pair trends of conditional against filtered rows
     * @param filteredTrends the same of other filtered rows
     */
    record Comparison(
            String condition,
            double share,
            List<Double> shapes,
            List<Double> filteredShapes,
            List<Double> trends,
            List<Double> filteredTrends) {}

    static Cells<Spec, ConditionalResult> store(Path folder) {
        return new Cells<>(folder, Spec.class, ConditionalResult.class);
    }
}
