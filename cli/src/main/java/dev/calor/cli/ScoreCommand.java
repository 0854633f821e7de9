package dev.calor.cli;

import dev.calor.estimate.LogPartition;
import dev.calor.table.Unknown;
import dev.calor.tabular.MemoryNeed;
import dev.calor.tabular.RowScore;
import dev.calor.tabular.TabularModel;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Scores how likely rows are. */
@Command(
        name = "score",
        description = "Score how likely rows are: writes the table with energies and the most surprising columns.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        footer = {
            "",
            "Adds 'energy' (lower is likelier; its zero is arbitrary), 'percentile' (the fraction of training rows"
                    + " that are",
            "likelier: an anomaly is near 1), and 'surprise 1' to 'surprise 3', the columns whose values are the least",
            "expected given the rest of the row. Numbers beyond the learned range, levels never seen and texts that"
                    + " are no",
            "numbers score above every training row, the higher the farther they lie outside, and are named first.",
            "",
            "'log density' is the log of the probability of the row's levels times the density of its numbers over"
                    + " their",
            "distributions in the training table, so that units do not matter. Its error is the same for all rows.",
            "",
            "Example:",
            "  calor score people.calor new.csv -o scored.csv"
        })
final class ScoreCommand implements CalorCommand {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call
    private CommandSpec spec;

    @Mixin
    private RowsOptions table = new RowsOptions();

    @Option(
            names = "--log-density",
            description = "Add 'log density', in nats: takes a minute more, and prints its standard error.")
    private boolean logDensity;

    @Mixin
    private MemoryLimit memory = new MemoryLimit();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Override
    public Integer call() throws IOException {
        output.check(table.model().file(), table.file());
        try (TabularModel model = table.model().load()) {
            AskedRows rows = table.readWhatIsThere(model.schema(), Set.of(), Unknown.MARK);
            LogPartition partition = logDensity ? partition(model) : null;
            List<RowScore> scores;
            try (MemoryLimit.Kept kept = table.keep(
                            memory,
                            model,
                            rows.known().rows(),
                            "scoring",
                            () -> MemoryNeed.ofScores(rows.known(), model.spec(), model.device()));
                    Progress progress = table.model().progress("scoring", spec)) {
                scores = model.score(rows.known(), table.model().seed(), share -> progress.at(share, ""));
            }
            output.write(
                    ResultTable.scored(
                            rows.own(), scores, rows.known().schema().columns().size(), partition),
                    spec.commandLine().getOut());
        }
        return 0;
    }

    private LogPartition partition(TabularModel model) {
        LogPartition found;
        try (Progress progress = table.model().progress("normalising", spec)) {
            found = model.logPartition(table.model().seed(), share -> progress.at(share, ""));
        }
        if (!table.model().quiet()) {
            spec.commandLine()
                    .getErr()
                    .println(String.format(
                            Locale.ROOT,
                            "log densities have a standard error of %.3f nats, the same for all rows",
                            found.standardError()));
        }
        return found;
    }
}
