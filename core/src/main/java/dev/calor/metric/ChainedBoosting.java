package dev.calor.metric;

import dev.calor.metric.GradientBoosting.Matrix;
import dev.calor.metric.Utility.Task;
import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import dev.calor.table.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Imputation by boosted trees, one model per column, in turns: each column's missing values are predicted from the other columns as they are
 * filled so far, starting from the most frequent level or the mean (chained equations). A rival of imputation by one model of whole
 * rows. Levels are filled with the likeliest one, numbers with their expected value, so the fillings are best guesses, not draws.
 */
public final class ChainedBoosting {
    private static final BoostingSetting SETTING = new BoostingSetting(50, 1, 6, 0);
    private static final int ROUNDS = 3;

    private final Table train;
    private final Table blank;
    private Table filled;

    private ChainedBoosting(Table train, Table blank) {
        this.train = train;
        this.blank = blank;
        List<Column> columns = new ArrayList<>();
        for (int k = 0; k < blank.columns().size(); k++) {
            columns.add(start(k));
        }
        filled = new Table(blank.schema(), columns);
    }

    /**
     * The table with its missing values imputed by models of the training rows. Columns that have only one value in the training rows get it;
     * identifiers stay as they are.
     *
     * @param train the training rows, under the schema of {@code blank}
     * @throws IllegalArgumentException if a column is missing from the training rows
     */
    public static Table impute(Table train, Table blank) {
        ChainedBoosting chain = new ChainedBoosting(train, blank);
        List<ColumnModel> models = new ArrayList<>();
        try {
            for (int k = 0; k < blank.columns().size(); k++) {
                chain.model(k, models);
            }
            for (int round = 0; round < ROUNDS; round++) {
                models.forEach(chain::refill);
            }
            return chain.filled;
        } finally {
            models.forEach(model -> model.trees.close());
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // instances are never compared
    private record ColumnModel(int column, int[] blanks, Task task, GradientBoosting trees) {}

    /** Trains the model of a column, if it has blanks and something to learn. */
    private void model(int k, List<ColumnModel> models) {
        ColumnSchema schema = blank.schema().columns().get(k);
        int[] blanks = IntStream.range(0, blank.rows())
                .filter(row -> blank.columns().get(k).isMissing(row))
                .toArray();
        boolean learned = schema.type().isNumber()
                || (schema.type().hasLevels()
                        && Arrays.stream(train.codes(k))
                                        .filter(code -> code != Column.MISSING)
                                        .distinct()
                                        .count()
                                > 1);
        if (blanks.length == 0 || !learned) {
            return;
        }
        Task task = schema.type().isNumber() ? Task.REGRESS : Task.CLASSIFY;
        Target target = target(k, task);
        try (Matrix rows = target.matrix(features(k), 1, target.rows(1))) {
            models.add(new ColumnModel(
                    k,
                    blanks,
                    task,
                    GradientBoosting.fit(
                            rows, SETTING, target.objective(), target.classes().size())));
        }
    }

    private void refill(ColumnModel model) {
        int k = model.column;
        Target target = target(k, model.task);
        double[][] predicted;
        try (Matrix rows = target.matrix(features(k), 0, model.blanks)) {
            predicted = target.probabilities(model.trees.predict(rows, SETTING.trees()));
        }
        List<Column> columns = new ArrayList<>(filled.columns());
        if (model.task == Task.REGRESS) {
            boolean time = blank.schema().columns().get(k).type() == ColumnType.DATETIME; // shared in nanoseconds
            double[] values = filled.numbers(k).clone();
            for (int i = 0; i < predicted.length; i++) {
                values[model.blanks[i]] = time ? predicted[i][0] / 1e9 : predicted[i][0];
            }
            columns.set(k, new Column.Numbers(values));
        } else {
            List<String> levels = blank.schema().columns().get(k).levels();
            int[] codes = filled.codes(k).clone();
            for (int i = 0; i < predicted.length; i++) {
                codes[model.blanks[i]] = levels.indexOf(target.classes().get(largest(predicted[i])));
            }
            columns.set(k, new Column.Codes(codes));
        }
        filled = new Table(filled.schema(), columns);
    }

    private Target target(int k, Task task) {
        return Target.of(SharedColumn.of(blank.schema().columns().get(k).name(), filled, train), task);
    }

    private List<SharedColumn> features(int k) {
        String name = blank.schema().columns().get(k).name();
        return SharedColumn.of(filled, train).stream()
                .filter(column -> !column.name().equals(name))
                .toList();
    }

    /** The column with the mean or the most frequent level of the training rows in place of missing values. */
    private Column start(int k) {
        Column column = blank.columns().get(k);
        if (column instanceof Column.Numbers numbers) {
            double mean = Arrays.stream(train.numbers(k))
                    .filter(value -> !Double.isNaN(value))
                    .average()
                    .orElse(Double.NaN);
            return new Column.Numbers(Arrays.stream(numbers.values())
                    .map(value -> Double.isNaN(value) ? mean : value)
                    .toArray());
        }
        if (column instanceof Column.Codes codes) {
            double[] counts =
                    new double[blank.schema().columns().get(k).levels().size()];
            Arrays.stream(train.codes(k)).filter(code -> code != Column.MISSING).forEach(code -> counts[code]++);
            int mode = largest(counts);
            return new Column.Codes(Arrays.stream(codes.codes())
                    .map(code -> code == Column.MISSING ? mode : code)
                    .toArray());
        }
        return column;
    }

    private static int largest(double[] weights) {
        int best = 0;
        for (int level = 1; level < weights.length; level++) {
            best = weights[level] > weights[best] ? level : best;
        }
        return best;
    }
}
