package dev.calor.train;

import java.nio.file.Path;

/** What training has to tell; whoever listens decides how it looks. */
public sealed interface TrainingEvent {
    /** Steps done. */
    long step();

    /** The mean loss since the last report, the learning rate, and the share of the training that is done. */
    record Progress(long step, double loss, double rate, double progress) implements TrainingEvent {}

    /** Training goes on from a checkpoint. */
    record Resumed(long step, Path checkpoint) implements TrainingEvent {}

    /** A checkpoint was written. */
    record Saved(long step, Path checkpoint) implements TrainingEvent {}

    /** The loss sits on its lower bound: negatives are told apart trivially and the energy says little. Stronger noise helps. */
    record OnLowerBound(long step, double loss, double bound) implements TrainingEvent {}

    /** All steps are done. */
    record Finished(long step, double loss) implements TrainingEvent {}
}
