package dev.calor.lab.tabular;

import dev.calor.chart.Panel;
import dev.calor.chart.SmallMultiples;
import dev.calor.dataset.PublicTable;
import dev.calor.lab.cell.Cell;
import dev.calor.metric.Calibration;
import dev.calor.table.Table;
import dev.calor.tabular.TabularClassifier;
import dev.calor.tabular.TabularModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * [P fig:tabular_adult_ece, fig:calibration-appendix]: an energy's predictions of the target of test rows, and those of
 * a classifier of the same architecture.
 *
 * @param folder of the cells
 */
record CalibrationExperiment(TabularRun run, Path folder, TabularModels models) {

    /** The cell; the experiment is run if there is none. */
    Cell<TabularSettings, CalibrationResult> run(TabularExperiment.Data source) throws IOException {
        TabularSettings asked = TabularSettings.of(run);
        return CalibrationResult.store(folder)
                .findOrMake(run.title(), run.spec().seed(), asked, () -> {
                    PublicTable table = source.read(run.data());
                    if (table.isRegression()) {
                        throw new IllegalArgumentException("the target of '" + run.data()
                                + "' is a number: there are no classes to predict; leave it out");
                    }
                    return Cell.timed(asked, models.device(), TabularRun.hash(table), () -> judge(table));
                });
    }

    private CalibrationResult judge(PublicTable table) throws IOException {
        Table test = table.test();
        int[] truth = test.codes(test.schema().indexOf(table.target()));
        long seed = run.spec().seed();
        Calibration energy;
        try (TabularModel model = models.model(run, table)) {
            energy = Calibration.of(model.classify(test, table.target(), seed).probabilities(), truth);
        }
        Calibration[] classifiers = new Calibration[2];
        long steps = 0;
        for (boolean afresh : new boolean[] {false, true}) {
            try (TabularClassifier classifier = TabularClassifier.fit(
                    table.train(), table.target(), run.spec(), afresh, models.device(), models.listener())) {
                classifiers[afresh ? 1 : 0] =
                        Calibration.of(classifier.classify(test, seed).probabilities(), truth);
                steps = classifier.steps();
            }
        }
        return new CalibrationResult(test.rows(), energy, classifiers[0], classifiers[1], steps);
    }

    /** Accuracy by confidence, classifiers above and energies below, with the diagonal, where both agree. */
    static String diagrams(List<Cell<TabularSettings, CalibrationResult>> cells) {
        return SmallMultiples.svg(
                "Accuracy by confidence: classifiers (above) and energies (below)",
                List.of(
                        cells.stream()
                                .map(cell ->
                                        panel(cell.spec().data(), cell.result().classifier()))
                                .toList(),
                        cells.stream()
                                .map(cell ->
                                        panel(cell.spec().data(), cell.result().energy()))
                                .toList()));
    }

    private static Panel panel(String data, Calibration calibration) {
        return new Panel(
                String.format(
                        Locale.ROOT,
                        "%s: error %.4f, accuracy %.3f",
                        data,
                        calibration.error(),
                        calibration.accuracy()),
                0,
                1,
                calibration.bins().stream()
                        .mapToDouble(bin -> bin.rows() == 0 ? 0 : bin.accuracy())
                        .toArray(),
                confidence -> confidence,
                OptionalDouble.empty());
    }
}
