package dev.calor.cli;

import dev.calor.table.ColumnSchema;
import dev.calor.table.Schema;
import dev.calor.table.StagedTable;
import dev.calor.table.Table;
import dev.calor.table.TableSource;
import dev.calor.table.Unknown;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A model, and a table of rows to classify, impute or score. */
final class RowsOptions {
    @Mixin
    private ModelOptions model = new ModelOptions();

    @Parameters(index = "1", paramLabel = "TABLE", description = "A table with the columns of the model, in any order.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Option(
            names = "--unknown-as-missing",
            description =
                    "Read values the model has never seen as missing; otherwise score ranks them first, others refuse.")
    private boolean unknownAsMissing;

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
        try (StagedTable staged = TableSource.file(file).open()) {
            Table known = staged.read(schema, unknownAsMissing ? Unknown.MISSING : unknown, absent);
            return new Rows(staged.read(staged.infer(), Unknown.REFUSE), known);
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
