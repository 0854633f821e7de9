package dev.calor.cli;

import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import dev.calor.table.Table;
import dev.calor.tabular.RowScore;
import dev.calor.tabular.TabularModel;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Says how likely rows are. */
@Command(
        name = "score",
        description = "Say how likely rows are: the table again, with energies and what is surprising.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        footer = {
            "",
            "Adds 'energy' (lower is likelier; its zero is arbitrary), 'percentile' (the share of training rows that are",
            "likelier: an anomaly is near 1), and 'surprise 1' to 'surprise 3', the columns whose values are the least",
            "expected given the rest of the row.",
            "",
            "Example:",
            "  calor score people.calor new.csv -o scored.csv"
        })
final class ScoreCommand implements CalorCommand {
    private static final int SURPRISES = 3;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call
    private CommandSpec spec;

    @Mixin
    private RowsOptions table = new RowsOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Override
    public Integer call() throws IOException {
        output.check();
        try (TabularModel model = table.model().load()) {
            RowsOptions.Rows rows = table.read(model.schema(), Set.of());
            List<RowScore> scores = model.score(rows.known(), table.model().seed());
            Table result = rows.own();
            NumberColumn energy = NumberColumn.of(
                    "energy", scores.size(), row -> scores.get(row).energy());
            NumberColumn percentile = NumberColumn.of(
                    "percentile", scores.size(), row -> scores.get(row).percentile());
            result = result.with(energy.schema(), energy.values()).with(percentile.schema(), percentile.values());
            int surprises = Math.min(SURPRISES, rows.known().schema().columns().size());
            for (int place = 0; place < surprises; place++) {
                int own = place;
                List<String> columns = scores.stream()
                        .map(score -> score.surprises().get(own).column())
                        .toList();
                result = result.with(
                        new ColumnSchema(
                                "surprise " + (place + 1),
                                ColumnType.IDENTIFIER,
                                List.of(),
                                List.of(),
                                0,
                                Double.NaN,
                                Double.NaN,
                                ColumnSchema.SHORTEST,
                                null,
                                "made"),
                        new Column.Texts(List.copyOf(columns)));
            }
            output.write(result, spec.commandLine().getOut());
        }
        return 0;
    }
}
