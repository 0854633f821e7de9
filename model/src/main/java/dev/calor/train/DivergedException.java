package dev.calor.train;

import java.util.Locale;

/**
 * Training has diverged: the loss or a weight is NaN or infinite. The weights are of no use then; a checkpoint, if one was written, is
 * from before, with finite weights. The message says at which step, and what to do.
 */
public final class DivergedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final long step;

    /**
     * @param what is not finite, such as "the loss is NaN"
     * @param step updates made before
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

    /** Updates made before the one that could not be made. */
    public long step() {
        return step;
    }
}
