package dev.calor.cli;

import dev.calor.table.Table;
import dev.calor.table.TableWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where a table goes. */
final class OutputOptions {
    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            description = "A .csv, .csv.gz, .tsv, .jsonl or .parquet; without it CSV goes to standard output.")
    private @Nullable Path file;

    @Mixin
    private Destination destination = new Destination();

    /** Refuses what could not or must not be written, before the work; these files are read. */
    void check(@Nullable Path... inputs) throws IOException {
        if (file != null) {
            TableWriter.checkFormat(file);
            destination.check(file, ResultKind.TABLE, inputs);
        }
    }

    void write(Table table, PrintWriter out) throws IOException {
        if (file == null) {
            TableWriter.writeCsv(table, out);
        } else {
            TableWriter.write(table, file);
        }
    }
}
