package dev.calor.lab.tabular;

import dev.calor.lab.cell.Cells;
import dev.calor.metric.Calibration;
import java.nio.file.Path;

/**
 * The calibration of a model's predictions of the target, and of those of a classifier of the same architecture.
 *
 * @param rows the number of test rows
 * @param energy p(y|x) ∝ exp(−U(x, y))
 * @param classifier p(y|x) learned as such, from quantile codes
 * @param afresh the same, with numbers redrawn from their intervals in every batch
 * @param classifierSteps the number of training steps of each classifier
 */
record CalibrationResult(
        int rows, Calibration energy, Calibration classifier, Calibration afresh, long classifierSteps) {
    static Cells<TabularSettings, CalibrationResult> store(Path folder) {
        return new Cells<>(folder, TabularSettings.class, CalibrationResult.class);
    }
}
