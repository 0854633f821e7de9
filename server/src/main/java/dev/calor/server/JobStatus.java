package dev.calor.server;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far a job is.
 *
 * @param stopping whether it was asked to end early
 * @param progress from 0 to 1
 * @param step of training; 0 before the first
 * @param steps of training in all; 0 before they are known
 * @param loss the last; null before the first
 * @param secondsLeft the estimated remaining seconds; null if unknown
 * @param work what is being done, in words
 * @param message why it failed, or a remark on how it ended; null for none
 * @param resumed how often it went on after a restart of the server
 * @param losses at some of its steps, the oldest first
 * @param rows synthetic ones, drawn while it learns
 */
record JobStatus(
        State state,
        boolean stopping,
        double progress,
        long step,
        long steps,
        @Nullable Double loss,
        @Nullable Double secondsLeft,
        String work,
        @Nullable String message,
        int resumed,
        double seconds,
        List<Point> losses,
        List<JsonNode> rows) {
    private static final int MOST_POINTS = 300;

    /** A job waits, works, or has ended. */
    enum State {
        queued,
        running,
        done,
        failed;

        boolean hasEnded() {
            return this == done || this == failed;
        }
    }

    /** The loss at a step. */
    record Point(long step, double loss) {}

    static JobStatus queued() {
        return new JobStatus(State.queued, false, 0, 0, 0, null, null, "waiting", null, 0, 0, List.of(), List.of());
    }

    JobStatus with(State other, String nowDoing, @Nullable String said) {
        Double left = other == State.running ? secondsLeft : null;
        double share = other == State.done ? 1 : progress;
        return new JobStatus(
                other, stopping, share, step, steps, loss, left, nowDoing, said, resumed, seconds, losses, rows);
    }

    JobStatus withResumed() {
        return new JobStatus(
                State.queued,
                stopping,
                progress,
                step,
                steps,
                loss,
                null,
                "waiting to go on",
                null,
                resumed + 1,
                seconds,
                losses,
                rows);
    }

    JobStatus withStopping() {
        return new JobStatus(
                state,
                true,
                progress,
                step,
                steps,
                loss,
                secondsLeft,
                "stopping",
                message,
                resumed,
                seconds,
                losses,
                rows);
    }

    JobStatus withSteps(long all) {
        return new JobStatus(
                state, stopping, progress, step, all, loss, secondsLeft, work, message, resumed, seconds, losses, rows);
    }

    JobStatus withProgress(double share, String nowDoing) {
        return new JobStatus(
                state,
                stopping,
                share,
                step,
                steps,
                loss,
                secondsLeft,
                nowDoing,
                message,
                resumed,
                seconds,
                losses,
                rows);
    }

    /** After more steps of training. */
    JobStatus withStep(long done, double lossNow, @Nullable Double left, double spent) {
        List<Point> points = new ArrayList<>(losses);
        points.removeIf(point -> point.step >= done); // a resumed run repeats a few steps
        points.add(new Point(done, lossNow));
        if (points.size() > MOST_POINTS) {
            for (int i = points.size() - 2; i > 0; i -= 2) {
                points.remove(i);
            }
        }
        return new JobStatus(
                state,
                stopping,
                done / (double) steps,
                done,
                steps,
                lossNow,
                left,
                stopping ? "stopping" : "learning",
                message,
                resumed,
                spent,
                List.copyOf(points),
                rows);
    }

    JobStatus withRows(List<JsonNode> drawn) {
        return new JobStatus(
                state,
                stopping,
                progress,
                step,
                steps,
                loss,
                secondsLeft,
                work,
                message,
                resumed,
                seconds,
                losses,
                List.copyOf(drawn));
    }
}
