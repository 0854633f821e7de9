package dev.calor.cli;

import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import dev.calor.table.Table;
import dev.calor.tabular.TabularModel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Fills in missing values. */
@Command(
        name = "impute",
        description = "Fill in missing values, each by a draw from its distribution given the rest of its row.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        footer = {
            "",
            "With several draws the table is written once per draw, one below the other, and a first column 'draw'",
            "counts them: the spread of a value over the draws is how uncertain it is.",
            "",
            "Example:",
            "  calor impute people.calor holes.csv --draws 20 -o filled.parquet"
        })
final class ImputeCommand implements CalorCommand {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call
    private CommandSpec spec;

    @Mixin
    private RowsOptions table = new RowsOptions();

    @Option(
            names = "--draws",
            paramLabel = "N",
            defaultValue = "1",
            description = "Number of independent imputations (default: ${DEFAULT-VALUE}).")
    private int draws;

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Override
    public Integer call() throws IOException {
        output.check(table.model().file(), table.file());
        try (TabularModel model = table.model().load()) {
            RowsOptions.Rows rows = table.read(model.schema(), Set.of());
            List<Table> fillings;
            try (Progress progress = table.model().progress("imputing", spec)) {
                fillings = model.impute(rows.known(), draws, table.model().seed(), share -> progress.at(share, ""));
            }
            Table result = filled(rows.own(), fillings.get(0));
            for (Table filling : fillings.subList(1, draws)) {
                result = result.followedBy(filled(rows.own(), filling));
            }
            output.write(
                    draws == 1 ? result : numbered(result, rows.own().rows()),
                    spec.commandLine().getOut());
        }
        return 0;
    }

    /** The table as it was read, with the columns the model learned as they were filled in. */
    private static Table filled(Table own, Table filling) {
        List<ColumnSchema> schemas = new ArrayList<>();
        List<Column> columns = new ArrayList<>();
        for (ColumnSchema column : own.schema().columns()) {
            boolean learned = filling.schema().names().contains(column.name())
                    && RowsOptions.isLearned(filling.schema().column(column.name()));
            Table source = learned ? filling : own;
            schemas.add(source.schema().column(column.name()));
            columns.add(source.column(column.name()));
        }
        return new Table(own.schema().with(schemas), columns);
    }

    /** The table with the number of each draw, counted from 1, in the first column. */
    private Table numbered(Table stacked, int rows) {
        double[] numbers = new double[stacked.rows()];
        Arrays.setAll(numbers, row -> 1 + row / rows);
        List<ColumnSchema> schemas = new ArrayList<>(stacked.schema().columns());
        schemas.add(0, ColumnSchema.number("draw", ColumnType.INTEGER, 1, draws, 0));
        List<Column> columns = new ArrayList<>(stacked.columns());
        columns.add(0, new Column.Numbers(numbers));
        return new Table(stacked.schema().with(schemas), columns);
    }
}
