package dev.calor.lab.tabular;

import dev.calor.chart.Panel;
import dev.calor.chart.SmallMultiples;
import dev.calor.dataset.PublicTable;
import dev.calor.lab.cell.CellFile;
import dev.calor.lab.cell.Machine;
import dev.calor.metric.Calibration;
import dev.calor.table.Table;
import dev.calor.tabular.TabularClassifier;
import dev.calor.tabular.TabularModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * [P fig:tabular_adult_ece, fig:calibration-appendix]: an energy's predictions of the target of test rows, and those of a classifier of
 * the same architecture.
 *
 * @param folder of the cells
 */
record CalibrationExperiment(TabularRun run, Path folder, TabularModels models) {

    /** The cell, run where it is not there. */
    CalibrationCell run(TabularExperiment.Data source) throws IOException {
        Path file = folder.resolve(run.name() + ".json");
        Optional<CalibrationCell> there = Cell.find(file, run, CalibrationCell.class);
        if (there.isPresent()) {
            return there.get();
        }
        PublicTable table = source.read(run.data());
        if (table.isRegression()) {
            throw new IllegalArgumentException(
                    "the target of '" + run.data() + "' is a number: there are no classes to predict; leave it out");
        }
        Table test = table.test();
        int[] truth = test.codes(test.schema().indexOf(table.target()));
        long seed = run.spec().seed();
        Calibration energy;
        try (TabularModel model = models.model(run, table.train())) {
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
        CalibrationCell cell = new CalibrationCell(
                run.data(),
                run.label(),
                Cell.settings(run),
                test.rows(),
                energy,
                classifiers[0],
                classifiers[1],
                steps,
                Machine.describe(models.device()));
        CellFile.write(file, cell.json());
        return cell;
    }

    /** Accuracy by confidence, classifiers above and energies below, beside the diagonal, where both agree. */
    static String diagrams(List<CalibrationCell> cells) {
        return SmallMultiples.svg(
                "Accuracy by confidence: classifiers (above) and energies (below)",
                List.of(
                        cells.stream()
                                .map(cell -> panel(cell.data(), cell.classifier()))
                                .toList(),
                        cells.stream()
                                .map(cell -> panel(cell.data(), cell.energy()))
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
