package dev.calor.cli;

import dev.calor.table.Schema;
import dev.calor.table.Unknown;
import dev.calor.tabular.MemoryNeed;
import dev.calor.tabular.TabularModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A model, and a table of rows to classify, impute or score. */
final class RowsOptions {
    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Mixin
    private ModelOptions model = new ModelOptions();

    @Parameters(
            index = "1",
            paramLabel = "TABLE",
            description = "A table with the columns of the model, in any order; - for standard input.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Mixin
    private ReadingOptions reading = new ReadingOptions();

    @Option(
            names = "--unknown-as-missing",
            description =
                    "Read values the model has never seen as missing; otherwise score ranks them first, others refuse.")
    private boolean unknownAsMissing;

    Path file() {
        return file;
    }

    ModelOptions model() {
        return model;
    }

    /**
     * Reads the rows. The columns that a model does not learn may be absent, and so may {@code optional}. Values that
     * the model has never seen are refused.
     */
    AskedRows read(Schema schema, Set<String> optional) throws IOException {
        return remedied(() -> AskedRows.read(reading.source(file, null), schema, policy(Unknown.REFUSE), optional));
    }

    /**
     * The same, but any column may be absent, though not all: its values count as missing, with a warning.
     *
     * @param unknown how unseen values are read, unless they are to be missing
     */
    AskedRows readWhatIsThere(Schema schema, Set<String> optional, Unknown unknown) throws IOException {
        return remedied(() ->
                AskedRows.readWhatIsThere(reading.source(file, null), schema, policy(unknown), optional, this::warn));
    }

    /**
     * Keeps work on rows within the allowed memory until the result is closed, and prints how much it needs.
     *
     * @param need computes the need on the engine's threads
     * @throws IllegalArgumentException if it needs more
     */
    MemoryLimit.Kept keep(MemoryLimit limit, TabularModel used, int rows, String work, Supplier<MemoryNeed> need) {
        MemoryLimit.Kept kept = limit.keep(used.spec(), need);
        if (!model.quiet()) {
            spec.commandLine()
                    .getErr()
                    .println(String.format(
                            Locale.ROOT,
                            "%s %,d row%s, %swith about %s",
                            work,
                            rows,
                            rows == 1 ? "" : "s",
                            kept.note(),
                            kept.need()));
        }
        return kept;
    }

    private Unknown policy(Unknown unknown) {
        return unknownAsMissing ? Unknown.MISSING : unknown;
    }

    private void warn(String warning) {
        if (!model.quiet()) {
            spec.commandLine().getErr().println("warning: " + warning);
        }
    }

    /** Reading of rows. */
    private interface Reading {
        AskedRows rows() throws IOException;
    }

    /** Replaces the remedy in an error message: the option that helps here, instead of the one for fitting a model. */
    private static AskedRows remedied(Reading reading) throws IOException {
        try {
            return reading.rows();
        } catch (IllegalArgumentException refused) {
            String message = String.valueOf(refused.getMessage());
            throw new IllegalArgumentException(
                    message.replaceFirst(
                            "correct the table, or .* with --schema$",
                            "correct the table, or read what the model does not know as missing with"
                                    + " --unknown-as-missing"),
                    refused);
        }
    }
}
