package dev.calor.cli;

import dev.calor.table.Table;
import dev.calor.tabular.TabularModel;
import java.io.IOException;
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
            AskedRows rows = table.read(model.schema(), Set.of());
            List<Table> fillings;
            try (Progress progress = table.model().progress("imputing", spec)) {
                fillings = model.impute(rows.known(), draws, table.model().seed(), share -> progress.at(share, ""));
            }
            output.write(
                    ResultTable.filled(rows.own(), fillings), spec.commandLine().getOut());
        }
        return 0;
    }
}
