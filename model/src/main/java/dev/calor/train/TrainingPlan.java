package dev.calor.train;

/**
 * How long and how fast to train.
 *
 * @param steps updates in all
 * @param batch rows of data a step
 * @param clip the gradient's norm is cut down to this; infinite for never
 * @param weightDecay as in AdamW, apart from the gradient; 0 for Adam
 * @param average decay of the moving average of the weights; 0 keeps none
 * @param report steps between progress events
 * @param save steps between checkpoints; 0 saves at the end only
 * @param seconds after which training ends, whatever the steps, the rate falling with time; infinite for never. Such a run is not
 *     the same twice
 * @param pieces a batch is worked on in, side by side on the threads of a processor; a graphics card takes it whole
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
    public TrainingPlan {
        Setting.check(steps >= 1, "steps", steps, "at least 1");
        Setting.check(batch >= 1, "batch", batch, "at least 1");
        Setting.check(clip > 0, "clip", clip, "above 0");
        Setting.check(weightDecay >= 0, "weight decay", weightDecay, "from 0 up");
        Setting.check(average >= 0 && average < 1, "average", average, "from 0 to below 1");
        Setting.check(report >= 1, "report", report, "at least 1");
        Setting.check(save >= 0, "save", save, "from 0 up");
        Setting.check(seconds > 0, "seconds", seconds, "above 0");
        Setting.check(pieces >= 1 && pieces <= batch, "pieces", pieces, "from 1 to the batch");
    }

    /** In one piece, without a limit on time. */
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

    public TrainingPlan withSteps(long other) {
        return new TrainingPlan(other, batch, rate, clip, weightDecay, average, report, save, seconds, pieces);
    }

    public TrainingPlan withRate(LearningRate other) {
        return new TrainingPlan(steps, batch, other, clip, weightDecay, average, report, save, seconds, pieces);
    }

    /** With so many steps between progress events. */
    public TrainingPlan withReport(int other) {
        return new TrainingPlan(steps, batch, rate, clip, weightDecay, average, other, save, seconds, pieces);
    }

    public TrainingPlan withSave(int other) {
        return new TrainingPlan(steps, batch, rate, clip, weightDecay, average, report, other, seconds, pieces);
    }

    public TrainingPlan withSeconds(double other) {
        return new TrainingPlan(steps, batch, rate, clip, weightDecay, average, report, save, other, pieces);
    }

    public TrainingPlan withPieces(int other) {
        return new TrainingPlan(steps, batch, rate, clip, weightDecay, average, report, save, seconds, other);
    }
}
