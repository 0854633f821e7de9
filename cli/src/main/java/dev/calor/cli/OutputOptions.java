package dev.calor.cli;

import dev.calor.table.Formulas;
import dev.calor.table.Printable;
import dev.calor.table.Table;
import dev.calor.table.TableWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options for the table that a command writes. */
final class OutputOptions {
    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            description = "A .csv, .csv.gz, .tsv, .jsonl or .parquet; without it, or with -, standard output.")
    private @Nullable Path file;

    @Option(
            names = "--format",
            paramLabel = "NAME",
            description = "Write csv, tsv, jsonl or parquet (default: by the extension; csv to standard output).")
    private @Nullable String format;

    @Option(
            names = "--escape-formulas",
            description = "Put an apostrophe before texts that a spreadsheet would take for formulas.")
    private boolean escapeFormulas;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Mixin
    private Destination destination = new Destination();

    /**
     * Before the work, refuses an output that cannot or must not be written; {@code inputs} are the files that are
     * read.
     */
    void check(@Nullable Path... inputs) throws IOException {
        TableWriter.isText(Path.of("standard.csv"), format);
        if (file != null && !Destination.isStandardOutput(file)) {
            TableWriter.isText(file, format);
            destination.check(file, ResultKind.TABLE, inputs);
        }
    }

    void write(Table result, PrintWriter out) throws IOException {
        List<String> formulas = Formulas.of(result);
        if (!formulas.isEmpty() && !escapeFormulas) {
            spec.commandLine()
                    .getErr()
                    .println("warning: " + formulas.size() + (formulas.size() == 1 ? " text starts" : " texts start")
                            + " like a formula, such as '" + Printable.line(formulas.get(0))
                            + "': a spreadsheet may obey it; --escape-formulas puts an apostrophe before it");
        }
        Table table = escapeFormulas ? Formulas.escaped(result) : result;
        if (file != null && !Destination.isStandardOutput(file)) {
            TableWriter.write(table, file, format);
        } else if (TableWriter.isText(Path.of("standard.csv"), format)) {
            TableWriter.writeText(table, format == null ? "csv" : format, out);
        } else {
            TableWriter.writeParquet(table, new FileOutputStream(FileDescriptor.out));
        }
    }
}
