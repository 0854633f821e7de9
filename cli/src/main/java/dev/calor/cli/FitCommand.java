package dev.calor.cli;

import dev.calor.table.RareLevels;
import dev.calor.table.StagedTable;
import dev.calor.table.Table;
import dev.calor.table.Unknown;
import dev.calor.tabular.MemoryNeed;
import dev.calor.tabular.TabularMethod;
import dev.calor.tabular.TabularModel;
import dev.calor.tabular.TabularSpec;
import dev.calor.tensor.Device;
import dev.calor.train.DivergedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Learns a model of a table. */
@Command(
        name = "fit",
        description = "Learn a model of a table.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        footer = {
            "",
            "Ctrl-C ends training early and keeps the model learned so far.",
            "",
            "Examples:",
            "  calor fit people.csv -o people.calor",
            "  calor fit people.parquet -o people.calor --preset fast --time 5m",
            "  calor fit --sql \"SELECT * FROM 'people.csv' WHERE age > 17\" -o adults.calor --set width=512,depth=4"
        })
final class FitCommand implements CalorCommand {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call
    private CommandSpec spec;

    @Mixin
    private TableOptions table = new TableOptions();

    @Mixin
    private SchemaOptions schema = new SchemaOptions();

    @Option(
            names = "--rare",
            paramLabel = "K",
            description = "Make one level, 'other', of the names in a column that occur in fewer than K rows.")
    private @Nullable Integer rare;

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "MODEL",
            description = "Where the model goes, such as people.calor.")
    @SuppressWarnings("NullAway.Init")
    private Path output;

    @Mixin
    private Destination destination = new Destination();

    @Option(
            names = "--preset",
            paramLabel = "NAME",
            defaultValue = "balanced",
            description = "fast, balanced, best or paper (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String preset;

    @Option(
            names = "--method",
            paramLabel = "NAME",
            description = "annealed, tabed-uni, -grid, -cyc, -ord, -str, -mask or tab-cd (default: the preset's).")
    private @Nullable String method;

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            split = ",",
            description = "Change a setting of the preset, such as width=512; 'calor show' lists them.")
    private Map<String, String> settings = Map.of();

    @Option(
            names = "--time",
            paramLabel = "SPAN",
            converter = Seconds.class,
            description = "Time limit of training, such as 90s, 10m or 1h, whatever the steps.")
    private @Nullable Double seconds;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Seed (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--device",
            paramLabel = "NAME",
            defaultValue = "auto",
            description = "cpu, cuda or auto, which is a GPU if there is one (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String device;

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = Bytes.class,
            description = "Refuse to begin if training would take more memory, such as 2GB or 800MB.")
    private @Nullable Double memory;

    @Option(names = "--quiet", description = "Say nothing unless something is wrong.")
    private boolean quiet;

    @Override
    public Integer call() throws IOException {
        TabularSpec chosen = chosen();
        destination.check(output, ResultKind.MODEL, table.file(), schema.file());
        Table rows = rows();
        Device where = Device.named(device);
        PrintWriter err = spec.commandLine().getErr();
        if (memory != null) {
            MemoryNeed.of(rows, chosen, where).require(memory, chosen);
        }
        long began = System.nanoTime();
        try (Interruption interruption = new Interruption()) {
            tell(String.format(
                    Locale.ROOT,
                    "learning %,d rows of %d column%s, %s, with about %s",
                    rows.rows(),
                    rows.columns().size(),
                    rows.columns().size() == 1 ? "" : "s",
                    chosen.method(),
                    MemoryNeed.of(rows, chosen, where)));
            try (TabularModel model = train(rows, chosen, where, interruption, err)) {
                model.save(output);
                tell(String.format(
                        Locale.ROOT,
                        "%s %s: %s steps in %s, loss %.4f",
                        interruption.isAsked() ? "stopped early; kept the model so far in" : "wrote",
                        output,
                        model.provenance().steps(),
                        Seconds.text((System.nanoTime() - began) / 1e9),
                        model.provenance().loss()));
            }
        }
        return 0;
    }

    private Table rows() throws IOException {
        Table read;
        try (StagedTable staged = table.source().open()) {
            read = staged.read(schema.of(staged), Unknown.REFUSE);
        }
        Table rows = rare == null ? read : RareLevels.folded(read, rare);
        SchemaOptions.warn(
                rows,
                "; --rare " + RareLevels.FEW + " makes them 'other'",
                spec.commandLine().getErr());
        return rows;
    }

    private TabularSpec chosen() {
        TabularSpec chosen = TabularSpec.preset(preset).withSeed(seed);
        chosen = method == null ? chosen : chosen.withMethod(TabularMethod.named(method));
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            chosen = chosen.with(setting.getKey(), setting.getValue());
        }
        return seconds == null ? chosen : chosen.withSeconds(seconds);
    }

    private TabularModel train(Table rows, TabularSpec chosen, Device where, Interruption interruption, PrintWriter err)
            throws IOException {
        try (Progress progress = Progress.of("training", quiet, err)) {
            return TabularModel.fit(rows, chosen, where, new TrainingLog(progress, err), interruption::isAsked);
        } catch (DivergedException diverged) {
            throw new IOException(diverged.getMessage() + " (a lower rate: --set rate=…)", diverged);
        }
    }

    private void tell(String line) {
        if (!quiet) {
            spec.commandLine().getErr().println(line);
        }
    }
}
