package dev.calor.cli;

import dev.calor.table.RareLevels;
import dev.calor.table.Schema;
import dev.calor.table.SchemaFile;
import dev.calor.table.StagedTable;
import dev.calor.table.Table;
import dev.calor.table.TableWarnings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options for the schema of a table. */
final class SchemaOptions {
    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Option(
            names = "--schema",
            paramLabel = "FILE",
            description = "Schema of the table, as 'calor schema' writes it (default: inferred).")
    private @Nullable Path file;

    @Option(
            names = "--keep",
            paramLabel = "COLUMN",
            description =
                    "Learn this column although it looks like personal data or differs in nearly every row; repeat it for several.")
    private List<String> keep = List.of();

    /** The file of the schema, if one was given. */
    @Nullable
    Path file() {
        return file;
    }

    /** The given schema, or the one inferred from the values. */
    Schema of(StagedTable table) throws IOException {
        if (file != null && !keep.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--keep says how a schema is inferred; with --schema, change the type in the file");
        }
        return file == null ? table.infer(Set.copyOf(keep)) : SchemaFile.read(file);
    }

    /** Warns of numbers that were read as text, and of rare levels, which a model would reveal. */
    static void warn(Table table, String remedy, PrintWriter err) {
        for (String warning : TableWarnings.numbersAsText(table)) {
            err.println("warning: " + warning);
        }
        for (String warning : RareLevels.warnings(table, RareLevels.FEW)) {
            err.println("warning: " + warning + remedy);
        }
    }
}
