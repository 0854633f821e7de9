package dev.calor.lab.anomaly;

import dev.calor.cli.CalorCommand;
import dev.calor.dataset.PublicTable;
import dev.calor.lab.cell.Cell;
import dev.calor.lab.cell.Markdown;
import dev.calor.tensor.Device;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Plants anomalies in test rows and measures how well scores find them. */
@Command(
        name = "anomaly",
        description =
                "Plant anomalies in test rows; find them by a model's scores, an isolation forest, and the tails of "
                        + "single columns.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "Example:", "  calor lab anomaly --data adult,bank,cardio --time 60"})
public final class AnomalyCommand implements CalorCommand {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call
    private CommandSpec spec;

    @Option(
            names = "--data",
            split = ",",
            defaultValue = "adult,bank,cardio",
            description = "Public tables, several by commas (default: ${DEFAULT-VALUE}).")
    private List<String> data = List.of();

    @Option(names = "--preset", defaultValue = "fast", description = "Preset of the model (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String preset;

    @Option(
            names = "--time",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "Time limit of training (default: ${DEFAULT-VALUE}).")
    private double time;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "2000",
            description = "Test rows (default: ${DEFAULT-VALUE}).")
    private int rows;

    @Option(
            names = "--anomalies",
            paramLabel = "N",
            defaultValue = "100",
            description = "Changed rows among them (default: ${DEFAULT-VALUE}).")
    private int anomalies;

    @Option(names = "--seed", defaultValue = "1", description = "Seed (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--device", defaultValue = "auto", description = "cpu, cuda or auto (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String device;

    @Option(
            names = "--cells",
            paramLabel = "DIR",
            defaultValue = "calor-lab/anomaly",
            description =
                    "The folder with a JSON file per run; what is there is not run again (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Path cells;

    @Option(names = "--table", description = "Run nothing; print what is in the folder of --cells.")
    private boolean table;

    @Override
    public Integer call() throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        List<Cell<AnomalySettings, AnomalyExperiment.Result>> found = new ArrayList<>();
        if (table) {
            found.addAll(AnomalyExperiment.store(cells).all());
        } else {
            data.forEach(PublicTable::checked);
            for (String name : data) {
                AnomalySettings settings = new AnomalySettings(name, preset, time, rows, anomalies, seed);
                found.add(new AnomalyExperiment(settings, cells, Device.named(device)).run());
                err.println(name + ": done");
                err.flush();
            }
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(markdown(found));
        out.flush();
        return 0;
    }

    private static String markdown(List<Cell<AnomalySettings, AnomalyExperiment.Result>> cells) {
        List<List<String>> lines = new ArrayList<>();
        for (Cell<AnomalySettings, AnomalyExperiment.Result> cell : cells) {
            for (AnomalyExperiment.Found found : cell.result().found()) {
                lines.add(List.of(
                        cell.spec().data(),
                        found.planting().toString(),
                        Markdown.figure(found.model(), 3),
                        Markdown.figure(found.forest(), 3),
                        Markdown.figure(found.tails(), 3)));
            }
        }
        return Markdown.table(List.of("table", "anomalies", "Calor", "isolation forest", "column tails"), lines);
    }
}
