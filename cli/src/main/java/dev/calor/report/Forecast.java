package dev.calor.report;

import dev.calor.metric.Auc;
import dev.calor.metric.Calibration;
import dev.calor.table.Column;
import dev.calor.table.Table;
import dev.calor.tabular.Classification;
import dev.calor.tabular.TabularModel;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Predicted probabilities of a column's levels, row by row, and the true levels.
 *
 * @param probabilities [row][class]
 * @param truth the index of each row's class
 */
@SuppressWarnings("ArrayRecordComponent") // large; instances are never compared
public record Forecast(List<String> classes, double[][] probabilities, int[] truth) {
    /**
     * The predictions of a model for rows read with its own schema; rows without a target are left out.
     *
     * @throws IllegalArgumentException if the model has no such column with levels
     */
    public static Forecast of(TabularModel model, Table rows, String target, long seed) {
        Column column = rows.column(target);
        int[] known = IntStream.range(0, rows.rows())
                .filter(row -> !column.isMissing(row))
                .toArray();
        Table asked = rows.rows(known);
        Classification said = model.classify(asked, target, seed);
        return new Forecast(
                said.levels(), said.probabilities(), asked.codes(asked.schema().indexOf(target)));
    }

    Calibration calibration() {
        return Calibration.of(probabilities, truth);
    }

    /** For two classes the AUC of the second; for more, the mean over them, each against the rest. */
    double auc() {
        return IntStream.range(classes.size() == 2 ? 1 : 0, classes.size())
                .mapToDouble(this::auc)
                .filter(auc -> !Double.isNaN(auc))
                .average()
                .orElse(Double.NaN);
    }

    private double auc(int position) {
        return Auc.of(scores(position), isClass(position));
    }

    /** Whether some rows are of a class and others are not. */
    boolean hasBoth(int position) {
        return Arrays.stream(truth).anyMatch(one -> one == position)
                && Arrays.stream(truth).anyMatch(one -> one != position);
    }

    double[] scores(int position) {
        return Arrays.stream(probabilities).mapToDouble(row -> row[position]).toArray();
    }

    boolean[] isClass(int position) {
        boolean[] is = new boolean[truth.length];
        for (int row = 0; row < truth.length; row++) {
            is[row] = truth[row] == position;
        }
        return is;
    }
}
