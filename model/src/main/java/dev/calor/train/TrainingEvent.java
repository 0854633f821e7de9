package dev.calor.train;

import java.nio.file.Path;

/** What training reports to its listener. */
public sealed interface TrainingEvent {
    /** The number of steps done. */
    long step();

    /**
     * A report of progress.
     *
     * @param step the number of steps done
     * @param loss the mean loss since the last report
     * @param rate the learning rate
     * @param progress the fraction of the training that is done
     */
    record Progress(long step, double loss, double rate, double progress) implements TrainingEvent {}

    /** Training was resumed from a checkpoint. */
    record Resumed(long step, Path checkpoint) implements TrainingEvent {}

    /** A checkpoint was written. */
    record Saved(long step, Path checkpoint) implements TrainingEvent {}

    /**
     * The loss equals its lower bound: negatives are trivially told apart, and the energy learns little. Stronger noise
     * helps.
     */
    record OnLowerBound(long step, double loss, double bound) implements TrainingEvent {}

    /** All steps are done. */
    record Finished(long step, double loss) implements TrainingEvent {}
}
