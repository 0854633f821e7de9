package dev.calor.lab.tabular;

import dev.calor.lab.cell.Cells;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * How well blanked values of the test rows were found again.
 *
 * @param rows tested on
 */
record ImputeResult(int rows, List<ImputedColumn> columns) {
    /**
     * What was asked for.
     *
     * @param share of the values that are blanked
     * @param draws that fill each blank
     * @param most test rows
     */
    record Spec(TabularSettings run, double share, int draws, int most) {}

    static Cells<Spec, ImputeResult> store(Path folder) {
        return new Cells<>(folder, Spec.class, ImputeResult.class);
    }

    /** The share of levels found, the mean over columns with levels; NaN where there are none. */
    double accuracy() {
        return mean(true, ImputedColumn::model);
    }

    double modeAccuracy() {
        return mean(true, ImputedColumn::plain);
    }

    /** The error of numbers, the mean over their columns; NaN where there are none. */
    double error() {
        return mean(false, ImputedColumn::model);
    }

    double meanError() {
        return mean(false, ImputedColumn::plain);
    }

    private double mean(boolean levels, ToDoubleFunction<ImputedColumn> figure) {
        return columns.stream()
                .filter(column -> column.levels() == levels)
                .mapToDouble(figure)
                .average()
                .orElse(Double.NaN);
    }
}
