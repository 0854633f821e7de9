package dev.calor.lab.tabular;

import dev.calor.dataset.PublicTable;
import dev.calor.lab.cell.Cell;
import dev.calor.metric.Profile;
import dev.calor.metric.Quality;
import dev.calor.table.Table;
import dev.calor.tabular.Condition;
import dev.calor.tabular.TabularModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws rows under a condition, and compares them with unconditional rows of the same model that satisfy it. Both have the same
 * distribution if conditioning is right.
 *
 * @param folder of the cells
 * @param rows the number of rows that are compared at a time
 * @param repeats the number of comparisons
 */
record ConditionalExperiment(
        TabularRun run, Path folder, TabularModels models, List<String> conditions, int rows, int repeats) {
    /** Unconditional rows are drawn in pieces of this size, and at most this many pieces. */
    private static final int PIECE = 8_192;

    private static final int MOST_PIECES = 128;

    /** The cell; the experiment is run if there is none. */
    Cell<ConditionalResult.Spec, ConditionalResult> run(TabularExperiment.Data source) throws IOException {
        ConditionalResult.Spec asked = new ConditionalResult.Spec(TabularSettings.of(run), conditions, rows, repeats);
        String name = run.title() + "-rows=" + rows + "-repeats=" + repeats;
        return ConditionalResult.store(folder).findOrMake(name, run.spec().seed(), asked, () -> {
            PublicTable table = source.read(run.data());
            try (TabularModel model = models.model(run, table)) {
                return Cell.timed(asked, models.device(), TabularRun.hash(table), () -> compare(model, table));
            }
        });
    }

    private ConditionalResult compare(TabularModel model, PublicTable table) {
        List<Condition> parsed = conditions.stream()
                .map(text -> Condition.parse(text, table.train().schema()))
                .toList();
        List<List<Table>> filtered = new ArrayList<>();
        parsed.forEach(condition -> filtered.add(new ArrayList<>()));
        int needed = 2 * repeats * rows;
        int pieces = 0;
        while (filtered.stream().anyMatch(found -> count(found) < needed)) {
            if (pieces == MOST_PIECES) {
                throw new IllegalArgumentException(MOST_PIECES * PIECE + " unconditional rows have fewer than " + needed
                        + " that satisfy each of " + conditions + "; ask for fewer rows, or choose wider conditions");
            }
            Table piece = model.sample(PIECE, 1_000 + pieces);
            for (int c = 0; c < parsed.size(); c++) {
                filtered.get(c).add(piece.rows(parsed.get(c).rows(piece)));
            }
            pieces++;
        }
        List<ConditionalResult.Comparison> comparisons = new ArrayList<>();
        for (int c = 0; c < parsed.size(); c++) {
            Table all = joined(filtered.get(c));
            comparisons.add(compare(model, parsed.get(c), all, all.rows() / (double) (pieces * PIECE)));
        }
        return new ConditionalResult(comparisons);
    }

    private ConditionalResult.Comparison compare(
            TabularModel model, Condition condition, Table filtered, double share) {
        List<Double> shapes = new ArrayList<>();
        List<Double> filteredShapes = new ArrayList<>();
        List<Double> trends = new ArrayList<>();
        List<Double> filteredTrends = new ArrayList<>();
        for (int repeat = 0; repeat < repeats; repeat++) {
            Table reference = filtered.rows(2 * repeat * rows, (2 * repeat + 1) * rows);
            Quality other = Quality.of(
                    reference, filtered.rows((2 * repeat + 1) * rows, (2 * repeat + 2) * rows), Profile.PAPER);
            Quality conditional = Quality.of(
                    reference, model.sample(rows, List.of(condition), true, 2_000 + repeat, done -> {}), Profile.PAPER);
            filteredShapes.add(other.shapes().score());
            filteredTrends.add(other.trends().score());
            shapes.add(conditional.shapes().score());
            trends.add(conditional.trends().score());
        }
        return new ConditionalResult.Comparison(
                condition.toString(), share, shapes, filteredShapes, trends, filteredTrends);
    }

    private static int count(List<Table> tables) {
        return tables.stream().mapToInt(Table::rows).sum();
    }

    private static Table joined(List<Table> tables) {
        return tables.stream().reduce(Table::followedBy).orElseThrow();
    }
}
