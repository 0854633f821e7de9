package dev.calor.lab.tabular;

import dev.calor.lab.cell.Cells;
import dev.calor.metric.Calibration;
import java.nio.file.Path;

/**
 * Whether a model's predictions of the target mean what they say, and those of a classifier of the same architecture.
 *
 * @param rows tested on
 * @param energy p(y|x) ∝ exp(−U(x, y))
 * @param classifier p(y|x) learned as such, from quantile codes
 * @param afresh the same from numbers drawn afresh from their intervals
 * @param classifierSteps of training, of each of both
 */
record CalibrationResult(
        int rows, Calibration energy, Calibration classifier, Calibration afresh, long classifierSteps) {
    static Cells<TabularSettings, CalibrationResult> store(Path folder) {
        return new Cells<>(folder, TabularSettings.class, CalibrationResult.class);
    }
}
