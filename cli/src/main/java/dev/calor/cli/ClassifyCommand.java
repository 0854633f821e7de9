package dev.calor.cli;

import dev.calor.table.ColumnSchema;
import dev.calor.table.Unknown;
import dev.calor.tabular.Classification;
import dev.calor.tabular.MemoryNeed;
import dev.calor.tabular.TabularModel;
import java.io.IOException;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Predicts a column with levels. */
@Command(
        name = "classify",
        description =
                "Predict a column from the others: writes the table with a probability per level and the likeliest"
                        + " level.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        footer = {
            "",
            "Adds a column 'p(LEVEL)' for each level, and 'predicted'. The values of the target in the table are not"
                    + " used,",
            "and the target may be absent.",
            "",
            "Example:",
            "  calor classify people.calor new.csv --target income -o predicted.csv"
        })
final class ClassifyCommand implements CalorCommand {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call
    private CommandSpec spec;

    @Mixin
    private RowsOptions table = new RowsOptions();

    @Option(names = "--target", required = true, paramLabel = "COLUMN", description = "The column to predict.")
    @SuppressWarnings("NullAway.Init")
    private String target;

    @Mixin
    private MemoryLimit memory = new MemoryLimit();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Override
    public Integer call() throws IOException {
        output.check(table.model().file(), table.file());
        try (TabularModel model = table.model().load()) {
            ColumnSchema predicted = model.schema().column(target);
            AskedRows rows = table.readWhatIsThere(model.schema(), Set.of(target), Unknown.REFUSE);
            Classification found;
            try (MemoryLimit.Kept kept = table.keep(
                            memory,
                            model,
                            rows.known().rows(),
                            "classifying",
                            () -> MemoryNeed.ofClasses(
                                    rows.known(),
                                    model.spec(),
                                    model.device(),
                                    predicted.levels().size()));
                    Progress progress = table.model().progress("classifying", spec)) {
                found = model.classify(rows.known(), target, table.model().seed(), share -> progress.at(share, ""));
            }
            output.write(
                    ResultTable.classified(rows.own(), found, predicted.type()),
                    spec.commandLine().getOut());
        }
        return 0;
    }
}
