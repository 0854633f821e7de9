package dev.calor.lab.graph;

import dev.calor.lab.cell.Cells;
import java.nio.file.Path;

/**
 * All models and trials of one method.
 *
 * @param run the settings of the first model; the others have the following seeds
 * @param models the number of models
 * @param trials the number of trials per model
 * @param samples the number of samples per trial
 */
record GraphSpec(GraphExperiment run, int models, int trials, int samples) {
    static Cells<GraphSpec, GraphResult> store(Path folder) {
        return new Cells<>(folder, GraphSpec.class, GraphResult.class);
    }
}
