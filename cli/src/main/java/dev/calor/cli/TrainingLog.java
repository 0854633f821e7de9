package dev.calor.cli;

import dev.calor.train.TrainingEvent;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.Consumer;

/** Tells how training goes: progress with loss and speed, and one warning where the loss has reached its lower bound. */
final class TrainingLog implements Consumer<TrainingEvent> {
    private final Progress progress;
    private final PrintWriter err;
    private final long began = System.nanoTime();
    private boolean warned;

    /** Warnings go to {@code err} even where the progress is silent. */
    TrainingLog(Progress progress, PrintWriter err) {
        this.progress = progress;
        this.err = err;
    }

    @Override
    public void accept(TrainingEvent event) {
        if (event instanceof TrainingEvent.Progress now) {
            double rate = now.step() / ((System.nanoTime() - began) / 1e9);
            progress.at(now.progress(), String.format(Locale.ROOT, "loss %.4f, %.0f steps/s", now.loss(), rate));
        } else if (event instanceof TrainingEvent.OnLowerBound low && !warned) {
            warned = true;
            err.printf(
                    Locale.ROOT,
                    "warning: at step %,d the loss is %.4f, its lower bound: the model tells every noisy row from a real"
                            + " one and learns nothing more from them. Use stronger noise: another --method, such as"
                            + " annealed, which has noise of all scales; then check the samples with 'calor report'.%n",
                    low.step(),
                    low.loss());
        }
    }
}
