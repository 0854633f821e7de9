package dev.calor.cli;

import dev.calor.table.ColumnSchema;
import dev.calor.table.Schema;
import dev.calor.table.StagedTable;
import dev.calor.table.Table;
import dev.calor.table.Unknown;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
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
     * The rows in two forms.
     *
     * @param own as the file has them, with the columns the model does not know
     * @param known as the model reads them
     */
    record Rows(Table own, Table known) {}

    /** Reads them; columns a model does not learn may be absent, and these. Values the model has never seen are refused. */
    Rows read(Schema schema, Set<String> optional) throws IOException {
        return read(schema, optional, Unknown.REFUSE);
    }

    /**
     * The same.
     *
     * @param unknown how unseen values are read, unless they are to be missing
     */
    Rows read(Schema schema, Set<String> optional, Unknown unknown) throws IOException {
        Set<String> absent = new HashSet<>(optional);
        absent.addAll(unlearned(schema));
        try (StagedTable staged = reading.source(file, null).open()) {
            Table known = known(staged, schema, absent, unknown);
            return new Rows(staged.read(staged.infer(), Unknown.REFUSE), known);
        }
    }

    /** The same, where any column may be absent but not all: what is absent is missing, and is said to be. */
    Rows readWhatIsThere(Schema schema, Set<String> optional, Unknown unknown) throws IOException {
        Set<String> any = new HashSet<>(schema.names());
        try (StagedTable staged = reading.source(file, null).open()) {
            List<String> absent = schema.names().stream()
                    .filter(name -> !staged.names().contains(name))
                    .filter(name -> !optional.contains(name) && isLearned(schema.column(name)))
                    .toList();
            boolean none = schema.names().stream()
                    .filter(name -> !optional.contains(name))
                    .noneMatch(staged.names()::contains);
            if (none) {
                any.clear(); // refused with what there is and what is asked for
            } else if (!absent.isEmpty() && !model.quiet()) {
                spec.commandLine()
                        .getErr()
                        .println("warning: " + staged.name() + " has no column '" + String.join("', '", absent)
                                + "': taken as missing in every row");
            }
            Table known = known(staged, schema, any, unknown);
            return new Rows(staged.read(staged.infer(), Unknown.REFUSE), known);
        }
    }

    private Table known(StagedTable staged, Schema schema, Set<String> absent, Unknown unknown) throws IOException {
        try {
            return staged.read(schema, unknownAsMissing ? Unknown.MISSING : unknown, absent);
        } catch (IllegalArgumentException refused) {
            String message = String.valueOf(refused.getMessage());
            throw new IllegalArgumentException(
                    message.replaceFirst(
                            "correct the table, or .* with --schema$",
                            "correct the table, or read what the model does not know as missing with --unknown-as-missing"),
                    refused);
        }
    }

    /** The columns a model does not learn, which may be absent where it is asked. */
    static Set<String> unlearned(Schema schema) {
        return schema.columns().stream()
                .filter(column -> !isLearned(column))
                .map(ColumnSchema::name)
                .collect(Collectors.toSet());
    }

    static boolean isLearned(ColumnSchema column) {
        return column.type().isLearned();
    }
}
