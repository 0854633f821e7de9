package dev.calor.cli;

import dev.calor.table.Table;
import dev.calor.tabular.Condition;
import dev.calor.tabular.TabularModel;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Draws synthetic rows. */
@Command(
        name = "sample",
        description = "Draw synthetic rows from a model.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  calor sample people.calor -n 1000 -o synthetic.csv",
            "  calor sample people.calor -n 10 --where 'sex=Female' --where 'age>=60' --where 'season=winter|spring'",
            "  calor sample people.calor -n 10 --where '\"a<b\"=yes' --where 'phone is missing'"
        })
final class SampleCommand implements CalorCommand {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call
    private CommandSpec spec;

    @Mixin
    private ModelOptions options = new ModelOptions();

    @Option(names = "-n", required = true, paramLabel = "N", description = "How many rows.")
    private int rows;

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Option(
            names = "--where",
            paramLabel = "COND",
            description =
                    "Only rows with COLUMN=VALUE (alternatives: a|b), or !=, <, <=, >, >=, or COLUMN is missing, or"
                            + " COLUMN is not missing; repeat it for several. Put names with =, < or > in double quotes.")
    private List<String> where = List.of();

    @Option(names = "--no-missing", description = "No missing values; otherwise they occur at their natural rate.")
    private boolean noMissing;

    @Override
    public Integer call() throws IOException {
        output.check(options.file());
        try (TabularModel model = options.load()) {
            List<Condition> conditions = where.stream()
                    .map(text -> Condition.parse(text, model.schema()))
                    .toList();
            Table drawn;
            try (Progress progress = options.progress("sampling", spec)) {
                drawn = model.sample(rows, conditions, !noMissing, options.seed(), share -> progress.at(share, ""));
            }
            output.write(drawn, spec.commandLine().getOut());
        }
        return 0;
    }
}
