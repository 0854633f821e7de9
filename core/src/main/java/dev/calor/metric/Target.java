package dev.calor.metric;

import dev.calor.metric.GradientBoosting.Matrix;
import dev.calor.metric.GradientBoosting.Objective;
import dev.calor.metric.Utility.Task;
import dev.calor.table.Column;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What {@link Utility} predicts, in the test table and in the training table: positions of classes, or numbers; NaN
 * where missing.
 */
@SuppressWarnings("ArrayRecordComponent") // large; instances are never compared
record Target(Task task, List<String> classes, double[][] values) {
    static Target of(SharedColumn column, Task task) {
        if (task == Task.CLASSIFY && column instanceof SharedColumn.Levels levels) {
            return classes(levels);
        }
        if (task != Task.CLASSIFY && column instanceof SharedColumn.Numbers numbers) {
            return new Target(
                    task,
                    List.of(),
                    Arrays.stream(numbers.values())
                            .map(values ->
                                    Arrays.stream(values).map(task::target).toArray())
                            .toArray(double[][]::new));
        }
        throw new IllegalArgumentException("target '" + column.name() + "' is "
                + column.schema().type() + ": classification needs a column with levels, regression one of numbers;"
                + " choose the other task, or another target");
    }

    /** Levels that do not occur are not classes. */
    private static Target classes(SharedColumn.Levels column) {
        int[] occurring = Arrays.stream(column.codes())
                .flatMapToInt(Arrays::stream)
                .filter(code -> code != Column.MISSING)
                .distinct()
                .sorted()
                .toArray();
        if (occurring.length < 2) {
            throw new IllegalArgumentException("target '" + column.name() + "' has "
                    + (occurring.length == 0 ? "no value" : "only one value")
                    + ": there is nothing to predict; choose another target");
        }
        double[] positions = new double[column.levels().size()];
        for (int position = 0; position < occurring.length; position++) {
            positions[occurring[position]] = position;
        }
        return new Target(
                Task.CLASSIFY,
                Arrays.stream(occurring).mapToObj(column.levels()::get).toList(),
                Arrays.stream(column.codes())
                        .map(codes -> Arrays.stream(codes)
                                .mapToDouble(code -> code == Column.MISSING ? Double.NaN : positions[code])
                                .toArray())
                        .toArray(double[][]::new));
    }

    Objective objective() {
        return task != Task.CLASSIFY
                ? Objective.SQUARED_ERROR
                : classes.size() == 2 ? Objective.BINARY : Objective.CLASSES;
    }

    /** The rows of a table that have a target. */
    int[] rows(int table) {
        return IntStream.range(0, values[table].length)
                .filter(row -> !Double.isNaN(values[table][row]))
                .toArray();
    }

    double[] of(int table, int[] rows) {
        return Arrays.stream(rows).mapToDouble(row -> values[table][row]).toArray();
    }

    Matrix matrix(List<SharedColumn> features, int table, int[] rows) {
        float[] labels = new float[rows.length];
        for (int i = 0; i < rows.length; i++) {
            labels[i] = (float) values[table][rows[i]];
        }
        return Matrix.of(SparseRows.of(features, table, rows), labels);
    }

    /** For two classes XGBoost gives only the probability of the second. */
    double[][] probabilities(double[][] predicted) {
        return objective() != Objective.BINARY
                ? predicted
                : Arrays.stream(predicted)
                        .map(row -> new double[] {1 - row[0], row[0]})
                        .toArray(double[][]::new);
    }

    /** AUC or −RMSE, so that higher is better. NaN where AUC is undefined. */
    double quality(double[] truth, double[][] predictions) {
        if (task == Task.CLASSIFY) {
            // For two classes one is enough: 1 − p would be equal where small p differ.
            return IntStream.range(classes.size() == 2 ? 1 : 0, classes.size())
                    .mapToDouble(position -> Auc.of(probabilities(predictions, position), isClass(truth, position)))
                    .filter(auc -> !Double.isNaN(auc))
                    .average()
                    .orElse(Double.NaN);
        }
        double squares = IntStream.range(0, truth.length)
                .mapToDouble(row -> truth[row] - predictions[row][0])
                .map(error -> error * error)
                .average()
                .orElse(Double.NaN);
        return -Math.sqrt(squares);
    }

    static double[] probabilities(double[][] predictions, int position) {
        return Arrays.stream(predictions).mapToDouble(row -> row[position]).toArray();
    }

    static boolean[] isClass(double[] truth, int position) {
        boolean[] is = new boolean[truth.length];
        for (int row = 0; row < truth.length; row++) {
            is[row] = truth[row] == position;
        }
        return is;
    }
}
