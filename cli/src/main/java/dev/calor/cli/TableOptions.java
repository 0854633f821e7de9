package dev.calor.cli;

import dev.calor.table.TableSource;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Where a command's table comes from: a file, a query to the embedded DuckDB, a query to another database. */
final class TableOptions {
    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "TABLE",
            description = "A file: .csv, .tsv, .txt or .jsonl, each also with .gz, or .parquet; - for standard input.")
    private @Nullable Path file;

    @Option(
            names = "--format",
            paramLabel = "NAME",
            description = "csv, tsv, jsonl or parquet (default: by the extension, or how standard input begins).")
    private @Nullable String format;

    @Mixin
    private ReadingOptions reading = new ReadingOptions();

    @Option(
            names = "--sql",
            paramLabel = "QUERY",
            description =
                    "Instead of a file: a query, which may name files: \"SELECT * FROM 'people.csv' WHERE age > 17\".")
    private @Nullable String query;

    @Option(
            names = "--jdbc",
            paramLabel = "URL",
            description =
                    "The database that answers --sql, such as jdbc:postgresql://host/base?user=me; CALOR_CLASSPATH names the driver's jar (default: DuckDB, within).")
    private @Nullable String url;

    /** The file; null if the table comes from a query. */
    @Nullable
    Path file() {
        return file;
    }

    TableSource source() {
        if (file != null && query == null && url == null) {
            return reading.source(file, format);
        }
        if (file == null && query != null) {
            return url == null ? TableSource.sql(query) : TableSource.jdbc(url, query);
        }
        throw new ParameterException(
                spec.commandLine(),
                "give a table: either a file, or --sql QUERY, to which --jdbc URL may name a database");
    }
}
