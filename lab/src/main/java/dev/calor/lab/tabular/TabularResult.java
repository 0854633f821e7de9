package dev.calor.lab.tabular;

import dev.calor.lab.cell.Cells;
import dev.calor.metric.BesideUnseen;
import dev.calor.train.Provenance;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What came of a run on a table so far.
 *
 * @param steps of training
 * @param processorSeconds of training, over all threads
 * @param real utility of training on the real rows, by several choices of the rows that select a setting
 * @param utility of each draw: AUC, or RMSE
 * @param shapes of each draw
 * @param trends of each draw
 * @param drawSeconds each draw took to sample
 * @param drawn where the last draws were made; the cell's own provenance is that of training
 * @param fidelity of each draw, beside that of unseen real rows; empty in cells from before it was measured
 */
record TabularResult(
        long steps,
        double processorSeconds,
        List<Double> real,
        List<Double> utility,
        List<Double> shapes,
        List<Double> trends,
        List<Double> drawSeconds,
        Provenance drawn,
        Fidelities fidelity) {
    TabularResult {
        fidelity = fidelity == null ? Fidelities.NONE : fidelity; // a cell from before it was measured
    }

    static Cells<TabularSettings, TabularResult> store(Path folder) {
        return new Cells<>(folder, TabularSettings.class, TabularResult.class);
    }

    /** Without a draw. */
    static TabularResult of(TabularModels.Fit fit, List<Double> real) {
        return new TabularResult(
                fit.steps(),
                fit.processorSeconds(),
                real,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                fit.provenance(),
                Fidelities.NONE);
    }

    TabularResult with(double oneUtility, BesideUnseen<Fidelity> judged, double seconds, Provenance here) {
        return new TabularResult(
                steps,
                processorSeconds,
                real,
                longer(utility, oneUtility),
                longer(shapes, judged.synthetic().shapes()),
                longer(trends, judged.synthetic().trends()),
                longer(drawSeconds, seconds),
                here,
                fidelity.with(judged));
    }

    private static List<Double> longer(List<Double> before, double last) {
        List<Double> longer = new ArrayList<>(before);
        longer.add(last);
        return longer;
    }

    int draws() {
        return utility.size();
    }

    /** The figures of one of the tables of published ones, one per draw. */
    List<Double> figures(PublishedTabular table) {
        return switch (table) {
            case UTILITY -> utility;
            case SHAPES -> shapes;
            case TRENDS -> trends;
            default -> fidelity.synthetic().stream().map(table::of).toList();
        };
    }
}
