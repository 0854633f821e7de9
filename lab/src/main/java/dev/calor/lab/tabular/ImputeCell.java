package dev.calor.lab.tabular;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * How well blanked values of the test rows were found again: one JSON object a file.
 *
 * @param label of the model
 * @param spec of the model
 * @param share of the values that were blanked
 * @param draws a blank was filled by
 * @param rows tested on
 * @param seconds filling took
 */
record ImputeCell(
        String data,
        String label,
        JsonNode spec,
        double share,
        int draws,
        int rows,
        List<ImputedColumn> columns,
        double seconds,
        String machine)
        implements Cell {
    /** The share of levels found, the mean over columns with levels; NaN where there are none. */
    @JsonProperty
    double accuracy() {
        return mean(true, ImputedColumn::model);
    }

    @JsonProperty
    double modeAccuracy() {
        return mean(true, ImputedColumn::plain);
    }

    /** The error of numbers, the mean over their columns; NaN where there are none. */
    @JsonProperty
    double error() {
        return mean(false, ImputedColumn::model);
    }

    @JsonProperty
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
