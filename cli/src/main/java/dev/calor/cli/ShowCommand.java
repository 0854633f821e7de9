package dev.calor.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import dev.calor.table.Printable;
import dev.calor.table.SchemaFile;
import dev.calor.tabular.TabularModel;
import dev.calor.tensor.Device;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows facts about a model. */
@Command(
        name = "show",
        description = "Show what a model is: its columns, training, settings, size and origin.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class ShowCommand implements CalorCommand {
    private static final int MOST_LEVELS = 6;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "MODEL", description = "A model that 'calor fit' made.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Option(names = "--json", description = "Print the schema and the facts as JSON.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        try (TabularModel model = TabularModel.load(file, Device.CPU)) {
            PrintWriter out = spec.commandLine().getOut();
            if (json) {
                printJson(model, out);
                return 0;
            }
            List<ColumnSchema> columns = model.schema().columns();
            out.println(file + ": a model of " + columns.size() + (columns.size() == 1 ? " column" : " columns"));
            out.println();
            int width = columns.stream()
                    .mapToInt(column -> Printable.line(column.name()).length())
                    .max()
                    .orElse(0);
            for (ColumnSchema column : columns) {
                out.println(String.format(
                                Locale.ROOT,
                                "  %-" + Math.max(1, width) + "s  %-11s  %s",
                                Printable.line(column.name()),
                                column.type(),
                                values(column))
                        .stripTrailing());
            }
            out.println();
            ModelCard.of(model, file)
                    .forEach((name, value) -> out.println(String.format(Locale.ROOT, "%-9s %s", name, value)));
        }
        return 0;
    }

    private void printJson(TabularModel model, PrintWriter out) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode root = mapper.createObjectNode();
        ModelCard.of(model, file).forEach(root::put);
        root.set("schema", mapper.readTree(SchemaFile.text(model.schema())));
        out.println(mapper.writerWithDefaultPrettyPrinter().writeValueAsString(root));
    }

    private static String values(ColumnSchema column) {
        String missing = column.missing() == 0 ? "" : String.format(Locale.ROOT, ", %,d missing", column.missing());
        if (column.type().hasLevels()) {
            List<String> levels = column.levels();
            return levels.stream().limit(MOST_LEVELS).map(Printable::line).collect(Collectors.joining(", "))
                    + (levels.size() > MOST_LEVELS ? ", … (" + levels.size() + " levels)" : "")
                    + missing;
        }
        return column.type().isNumber()
                ? number(column, column.minimum()) + " to " + number(column, column.maximum()) + missing
                : (column.personal() == null ? "made up" : "made up: " + column.format()) + missing;
    }

    private static String number(ColumnSchema column, double value) {
        if (column.type() == ColumnType.DATETIME && !Double.isNaN(value)) {
            return LocalDateTime.ofEpochSecond((long) value, 0, ZoneOffset.UTC)
                    .toLocalDate()
                    .toString();
        }
        return column.plain(value);
    }
}
