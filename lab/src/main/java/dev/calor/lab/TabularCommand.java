package dev.calor.lab;

import dev.calor.cli.CalorCommand;
import dev.calor.dataset.PublicTable;
import dev.calor.tabular.Method;
import dev.calor.tabular.TabularSpec;
import dev.calor.tensor.Device;
import dev.calor.train.TrainingEvent;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Fits, samples and judges the paper's tables. */
@Command(
        name = "tabular",
        description = "Fit a model of a public table, sample it, judge the samples.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "Example:", "  calor lab tabular --data churn --method annealed,tabed-uni --time 120"})
public final class TabularCommand implements CalorCommand {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call
    private CommandSpec spec;

    @Option(
            names = "--data",
            split = ",",
            defaultValue = "adult",
            description =
                    "adult, bank, cardio, churn, mushroom, beijing; several by commas (default: ${DEFAULT-VALUE}).")
    private List<String> data = List.of();

    @Option(
            names = "--method",
            split = ",",
            description =
                    "annealed, tabed-uni, -grid, -cyc, -ord, -str, -mask, tab-cd; several by commas (default: the preset's).")
    private List<String> methods = List.of();

    @Option(
            names = "--preset",
            defaultValue = "balanced",
            description = "fast, balanced, best or paper (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String preset;

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            split = ",",
            description = "Change a setting, such as width=512 or steps=1000.")
    private Map<String, String> settings = Map.of();

    @Option(names = "--time", paramLabel = "SECONDS", description = "Train for so long, whatever the steps.")
    private @Nullable Double time;

    @Option(names = "--draws", defaultValue = "1", description = "Synthetic tables judged (default: ${DEFAULT-VALUE}).")
    private int draws;

    @Option(names = "--device", defaultValue = "cpu", description = "cpu, cuda or auto (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String device;

    @Option(names = "--keep", paramLabel = "DIR", description = "Keep the synthetic tables there, as CSV.")
    private @Nullable Path keep;

    @Option(names = "--seed", defaultValue = "1", description = "Of training (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        for (String name : data) {
            PublicTable table = PublicTable.read(name);
            for (String method : methods.isEmpty() ? List.of("") : methods) {
                TabularSpec chosen = chosen(method);
                TabularExperiment.Outcome outcome = new TabularExperiment(
                                table, chosen, Device.named(device), draws, keep)
                        .run(this::report, line -> spec.commandLine().getErr().println(line));
                out.printf(
                        Locale.ROOT,
                        "%s %s: utility %.4f, shapes %.4f, trends %.4f; %d steps, fit %.0f s, sample %.0f s%n",
                        name,
                        chosen.method(),
                        mean(outcome.utility()),
                        mean(outcome.shapes()),
                        mean(outcome.trends()),
                        outcome.steps(),
                        outcome.fitSeconds(),
                        outcome.sampleSeconds());
                out.flush();
            }
        }
        return 0;
    }

    private TabularSpec chosen(String method) {
        TabularSpec chosen = TabularSpec.preset(preset).withSeed(seed);
        chosen = method.isEmpty() ? chosen : chosen.withMethod(Method.named(method));
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            chosen = chosen.with(setting.getKey(), setting.getValue());
        }
        return time == null ? chosen : chosen.withSeconds(time);
    }

    private void report(TrainingEvent event) {
        if (event instanceof TrainingEvent.Progress progress && progress.step() % 500 == 0) {
            spec.commandLine().getErr().printf(Locale.ROOT, "step %d, loss %.5f%n", progress.step(), progress.loss());
        }
    }

    private static double mean(List<Double> numbers) {
        return numbers.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    }
}
