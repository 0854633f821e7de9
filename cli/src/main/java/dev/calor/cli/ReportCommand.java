package dev.calor.cli;

import dev.calor.file.WholeFile;
import dev.calor.metric.Profile;
import dev.calor.metric.Utility.Task;
import dev.calor.report.Comparison;
import dev.calor.report.Findings;
import dev.calor.report.Forecast;
import dev.calor.report.Measurement;
import dev.calor.report.Origin;
import dev.calor.report.ReportJson;
import dev.calor.report.ReportPage;
import dev.calor.table.RareLevels;
import dev.calor.table.Schema;
import dev.calor.table.SchemaFile;
import dev.calor.table.StagedTable;
import dev.calor.table.Table;
import dev.calor.table.Unknown;
import dev.calor.tabular.TabularModel;
import dev.calor.tensor.Device;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Compares a synthetic table with the real one. */
@Command(
        name = "report",
        description = "Compare a synthetic table with the real one: one page of HTML that opens anywhere, or JSON.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        footer = {
            "",
            "REAL is the table the model was fitted to, --test real rows it has not seen: with them the report also says how",
            "useful the synthetic rows are to predict --target, and whether they reveal training rows.",
            "",
            "Examples:",
            "  calor report people.csv synthetic.csv -o report.html",
            "  calor report people.csv synthetic.csv --test test.csv --target income --model people.calor -o report.html",
            "  calor report people.csv synthetic.csv --json > report.json",
            "  calor report people.csv synthetic.csv --json --fast"
        })
