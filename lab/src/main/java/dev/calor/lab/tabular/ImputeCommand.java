package dev.calor.lab.tabular;

import dev.calor.cli.CalorCommand;
import dev.calor.dataset.PublicTable;
import dev.calor.lab.cell.Cell;
import dev.calor.lab.cell.Cells;
import dev.calor.lab.cell.Markdown;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Removes values of test rows and imputes them. */
@Command(
        name = "impute",
        description =
                "Remove 20 %% of the values of test rows; impute them by a model, by XGBoost per column (chained), "
                        + "and by the most frequent level or the mean of the training rows.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "Example:", "  calor lab impute --data churn --time 120 --columns"})
public final class ImputeCommand implements CalorCommand {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private TabularOptions options;

    @Option(
            names = "--draws",
            defaultValue = "20",
            description = "Imputations per missing value (default: ${DEFAULT-VALUE}).")
    private int draws;

    @Option(names = "--rows", paramLabel = "N", description = "Only the first test rows.")
    private int rows = Integer.MAX_VALUE;

    @Option(names = "--columns", description = "Show every column.")
    private boolean columns;

    @Option(names = "--table", description = "Run nothing; print what is in the folder of --cells.")
    private boolean table;

    @Option(names = "--json", description = "Print the cells as JSON instead of tables.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        Path folder = options.cells().resolve("impute");
        List<Cell<ImputeResult.Spec, ImputeResult>> cells = table
                ? ImputeResult.store(folder).all()
                : options.run(
                        spec.commandLine().getErr(),
                        (run, models) -> new ImputeExperiment(run, folder, models, draws, rows).run(PublicTable::read));
        Cells.print(spec.commandLine().getOut(), cells, json, this::markdown);
        return 0;
    }

    private String markdown(List<Cell<ImputeResult.Spec, ImputeResult>> cells) {
        StringBuilder text = new StringBuilder(Markdown.table(
                List.of(
                        "",
                        "model",
                        "levels found",
                        "by XGBoost",
                        "by the mode",
                        "error of numbers",
                        "of XGBoost",
                        "of the mean",
                        "rows",
                        "draws"),
                cells.stream().map(ImputeCommand::row).toList()));
        text.append("\nMeans over columns; errors in standard deviations of the column, extreme values cut off.\n");
        for (Cell<ImputeResult.Spec, ImputeResult> cell :
                columns ? cells : List.<Cell<ImputeResult.Spec, ImputeResult>>of()) {
            text.append("\n### ")
                    .append(cell.spec().run().data())
                    .append(", ")
                    .append(cell.spec().run().label())
                    .append("\n\n");
            text.append(Markdown.table(
                    List.of("column", "figure", "model", "XGBoost", "mode or mean", "blanks"),
                    cell.result().columns().stream().map(ImputeCommand::row).toList()));
        }
        return text.toString();
    }

    private static List<String> row(Cell<ImputeResult.Spec, ImputeResult> cell) {
        ImputeResult result = cell.result();
        return List.of(
                cell.spec().run().data(),
                cell.spec().run().label(),
                Markdown.figure(result.accuracy(), 4),
                Markdown.figure(result.boostedAccuracy(), 4),
                Markdown.figure(result.modeAccuracy(), 4),
                Markdown.figure(result.error(), 4),
                Markdown.figure(result.boostedError(), 4),
                Markdown.figure(result.meanError(), 4),
                Integer.toString(result.rows()),
                Integer.toString(cell.spec().draws()));
    }

    private static List<String> row(ImputedColumn column) {
        return List.of(
                column.name(),
                column.levels() ? "found" : "error",
                Markdown.figure(column.model(), 4),
                Markdown.figure(column.boosted(), 4),
                Markdown.figure(column.plain(), 4),
                Integer.toString(column.blanks()));
    }
}
