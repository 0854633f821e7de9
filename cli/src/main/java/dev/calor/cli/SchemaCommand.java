package dev.calor.cli;

import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import dev.calor.table.Printable;
import dev.calor.table.RareLevels;
import dev.calor.table.Schema;
import dev.calor.table.SchemaFile;
import dev.calor.table.StagedTable;
import dev.calor.table.Table;
import dev.calor.table.Unknown;
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

/** Infers the schema of a table, with reasons; or checks a table against a schema. */
@Command(
        name = "schema",
        description = "Infer what the columns of a table are, and why: JSON that can be edited and given to --schema.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  calor schema people.csv -o people.schema.json",
            "  calor schema people.csv --schema people.schema.json",
            "  calor schema --sql \"SELECT * FROM 'people.parquet' WHERE age > 17\""
        })
final class SchemaCommand implements CalorCommand {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private TableOptions table;

    @Mixin
    private SchemaOptions options = new SchemaOptions();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write the JSON here, and show an overview.")
    private @Nullable Path output;

    @Option(names = "--json", description = "Print the JSON, as without -o.")
    private boolean json;

    @Mixin
    private Destination destination = new Destination();

    @Override
    public Integer call() throws IOException {
        boolean toFile = output != null && !Destination.isStandardOutput(output);
        if (toFile && output != null) {
            destination.check(output, ResultKind.SCHEMA, table.file(), options.file());
        }
        PrintWriter out = spec.commandLine().getOut();
        try (StagedTable staged = table.source().open()) {
            Schema schema = options.of(staged);
            Table rows = staged.read(schema, Unknown.REFUSE); // a schema that was given must fit
            SchemaOptions.warn(
                    rows,
                    "; 'calor fit --rare " + RareLevels.FEW + "' makes them 'other'",
                    spec.commandLine().getErr());
            if (toFile && output != null) {
                SchemaFile.write(schema, output);
            }
            if (!toFile || json) {
                out.print(SchemaFile.text(schema));
            } else {
                out.println(count(staged.rows(), "row") + ", "
                        + count(schema.columns().size(), "column") + ": " + output);
                out.println();
                schema.columns().forEach(column -> out.println(overview(column, width(schema))));
            }
            out.flush();
        }
        return 0;
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    private static int width(Schema schema) {
        return Math.min(
                32,
                schema.names().stream()
                        .map(Printable::line)
                        .mapToInt(String::length)
                        .max()
                        .orElse(0));
    }

    private static String overview(ColumnSchema column, int width) {
        return String.format(
                Locale.ROOT,
                "%-" + width + "s  %-11s  %-16s  %s",
                Printable.line(column.name()),
                column.type(),
                column.type().hasLevels() ? count(column.levels().size(), "level") : range(column),
                Printable.line(column.reason()));
    }

    private static String range(ColumnSchema column) {
        boolean numbers = column.type() == ColumnType.NUMERIC || column.type() == ColumnType.INTEGER;
        return numbers ? column.plain(column.minimum()) + " to " + column.plain(column.maximum()) : "";
    }
}