final class ReportCommand implements CalorCommand {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "REAL", description = "The table the model was fitted to.")
    @SuppressWarnings("NullAway.Init")
    private Path real;

    @Parameters(index = "1", paramLabel = "SYNTH", description = "The synthetic table, with the columns of REAL.")
    @SuppressWarnings("NullAway.Init")
    private Path synthetic;

    @Option(names = "--test", paramLabel = "HOLDOUT", description = "Real rows the model has not seen.")
    private @Nullable Path holdout;

    @Option(
            names = "--target",
            paramLabel = "COLUMN",
            description = "A column to predict, to measure how useful the rows are; needs --test.")
    private @Nullable String target;

    @Option(
            names = "--model",
            paramLabel = "MODEL",
            description = "The model: adds facts about it, and its own predictions of the target.")
    private @Nullable Path model;

    @Option(
            names = "--schema",
            paramLabel = "FILE",
            description = "Schema of the tables (default: the model's, or inferred from REAL).")
    private @Nullable Path schema;

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            defaultValue = "paper",
            description = "Scores of columns and pairs as in SDMetrics 0.11 (paper) or 0.29 (current)"
                    + " (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String profile;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            description = "File for the page, such as report.html.")
    private @Nullable Path output;

    @Mixin
    private ReadingOptions reading = new ReadingOptions();

    @Mixin
    private Destination destination = new Destination();

    @Option(names = "--json", description = "Print the numbers as JSON.")
    private boolean json;

    @Option(
            names = "--fast",
            description =
                    "Detection, columns, pairs and validity alone, in seconds; leaves out coverage, combinations, privacy"
                            + " and usefulness.")
    private boolean fast;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Seed (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--quiet", description = "Show no progress.")
    private boolean quiet;

    @Override
    public Integer call() throws IOException {
        if (target != null && holdout == null) {
            throw new ParameterException(
                    spec.commandLine(), "--target is tried on rows the model has not seen: give them with --test");
        }
        if (output != null && Destination.isStandardOutput(output) && json) {
            throw new ParameterException(spec.commandLine(), "the page and the JSON cannot both go to standard output");
        }
        if (output == null && !json) {
            throw new ParameterException(
                    spec.commandLine(),
                    "there is nowhere for the report to go: give -o report.html, or --json, or both");
        }
        if (output != null && !Destination.isStandardOutput(output)) {
            destination.check(output, ResultKind.PAGE, real, synthetic, holdout, model, schema);
        }
        long began = System.nanoTime();
        if (model == null) {
            report(null, Map.of(), began);
        } else {
            try (TabularModel loaded = TabularModel.load(model, Device.CPU)) {
                report(loaded, ModelCard.of(loaded, model), began);
            }
        }
        return 0;
    }

    private void report(@Nullable TabularModel model, Map<String, String> card, long began) throws IOException {
        Profile chosen = profile();
        Schema given = schema != null ? SchemaFile.read(schema) : model != null ? model.schema() : null;
        Tables tables = new Tables(reading, given);
        Table realRows = tables.read(real);
        Table syntheticRows = tables.read(synthetic);
        Table holdoutRows = holdout == null ? null : tables.read(holdout);
        List<String> rare = RareLevels.copied(realRows, syntheticRows, RareLevels.FEW);
        rare.forEach(warning -> spec.commandLine().getErr().println("warning: " + warning));
        tables.notes.addAll(rare);
        Findings findings;
        try (Progress progress =
                Progress.of("measuring", quiet, spec.commandLine().getErr())) {
            // Before the model is used: a wrong target is found at once.
            Comparison comparison = new Comparison(realRows, syntheticRows, holdoutRows, target, null, chosen, seed);
            Forecast forecast = model == null || fast ? null : forecast(model, comparison);
            findings = fast
                    ? Measurement.fast(comparison, progress::at)
                    : Measurement.of(comparison.with(forecast), progress::at);
        }
        publish(findings, origin(tables.notes, card), began);
    }

    private Origin origin(List<String> notes, Map<String, String> card) {
        return new Origin(
                real.toString(),
                synthetic.toString(),
                holdout == null ? null : holdout.toString(),
                String.join(", ", new Version().getVersion()),
                notes,
                card);
    }

    private void publish(Findings findings, Origin origin, long began) throws IOException {
        if (json) {
            spec.commandLine().getOut().print(ReportJson.text(findings, origin));
            spec.commandLine().getOut().flush();
        }
        if (output != null && Destination.isStandardOutput(output)) {
            spec.commandLine().getOut().print(ReportPage.html(findings, origin));
            spec.commandLine().getOut().flush();
        } else if (output != null) {
            int size = write(ReportPage.html(findings, origin), output);
            if (!quiet) {
                spec.commandLine()
                        .getErr()
                        .println(String.format(
                                Locale.ROOT,
                                "wrote %s: %,d kB, in %s",
                                output,
                                size / 1000,
                                Seconds.text((System.nanoTime() - began) / 1e9)));
            }
        }
    }

    /** Writes a page atomically; returns its size in bytes. */
    static int write(String page, Path file) throws IOException {
        byte[] bytes = page.getBytes(StandardCharsets.UTF_8);
        WholeFile.write(file, stream -> stream.write(bytes));
        return bytes.length;
    }

    private Profile profile() {
        for (Profile one : Profile.values()) {
            if (one.name().equalsIgnoreCase(profile)) {
                return one;
            }
        }
        throw new ParameterException(spec.commandLine(), "--profile '" + profile + "' is not one of paper, current");
    }

    /** The model's own predictions of the target in the holdout; null if there are none. */
    private @Nullable Forecast forecast(TabularModel model, Comparison comparison) throws IOException {
        if (holdout == null || target == null || Comparison.task(comparison.real(), target) != Task.CLASSIFY) {
            return null;
        }
        try (StagedTable staged = reading.source(holdout, null).open()) {
            Set<String> optional = AskedRows.unlearned(model.schema());
            return Forecast.of(model, staged.read(model.schema(), Unknown.MISSING, optional), target, seed);
        }
    }

    /** Reads tables under one schema, that of the first where none is given. */
    private static final class Tables {
        private final List<String> notes = new ArrayList<>();
        private final ReadingOptions reading;
        private @Nullable Schema schema;

        Tables(ReadingOptions reading, @Nullable Schema schema) {
            this.reading = reading;
            this.schema = schema;
        }

        Table read(Path file) throws IOException {
            try (StagedTable staged = reading.source(file, null).open()) {
                Schema known = schema == null ? staged.infer() : schema;
                schema = known;
                List<String> more = staged.names().stream()
                        .filter(name -> !known.names().contains(name))
                        .toList();
                if (!more.isEmpty()) {
                    notes.add(file + " has more columns, which were left out: " + String.join(", ", more));
                }
                return staged.read(known, Unknown.ADD);
            }
        }
    }
}
