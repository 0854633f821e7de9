package dev.calor.cli;

import java.io.PrintWriter;
import java.time.Duration;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Shows the progress of long work on the error stream: a bar on a terminal, occasional lines elsewhere, or nothing. */
interface Progress extends AutoCloseable {
    /** Set by the launcher if the error stream is a terminal; the JDK can tell this only of the output stream. */
    String TERMINAL = "calor.terminal";

    /**
     * Reports the fraction of the work that is done.
     *
     * @param note a remark, such as the loss; may be empty
     */
    void at(double share, String note);

    @Override
    void close();

    /** The progress of work with this name. */
    static Progress of(String work, boolean quiet, PrintWriter err) {
        if (quiet) {
            return new Silence();
        }
        return Boolean.getBoolean(TERMINAL) ? new Bar(work) : new Lines(work, err, Duration.ofSeconds(10));
    }

    /** Shows nothing. */
    record Silence() implements Progress {
        @Override
        public void at(double share, String note) {}

        @Override
        public void close() {}
    }

    /** A bar with the elapsed and the remaining time. */
    final class Bar implements Progress {
        private static final int PARTS = 1000;

        private final ProgressBar bar;

        Bar(String work) {
            bar = new ProgressBarBuilder()
                    .setTaskName(work)
                    .setInitialMax(PARTS)
                    .setUnit(" %", PARTS / 100)
                    .setStyle(ProgressBarStyle.COLORFUL_UNICODE_BLOCK)
                    .build();
        }

        @Override
        public void at(double share, String note) {
            bar.stepTo(Math.round(PARTS * Math.min(1, share)));
            bar.setExtraMessage(note);
        }

        @Override
        public void close() {
            bar.close();
        }
    }

    /** Lines, at most one per interval of time. */
    final class Lines implements Progress {
        private final String work;
        private final PrintWriter err;
        private final Duration pause;
        private final long began = System.nanoTime();
        private long last = began;

        Lines(String work, PrintWriter err, Duration pause) {
            this.work = work;
            this.err = err;
            this.pause = pause;
        }

        @Override
        public synchronized void at(double share, String note) { // parts of the work end on different threads
            long now = System.nanoTime();
            if (now - last >= pause.toNanos()) {
                last = now;
                double left = share > 0 ? (now - began) / 1e9 * (1 - share) / share : Double.NaN;
                err.println(work + ": " + Math.round(100 * Math.min(1, share)) + " %"
                        + (note.isEmpty() ? "" : ", " + note)
                        + (left > 0 ? ", " + Seconds.text(left) + " left" : ""));
            }
        }

        @Override
        public void close() {}
    }
}
