package dev.calor.lab.tabular;

import dev.calor.lab.cell.Cells;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * How well removed values of the test rows were imputed.
 *
 * @param rows the number of test rows
 */
record ImputeResult(int rows, List<ImputedColumn> columns) {
    /**
     * The settings.
     *
     * @param share the fraction of values that are removed
     * @param draws the number of imputations per missing value
     * @param most the largest number of test rows
     */
    record Spec(TabularSettings run, double share, int draws, int most) {}

    static Cells<Spec, ImputeResult> store(Path folder) {
        return new Cells<>(folder, Spec.class, ImputeResult.class);
    }

    /** The fraction of levels imputed correctly, as the mean over columns with levels; NaN where there are none. */
    double accuracy() {
        return mean(true, ImputedColumn::model);
    }

    double boostedAccuracy() {
        return mean(true, ImputedColumn::boosted);
    }

    double modeAccuracy() {
        return mean(true, ImputedColumn::plain);
    }

    /** The error of numbers, the mean over their columns; NaN where there are none. */
    double error() {
        return mean(false, ImputedColumn::model);
    }

    double boostedError() {
        return mean(false, ImputedColumn::boosted);
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
