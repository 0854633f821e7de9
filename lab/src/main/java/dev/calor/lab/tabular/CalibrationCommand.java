package dev.calor.lab.tabular;

import dev.calor.cli.CalorCommand;
import dev.calor.dataset.PublicTable;
import dev.calor.lab.cell.Cell;
import dev.calor.lab.cell.Cells;
import dev.calor.lab.cell.Markdown;
import dev.calor.metric.Calibration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Compares an energy's predictions with a classifier's. */
@Command(
        name = "calibration",
        description = "Predict the target of test rows by a model, exp(−U) over the levels, and by a classifier of the "
                + "same architecture; print how well their probabilities are calibrated.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "Example:", "  calor lab calibration --data adult,bank,cardio,churn,mushroom --figure figure.svg"
        })
public final class CalibrationCommand implements CalorCommand {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private TabularOptions options;

    @Option(names = "--figure", paramLabel = "FILE", description = "Draw reliability diagrams, as SVG.")
    private @Nullable Path figure;

    @Option(names = "--table", description = "Run nothing; print what is in the folder of --cells.")
    private boolean table;

    @Option(names = "--json", description = "Print the cells as JSON instead of a table.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        Path folder = options.cells().resolve("calibration");
        List<Cell<TabularSettings, CalibrationResult>> cells = table
                ? CalibrationResult.store(folder).all()
                : options.run(
                        spec.commandLine().getErr(),
                        (run, models) -> new CalibrationExperiment(run, folder, models).run(PublicTable::read));
        if (figure != null) {
            Files.writeString(figure, CalibrationExperiment.diagrams(cells));
        }
        Cells.print(spec.commandLine().getOut(), cells, json, CalibrationCommand::markdown);
        return 0;
    }

    private static String markdown(List<Cell<TabularSettings, CalibrationResult>> cells) {
        List<List<String>> rows = new ArrayList<>();
        for (Cell<TabularSettings, CalibrationResult> cell : cells) {
            String data = cell.spec().data();
            CalibrationResult result = cell.result();
            rows.add(row(data, cell.spec().label(), result.energy()));
            rows.add(row(data, "classifier, " + result.classifierSteps() + " steps", result.classifier()));
            rows.add(row(data, "the same, numbers redrawn", result.afresh()));
        }
        return Markdown.table(List.of("", "by", "calibration error", "accuracy", "Brier score", "log loss"), rows)
                + "\nExpected calibration error over 15 bins, on test rows; only accuracy is better when higher.\n";
    }

    private static List<String> row(String data, String by, Calibration found) {
        return List.of(
                data,
                by,
                Markdown.figure(found.error(), 4),
                Markdown.figure(found.accuracy(), 4),
                Markdown.figure(found.brier(), 4),
                Markdown.figure(found.logLoss(), 4));
    }
}
