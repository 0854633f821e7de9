package dev.calor.lab.tabular;

import com.fasterxml.jackson.databind.JsonNode;
import dev.calor.metric.Calibration;

/**
 * Whether a model's predictions of the target mean what they say, and those of a classifier of the same architecture: one JSON object
 * a file.
 *
 * @param label of the model
 * @param spec of the model, and so of the network of both
 * @param rows tested on
 * @param energy p(y|x) ∝ exp(−U(x, y))
 * @param classifier p(y|x) learned as such, from quantile codes
 * @param afresh the same from numbers drawn afresh from their intervals
 * @param classifierSteps of training, of each of both
 */
record CalibrationCell(
        String data,
        String label,
        JsonNode spec,
        int rows,
        Calibration energy,
        Calibration classifier,
        Calibration afresh,
        long classifierSteps,
        String machine)
        implements Cell {}
