package dev.calor.cli;

import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import dev.calor.table.Schema;
import dev.calor.table.SchemaFile;
import dev.calor.table.StagedTable;
import dev.calor.table.Unknown;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
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
        description = "Say what the columns of a table are, and why, as JSON that can be edited and given back.",
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

    @Option(
            names = "--schema",
            paramLabel = "FILE",
            description = "Take the schema from here instead of the values, and check that the table fits it.")
    private @Nullable Path given;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write the JSON here, and show an overview.")
    private @Nullable Path output;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Schema given = this.given == null ? null : SchemaFile.read(this.given);
        try (StagedTable staged = table.source().open()) {
            Schema schema = given == null ? staged.infer() : given;
            if (given != null) {
                staged.read(given, Unknown.REFUSE);
            }
            if (output == null) {
                out.print(SchemaFile.text(schema));
            } else {
                SchemaFile.write(schema, output);
                out.println(staged.rows() + " rows, " + schema.columns().size() + " columns: " + output);
                out.println();
                schema.columns().forEach(column -> out.println(overview(column, width(schema))));
            }
            out.flush();
        }
        return 0;
    }

    private static int width(Schema schema) {
        return Math.min(
                32, schema.names().stream().mapToInt(String::length).max().orElse(0));
    }

    private static String overview(ColumnSchema column, int width) {
        return String.format(
                Locale.ROOT,
                "%-" + width + "s  %-11s  %-16s  %s",
                column.name(),
                column.type(),
                column.type().hasLevels() ? column.levels().size() + " levels" : range(column),
                column.reason());
    }

    private static String range(ColumnSchema column) {
        boolean numbers = column.type() == ColumnType.NUMERIC || column.type() == ColumnType.INTEGER;
        return numbers ? plain(column.minimum()) + " to " + plain(column.maximum()) : "";
    }

    private static String plain(double number) {
        return new BigDecimal(String.valueOf(number)).stripTrailingZeros().toPlainString();
    }
}
