package dev.calor.lab.tabular;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A run of the tables and what came of it so far: one JSON object a file.
 *
 * @param label of its row of figures
 * @param spec all settings, as they were
 * @param real utility of training on the real rows, by several choices of the rows that select a setting
 * @param utility of each draw: AUC, or RMSE
 * @param shapes of each draw
 * @param trends of each draw
 * @param drawSeconds each draw took to sample
 * @param drawMachine the last draws were made on
 */
record TabularCell(
        String data,
        String method,
        String preset,
        long seed,
        String label,
        JsonNode spec,
        TabularModels.Fit fit,
        List<Double> real,
        List<Double> utility,
        List<Double> shapes,
        List<Double> trends,
        List<Double> drawSeconds,
        String drawMachine)
        implements Cell {
    /** A cell without a draw. */
    static TabularCell of(TabularRun run, TabularModels.Fit fit, List<Double> real) {
        return new TabularCell(
                run.data(),
                run.spec().method().toString(),
                run.preset(),
                run.spec().seed(),
                run.label(),
                Cell.settings(run),
                fit,
                real,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                fit.machine());
    }

    TabularCell with(double oneUtility, double oneShapes, double oneTrends, double seconds, String machine) {
        return new TabularCell(
                data,
                method,
                preset,
                seed,
                label,
                spec,
                fit,
                real,
                longer(utility, oneUtility),
                longer(shapes, oneShapes),
                longer(trends, oneTrends),
                longer(drawSeconds, seconds),
                machine);
    }

    private static List<Double> longer(List<Double> before, double last) {
        List<Double> longer = new ArrayList<>(before);
        longer.add(last);
        return longer;
    }

    int draws() {
        return utility.size();
    }

    /** The figures of one of the paper's tables, a draw each. */
    List<Double> figures(PublishedTabular table) {
        return switch (table) {
            case UTILITY -> utility;
            case SHAPES -> shapes;
            case TRENDS -> trends;
        };
    }
}
