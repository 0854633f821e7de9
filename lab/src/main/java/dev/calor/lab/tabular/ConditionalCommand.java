package dev.calor.lab.tabular;

import dev.calor.cli.CalorCommand;
import dev.calor.dataset.PublicTable;
import dev.calor.lab.cell.Cell;
import dev.calor.lab.cell.Cells;
import dev.calor.lab.cell.Markdown;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Compares rows drawn under conditions with unconditional rows that satisfy them. */
@Command(
        name = "conditional",
        description =
                "Draw rows under conditions; compare them with unconditional rows of the same model that satisfy them.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Example:",
            "  calor lab conditional --data adult --preset fast --where sex=Female --where 'age>=50'"
        })
public final class ConditionalCommand implements CalorCommand {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private TabularOptions options;

    @Option(
            names = "--where",
            paramLabel = "CONDITION",
            required = true,
            description = "A condition; may be repeated. Each is compared by itself.")
    private List<String> conditions = List.of();

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "2000",
            description = "Rows that are compared at a time (default: ${DEFAULT-VALUE}).")
    private int rows;

    @Option(
            names = "--repeats",
            paramLabel = "N",
            defaultValue = "3",
            description = "Comparisons per condition, each with rows of its own (default: ${DEFAULT-VALUE}).")
    private int repeats;

    @Option(names = "--json", description = "Print the cells as JSON instead of tables.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        Path folder = options.cells().resolve("conditional");
        List<Cell<ConditionalResult.Spec, ConditionalResult>> cells =
                options.run(spec.commandLine().getErr(), (run, models) -> new ConditionalExperiment(
                                run, folder, models, conditions, rows, repeats)
                        .run(PublicTable::read));
        Cells.print(spec.commandLine().getOut(), cells, json, ConditionalCommand::markdown);
        return 0;
    }

    private static String markdown(List<Cell<ConditionalResult.Spec, ConditionalResult>> cells) {
        List<List<String>> lines = new ArrayList<>();
        for (Cell<ConditionalResult.Spec, ConditionalResult> cell : cells) {
            for (ConditionalResult.Comparison each : cell.result().conditions()) {
                lines.add(List.of(
                        cell.spec().run().data(),
                        each.condition(),
                        Markdown.figure(each.share(), 3),
                        figures(each.shapes()),
                        figures(each.filteredShapes()),
                        figures(each.trends()),
                        figures(each.filteredTrends())));
            }
        }
        return Markdown.table(List.of("", "condition", "share", "shapes", "filtered", "trends", "filtered"), lines)
                + "\nConditional rows against filtered ones, beside other filtered rows against the same (sampling error alone).\n";
    }

    private static String figures(List<Double> values) {
        return values.stream().map(value -> Markdown.figure(value, 4)).collect(Collectors.joining(", "));
    }
}
