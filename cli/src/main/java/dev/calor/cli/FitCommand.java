package dev.calor.cli;

import dev.calor.table.RareLevels;
import dev.calor.table.StagedTable;
import dev.calor.table.Table;
import dev.calor.table.Unknown;
import dev.calor.tabular.MemoryNeed;
import dev.calor.tabular.TabularModel;
import dev.calor.tabular.TabularSpec;
import dev.calor.tensor.Device;
import dev.calor.train.DivergedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
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
            description = "Replace the names in a column that occur in fewer than K rows by one level, 'other'.")
    private @Nullable Integer rare;

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "MODEL",
            description = "File for the model, such as people.calor.")
    @SuppressWarnings("NullAway.Init")
    private Path output;

    @Mixin
    private Destination destination = new Destination();

    @Mixin
    private TrainingOptions training = new TrainingOptions();

    @Option(
            names = "--device",
            paramLabel = "NAME",
            defaultValue = "auto",
            description = "cpu, cuda or auto, which is a GPU if there is one (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String device;

    @Mixin
    private MemoryLimit memory = new MemoryLimit();

    @Option(names = "--quiet", description = "Print nothing but warnings and errors.")
    private boolean quiet;

    @Override
    public Integer call() throws IOException {
        training.check();
        destination.check(output, ResultKind.MODEL, table.file(), schema.file());
        Table rows = rows();
        Device where = Device.named(device);
        TabularSpec chosen = training.chosen(rows.rows());
        tell(training.reason(rows, where));
        long began = System.nanoTime();
        try (Interruption interruption = new Interruption();
                MemoryLimit.Kept kept = memory.keep(chosen, () -> MemoryNeed.of(rows, chosen, where))) {
            tell(String.format(
                    Locale.ROOT,
                    "learning %,d rows of %d column%s, %s, %swith about %s",
                    rows.rows(),
                    rows.columns().size(),
                    rows.columns().size() == 1 ? "" : "s",
                    chosen.method(),
                    kept.note(),
                    kept.need()));
            try (TabularModel model = train(rows, chosen, where, interruption)) {
                model.save(output);
                tell(String.format(
                        Locale.ROOT,
                        "%s %s: %s steps in %s, loss %.4f",
                        interruption.isAsked() ? "stopped early; kept the model so far in" : "wrote",
                        output,
                        model.provenance().steps(),
                        Seconds.text((System.nanoTime() - began) / 1e9),
                        model.provenance().loss()));
                if (!interruption.isAsked()) {
                    warn(training.shortage(rows.rows(), model.provenance().steps()));
                }
            }
        }
        return 0;
    }

    private Table rows() throws IOException {
        Table read;
        try (StagedTable staged = memory.open(table.source())) {
            tell(memory.thin(staged));
            read = staged.read(schema.of(staged), Unknown.REFUSE);
        }
        Table rows = rare == null ? read : RareLevels.folded(read, rare);
        SchemaOptions.warn(
                rows,
                "; --rare " + RareLevels.FEW + " makes them 'other'",
                spec.commandLine().getErr());
        return rows;
    }

    private TabularModel train(Table rows, TabularSpec chosen, Device where, Interruption interruption)
            throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        try (Progress progress = Progress.of("training", quiet, err)) {
            return TabularModel.fit(rows, chosen, where, new TrainingLog(progress, err), interruption::isAsked);
        } catch (DivergedException diverged) {
            throw new IOException(diverged.getMessage() + " (a lower rate: --set rate=…)", diverged);
        }
    }

    /** Prints a warning, even if the command is quiet. */
    private void warn(String line) {
        if (!line.isEmpty()) {
            spec.commandLine().getErr().println(line);
        }
    }

    private void tell(String line) {
        if (!quiet && !line.isEmpty()) {
            spec.commandLine().getErr().println(line);
        }
    }
}
