package dev.calor.lab.graph;

import dev.calor.lab.cell.Cells;
import java.nio.file.Path;

/**
 * All models and trials of one method.
 *
 * @param run of the first model; the others have the seeds above its own
 * @param models trained
 * @param trials per model
 * @param samples per trial
 */
record GraphSpec(GraphExperiment run, int models, int trials, int samples) {
    static Cells<GraphSpec, GraphResult> store(Path folder) {
        return new Cells<>(folder, GraphSpec.class, GraphResult.class);
    }
}
