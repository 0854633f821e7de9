package dev.calor.lab.image;

import dev.calor.estimate.LogPartition;
import dev.calor.estimate.PartitionBounds;
import dev.calor.lab.cell.Cells;
import dev.calor.lab.cell.Estimate;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A run of the image tables.
 *
 * @param evaluation how the likelihood is estimated; null where only the speed is measured
 */
record ImageSpec(ImageExperiment run, ImageExperiment.@Nullable Evaluation evaluation) {
    /**
     * The result.
     *
     * @param likelihood null where only the speed was measured
     * @param millisecondsPerStep of training, the median over the run
     * @param steps the number of steps done, which a time limit may have made fewer than asked for; null where it was not kept
     * @param sampleSeconds the time in which reverse heat drew a hundred images; null where there were none
     */
    record Result(
            @Nullable Likelihood likelihood,
            double millisecondsPerStep,
            @Nullable Long steps,
            @Nullable Double sampleSeconds) {}

    /**
     * The negative log-likelihood of the test images, in nats per image.
     *
     * @param nll with log Z by chains or paths from the base distribution: too low on average
     * @param logPartition log Z of the same
     * @param above the same in reverse, from test images: too high on average, and a bound for the chains or paths themselves as a
     *     model of the images; null where it was not run
     */
    record Likelihood(
            Estimate nll, Estimate logPartition, @Nullable Above above) {
        /**
         * The bound from above.
         *
         * @param effectiveBelow the effective number of chains of the estimate from below
         * @param effectiveAbove that of the estimate from above
         */
        record Above(Estimate nll, Estimate logPartition, double effectiveBelow, double effectiveAbove) {}

        /** From the mean of U over the test images, and log Z. */
        static Likelihood of(Estimate energy, PartitionBounds bounds) {
            return new Likelihood(
                    sum(energy, bounds.below()),
                    estimate(bounds.below()),
                    new Above(
                            sum(energy, bounds.above()),
                            estimate(bounds.above()),
                            bounds.belowSize(),
                            bounds.aboveSize()));
        }

        private static Estimate estimate(LogPartition logZ) {
            return new Estimate(logZ.value(), logZ.standardError());
        }

        private static Estimate sum(Estimate energy, LogPartition logZ) {
            return new Estimate(
                    energy.value() + logZ.value(), Math.hypot(energy.standardError(), logZ.standardError()));
        }

        /**
         * One number only if both bounds are known and differ by at most a nat; otherwise what is known. The bound from above is that
         * of the sampler: where it is below the other by more than a nat, energy and sampler are different models.
         */
        String text() {
            if (above == null) {
                return "at least " + text(nll);
            }
            double gap = above.nll.value() - nll.value();
            if (gap < -PartitionBounds.WIDEST) {
                return "at least " + text(nll) + ", its sampler at most " + text(above.nll);
            }
            String range = text(nll) + " to " + text(above.nll);
            return gap > PartitionBounds.WIDEST
                    ? range
                    : String.format(Locale.ROOT, "%.2f (%s)", nll.value() + gap / 2, range);
        }

        private static String text(Estimate estimate) {
            return String.format(Locale.ROOT, "%.2f ± %.2f", estimate.value(), estimate.standardError());
        }
    }

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
