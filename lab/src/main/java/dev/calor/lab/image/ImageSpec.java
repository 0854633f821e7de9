package dev.calor.lab.image;

import dev.calor.lab.cell.Cells;
import dev.calor.lab.cell.Estimate;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A run of the image tables.
 *
 * @param evaluation how the likelihood is estimated; null where only the speed is measured
 */
record ImageSpec(ImageExperiment run, ImageExperiment.@Nullable Evaluation evaluation) {
    /**
     * What came of it.
     *
     * @param likelihood null where only the speed was measured
     * @param millisecondsPerStep of training, the median over the run
     */
    record Result(@Nullable Likelihood likelihood, double millisecondsPerStep) {}

    /** In nats per image. */
    record Likelihood(Estimate nll, Estimate logPartition) {}

    static Cells<ImageSpec, Result> store(Path folder) {
        return new Cells<>(folder, ImageSpec.class, Result.class);
    }

    /** For example static-mnist-ed-grid-m32; the speed has a file of its own. */
    String name() {
        return run.name() + (evaluation == null ? "-speed" : "");
    }

    /** Floating-point operations per second in the evaluations and gradients of a loss, in 10¹²; a chain's are not counted. */
    double teraflops(Result result) {
        double images = run.batch() * (run.method().hasChains() ? 2.0 : 1.0 + run.negatives());
        return 3 * images * run.architecture().operations() / result.millisecondsPerStep() / 1e9;
    }
}
