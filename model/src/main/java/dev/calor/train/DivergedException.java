package dev.calor.train;

import java.util.Locale;

/**
 * Thrown when training diverges: the loss or a weight is NaN or infinite. The weights are then useless; a checkpoint, if one was
 * written, is from an earlier step and has finite weights. The message names the step and the remedy.
 */
public final class DivergedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final long step;

    /**
     * An exception with a message that names the remedy.
     *
     * @param what what is not finite, such as "the loss is NaN"
     * @param step the number of updates made before
     * @param rate the learning rate at that step
     */
    DivergedException(String what, long step, double rate) {
        super(String.format(
                Locale.ROOT,
                "training diverged at step %d: %s, at a learning rate of %.3g;"
                        + " train again with a lower learning rate or a longer warm-up,"
                        + " or look for extreme values in the data",
                step,
                what,
                rate));
        this.step = step;
    }

    /** The number of updates made before the one that failed. */
    public long step() {
        return step;
    }
}
