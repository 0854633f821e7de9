package dev.calor.train;

/**
 * How long and how fast to train.
 *
 * @param steps total number of updates
 * @param batch rows of data per step
 * @param rate the learning rate
 * @param clip maximum norm of the gradient; infinite for no limit
 * @param weightDecay decoupled weight decay, as in AdamW; 0 for Adam
 * @param average largest decay of the moving average of the weights, see {@link #decay}; 0 for no average
 * @param report steps between progress events
 * @param save steps between checkpoints; 0 saves at the end only
 * @param seconds time limit of the training, after which it ends whatever the steps; the learning rate then follows the time.
 *     Infinite for no limit. A run with a limit is not reproducible
 * @param pieces number of micro-batches processed in parallel on the CPU; ignored on a GPU
 */
public record TrainingPlan(
        long steps,
        int batch,
        LearningRate rate,
        double clip,
        double weightDecay,
        double average,
        int report,
        int save,
        double seconds,
        int pieces) {
    private static final int AVERAGE_DELAY = 40;

    /**
     * Checks the ranges of all settings.
     *
     * @throws IllegalArgumentException if a setting is out of range
     */
    public TrainingPlan {
        Setting.check(steps >= 1, "steps", steps, "at least 1");
        Setting.check(batch >= 1, "batch", batch, "at least 1");
        Setting.check(clip > 0, "clip", clip, "above 0");
        Setting.check(weightDecay >= 0, "weight decay", weightDecay, "at least 0");
        Setting.check(average >= 0 && average < 1, "average", average, "from 0 to below 1");
        Setting.check(report >= 1, "report", report, "at least 1");
        Setting.check(save >= 0, "save", save, "from 0 up");
        Setting.check(seconds > 0, "seconds", seconds, "above 0");
        Setting.check(pieces >= 1 && pieces <= batch, "pieces", pieces, "from 1 to the batch");
    }

    /**
     * The decay of the moving average at a step, counted from 0: min(average, (1 + step)/({@value #AVERAGE_DELAY} + step)). The average
     * then spans at most a fortieth of the steps done. With a constant decay of .999 a training of 4,000 steps would average over a
     * quarter of itself, while the weights still change (docs/decisions/024).
     */
    double decay(long step) {
        return Math.min(average, (1.0 + step) / (AVERAGE_DELAY + step));
    }

    /**
     * A plan without micro-batches and without a time limit.
     *
     * @throws IllegalArgumentException if a setting is out of range
     */
    public TrainingPlan(
            long steps,
            int batch,
            LearningRate rate,
            double clip,
            double weightDecay,
            double average,
            int report,
            int save) {
        this(steps, batch, rate, clip, weightDecay, average, report, save, Double.POSITIVE_INFINITY, 1);
    }

    /** The paper's plan for density estimation: Adam at 1e-4, batch 128, 100,000 steps, gradient norm 5. */
    public static TrainingPlan paperDensity() {
        return new TrainingPlan(100_000, 128, LearningRate.constant(1e-4), 5, 0, 0, 1000, 10_000).withPieces(2);
    }

    /** The same plan with another number of steps. */
    public TrainingPlan withSteps(long other) {
        return new TrainingPlan(other, batch, rate, clip, weightDecay, average, report, save, seconds, pieces);
    }

    /** The same plan with another number of steps between progress events. */
    public TrainingPlan withReport(int other) {
        return new TrainingPlan(steps, batch, rate, clip, weightDecay, average, other, save, seconds, pieces);
    }

    /** The same plan with another number of steps between checkpoints. */
    public TrainingPlan withSave(int other) {
        return new TrainingPlan(steps, batch, rate, clip, weightDecay, average, report, other, seconds, pieces);
    }

    /** The same plan with another time limit. */
    public TrainingPlan withSeconds(double other) {
        return new TrainingPlan(steps, batch, rate, clip, weightDecay, average, report, save, other, pieces);
    }

    /** The same plan with another number of micro-batches. */
    public TrainingPlan withPieces(int other) {
        return new TrainingPlan(steps, batch, rate, clip, weightDecay, average, report, save, seconds, other);
    }
}
