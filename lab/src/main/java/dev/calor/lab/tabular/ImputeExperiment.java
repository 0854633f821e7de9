package dev.calor.lab.tabular;

import dev.calor.dataset.PublicTable;
import dev.calor.lab.cell.Cell;
import dev.calor.metric.ChainedBoosting;
import dev.calor.random.RandomStream;
import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import dev.calor.table.Table;
import dev.calor.tabular.TabularModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Removes some of the known values of test rows, imputes them by a model, and compares with the true values. A level is
 * predicted from p(level | rest), averaged over imputations of the row's other missing values, which is less noisy than
 * a vote of the imputations.
 *
 * @param folder of the cells
 * @param draws the number of imputations per missing value
 * @param most the largest number of test rows; the first ones are used
 */
record ImputeExperiment(TabularRun run, Path folder, TabularModels models, int draws, int most) {
    private static final double SHARE = 0.2;

    /** The cell; the experiment is run if there is none. */
    Cell<ImputeResult.Spec, ImputeResult> run(TabularExperiment.Data source) throws IOException {
        String size = most == Integer.MAX_VALUE ? "" : "-rows=" + most;
        String name = run.title() + "-draws=" + draws + size;
        ImputeResult.Spec asked = new ImputeResult.Spec(TabularSettings.of(run), SHARE, draws, most);
        return ImputeResult.store(folder).findOrMake(name, run.spec().seed(), asked, () -> {
            PublicTable table = source.read(run.data());
            try (TabularModel model = models.model(run, table)) {
                return Cell.timed(asked, models.device(), TabularRun.hash(table), () -> judge(model, table));
            }
        });
    }

    private ImputeResult judge(TabularModel model, PublicTable table) {
        Table truth = table.test().rows(0, Math.min(most, table.test().rows()));
        boolean[][] blank = blanks(truth);
        Table incomplete = blanked(truth, blank);
        List<Table> draws = model.impute(incomplete, this.draws, run.spec().seed(), share -> {});
        Table boosted = ChainedBoosting.impute(table.train(), incomplete);
        List<ImputedColumn> found = new ArrayList<>();
        for (int k = 0; k < truth.columns().size(); k++) {
            boolean[] own = blank[k];
            int[] rows =
                    IntStream.range(0, truth.rows()).filter(row -> own[row]).toArray();
            if (rows.length > 0) {
                found.add(judge(model, table.train(), truth, k, rows, draws, boosted));
            }
        }
        return new ImputeResult(truth.rows(), found);
    }

    private ImputedColumn judge(
            TabularModel model, Table train, Table truth, int k, int[] rows, List<Table> fillings, Table boosted) {
        ColumnSchema schema = truth.schema().columns().get(k);
        if (!schema.type().hasLevels()) {
            return ImputedColumn.ofNumbers(
                    schema,
                    train.numbers(k),
                    truth.numbers(k),
                    rows,
                    fillings.stream().map(filled -> filled.numbers(k)).toList(),
                    boosted.numbers(k));
        }
        double[][] sum = new double[rows.length][schema.levels().size()];
        for (Table filled : fillings) {
            double[][] given = model.classify(
                            filled.rows(rows), schema.name(), run.spec().seed())
                    .probabilities();
            for (int i = 0; i < rows.length; i++) {
                for (int level = 0; level < sum[i].length; level++) {
                    sum[i][level] += given[i][level];
                }
            }
        }
        return ImputedColumn.ofLevels(schema, train.codes(k), truth.codes(k), rows, sum, boosted.codes(k));
    }

    /** The removed values [column][row], the same for every model; values that are missing in the data cannot be tested. */
    private static boolean[][] blanks(Table truth) {
        RandomStream random = RandomStream.of(0).child("blanks");
        boolean[][] blank = new boolean[truth.columns().size()][truth.rows()];
        for (int k = 0; k < blank.length; k++) {
            for (int row = 0; row < truth.rows(); row++) {
                blank[k][row] = random.child(k).child(row).nextDouble() < SHARE
                        && !truth.columns().get(k).isMissing(row)
                        && truth.schema().columns().get(k).type() != ColumnType.CONSTANT
                        && truth.schema().columns().get(k).type() != ColumnType.IDENTIFIER;
            }
        }
        return blank;
    }

    private static Table blanked(Table table, boolean[][] blank) {
        List<Column> columns = new ArrayList<>();
        for (int k = 0; k < blank.length; k++) {
            boolean[] own = blank[k];
            Column column = table.columns().get(k);
            if (column instanceof Column.Numbers numbers) {
                double[] values = new double[own.length];
                Arrays.setAll(values, row -> own[row] ? Double.NaN : numbers.values()[row]);
                columns.add(new Column.Numbers(values));
            } else if (column instanceof Column.Codes levels) {
                int[] codes = new int[own.length];
                Arrays.setAll(codes, row -> own[row] ? Column.MISSING : levels.codes()[row]);
                columns.add(new Column.Codes(codes));
            } else {
                columns.add(column);
            }
        }
        return new Table(table.schema(), columns);
    }
}
