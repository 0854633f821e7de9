package dev.calor.lab.anomaly;

import dev.calor.cli.CalorCommand;
import dev.calor.dataset.PublicTable;
import dev.calor.lab.cell.Markdown;
import dev.calor.tabular.TabularModel;
import dev.calor.tabular.TabularSpec;
import dev.calor.tensor.Device;
import java.io.IOException;
import java.io.PrintWriter;
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
        footer = {"", "Example:", "  calor lab anomaly --data adult,bank,cardio --time 120"})
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
            defaultValue = "120",
            description = "Time limit of training (default: ${DEFAULT-VALUE}).")
    private double time;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Test rows (default: ${DEFAULT-VALUE}).")
    private int rows;

    @Option(
            names = "--anomalies",
            paramLabel = "N",
            defaultValue = "50",
            description = "Changed rows among them (default: ${DEFAULT-VALUE}).")
    private int anomalies;

    @Option(names = "--seed", defaultValue = "1", description = "Seed (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Override
    public Integer call() throws IOException {
        AnomalyExperiment experiment = new AnomalyExperiment(rows, anomalies, seed);
        data.forEach(PublicTable::checked);
        TabularSpec chosen = TabularSpec.preset(preset).withSeed(seed).withSeconds(time);
        PrintWriter err = spec.commandLine().getErr();
        List<List<String>> lines = new ArrayList<>();
        for (String name : data) {
            PublicTable table = PublicTable.read(name);
            try (TabularModel model =
                    TabularModel.fit(table.train(), chosen, Device.named("auto"), event -> {}, () -> false)) {
                for (AnomalyExperiment.Found found : experiment.run(model, table.train(), table.test())) {
                    lines.add(List.of(
                            name,
                            found.planting().title(),
                            Markdown.figure(found.model(), 3),
                            Markdown.figure(found.forest(), 3),
                            Markdown.figure(found.tails(), 3)));
                }
                err.println(name + ": " + model.provenance().steps() + " steps");
                err.flush();
            }
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(Markdown.table(List.of("table", "anomalies", "Calor", "isolation forest", "column tails"), lines));
        out.flush();
        return 0;
    }
}
