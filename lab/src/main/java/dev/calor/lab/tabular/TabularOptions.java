package dev.calor.lab.tabular;

import dev.calor.dataset.PublicTable;
import dev.calor.lab.cell.Cell;
import dev.calor.tabular.TabularMethod;
import dev.calor.tabular.TabularSpec;
import dev.calor.tensor.Device;
import dev.calor.train.TrainingEvent;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that the experiments on tables share: tables, method and training. */
final class TabularOptions {
    @Option(
            names = "--data",
            split = ",",
            defaultValue = "adult",
            description =
                    "adult, bank, cardio, churn, mushroom, beijing, magic; several by commas (default: ${DEFAULT-VALUE}).")
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
            description = "Change a setting, such as width=512 or steps=1000. Models fitted before serve other levels, "
                    + "rounds and lastRounds too.")
    private Map<String, String> settings = Map.of();

    @Option(names = "--time", paramLabel = "SECONDS", description = "Train for this many seconds, whatever the steps.")
    private @Nullable Double time;

    @Option(names = "--device", defaultValue = "auto", description = "cpu, cuda or auto (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String device;

    @Option(names = "--seed", defaultValue = "1", description = "Seed of training (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--cells",
            paramLabel = "DIR",
            defaultValue = "calor-lab/tabular",
            description = "The folder with a JSON file per run, and models; what is there is not run again "
                    + "(default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Path cells;

    Path cells() {
        return cells;
    }

    /** The models next to the cells, fitted if they are missing, with progress to a writer. */
    TabularModels models(PrintWriter err) {
        return new TabularModels(cells.resolve("models"), Device.named(device), event -> {
            if (event instanceof TrainingEvent.Progress progress && progress.step() % 500 == 0) {
                err.printf(Locale.ROOT, "step %,d, loss %.5f%n", progress.step(), progress.loss());
                err.flush();
            }
        });
    }

    /** Every table with every method; bad settings are refused before the first run starts. */
    List<TabularRun> runs() {
        List<TabularRun> runs = new ArrayList<>();
        for (String name : data) {
            for (String method : methods.isEmpty() ? List.of("") : methods) {
                runs.add(new TabularRun(PublicTable.checked(name), preset, chosen(method)));
            }
        }
        return runs;
    }

    /** What is measured of one run, with its model. */
    interface Experiment<S, R> {
        Cell<S, R> run(TabularRun run, TabularModels models) throws IOException;
    }

    /** The cells of all runs; each is reported to a writer. */
    <S, R> List<Cell<S, R>> run(PrintWriter err, Experiment<S, R> experiment) throws IOException {
        List<Cell<S, R>> found = new ArrayList<>();
        TabularModels models = models(err);
        for (TabularRun run : runs()) {
            found.add(experiment.run(run, models));
            err.println(run.name() + " exists");
            err.flush();
        }
        return found;
    }

    private TabularSpec chosen(String method) {
        TabularSpec chosen = TabularSpec.preset(preset).withSeed(seed);
        chosen = method.isEmpty() ? chosen : chosen.withMethod(TabularMethod.named(method));
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            chosen = chosen.with(setting.getKey(), setting.getValue());
        }
        return time == null ? chosen : chosen.withSeconds(time);
    }
}
