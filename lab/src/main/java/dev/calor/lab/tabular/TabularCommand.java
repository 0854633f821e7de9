package dev.calor.lab.tabular;

import dev.calor.cli.CalorCommand;
import dev.calor.dataset.PublicTable;
import dev.calor.lab.cell.Cell;
import dev.calor.lab.cell.Cells;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Fits models of the paper's tables, samples them and evaluates the samples. */
@Command(
        name = "tabular",
        description =
                "Fit models of public tables, sample them, evaluate the samples; print the paper's tables with ours.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "A stopped run resumes when the same command is given again.",
            "",
            "Examples:",
            "  calor lab tabular --data churn --method annealed,tabed-uni --time 120",
            "  calor lab tabular --data churn --time 120 --set levels=800",
            "  calor lab tabular --table"
        })
public final class TabularCommand implements CalorCommand {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private TabularOptions options;

    @Option(
            names = "--draws",
            defaultValue = "1",
            description = "Synthetic tables per model (default: ${DEFAULT-VALUE}).")
    private int draws;

    @Option(names = "--keep", paramLabel = "DIR", description = "Keep the synthetic tables there, as CSV.")
    private @Nullable Path keep;

    @Option(names = "--table", description = "Run nothing; print the tables from the folder of --cells.")
    private boolean table;

    @Option(names = "--json", description = "Print the cells as JSON instead of tables.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        List<Cell<TabularSettings, TabularResult>> ran =
                table ? List.of() : run(spec.commandLine().getErr());
        List<Cell<TabularSettings, TabularResult>> cells =
                table || !json ? TabularResult.store(options.cells()).all() : ran;
        Cells.print(spec.commandLine().getOut(), cells, json, TabularTable::markdown);
        return 0;
    }

    private List<Cell<TabularSettings, TabularResult>> run(PrintWriter err) throws IOException {
        List<Cell<TabularSettings, TabularResult>> cells = new ArrayList<>();
        TabularModels models = options.models(err);
        for (TabularRun run : options.runs()) {
            cells.add(new TabularExperiment(run, options.cells(), models, draws, keep).run(PublicTable::read, line -> {
                err.println(line);
                err.flush();
            }));
        }
        return cells;
    }
}
