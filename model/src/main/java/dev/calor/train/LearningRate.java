package dev.calor.train;

/**
 * The learning rate of each step: after a linear warm-up, constant or falling along half a cosine to zero at the last step.
 *
 * @param peak the largest rate, positive
 * @param warmup the number of steps of linear growth before
 * @param cosine whether the rate falls along half a cosine
 */
public record LearningRate(double peak, int warmup, boolean cosine) {
    /**
     * Checks the parameters.
     *
     * @throws IllegalArgumentException if {@code peak} is not positive and finite, or {@code warmup} is negative
     */
    public LearningRate {
        if (!(peak > 0 && peak < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("learning rate " + peak + ": allowed are positive finite numbers");
        }
        if (warmup < 0) {
            throw new IllegalArgumentException("warm-up of " + warmup + " steps: allowed are 0 or more");
        }
    }

    /**
     * The same rate for all steps.
     *
     * @throws IllegalArgumentException if {@code rate} is not positive and finite
     */
    public static LearningRate constant(double rate) {
        return new LearningRate(rate, 0, false);
    }

    /**
     * Half a cosine from {@code peak} to zero, without warm-up.
     *
     * @throws IllegalArgumentException if {@code peak} is not positive and finite
     */
    public static LearningRate cosine(double peak) {
        return new LearningRate(peak, 0, true);
    }

    /** The rate of step {@code step}, counted from 0, when the fraction {@code progress} of the training is done. */
    double at(long step, double progress) {
        double warm = step < warmup ? (step + 1.0) / warmup : 1;
        double fall = cosine ? 0.5 * (1 + Math.cos(Math.PI * progress)) : 1;
        return peak * warm * fall;
    }
}
