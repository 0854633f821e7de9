package dev.calor;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** What a reader may do with bytes of unknown origin: take them, or refuse them in words. Everything else is a defect. */
public final class Hostile {
    private static final int MOST_WORDS = 10_000;

    /** What counts as a hang: of the processor's time, since on a busy machine an idle input takes long too. */
    private static final long MOST_NANOSECONDS = 5_000_000_000L;

    private Hostile() {}

    /** A reader. */
    public interface Reading {
        /** Reads. */
        void run() throws IOException;
    }

    /**
     * Reads, and lets pass the refusals that users see.
     *
     * @throws AssertionError if a refusal has no message, or a page of it, or if it took more than 5 s of the processor
     */
    public static void refusedInWords(Reading reading) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long began = threads.getCurrentThreadCpuTime();
        try {
            reading.run();
        } catch (IOException | IllegalArgumentException refused) {
            String message = refused.getMessage();
            if (message == null || message.isBlank() || message.length() > MOST_WORDS) {
                throw new AssertionError(
                        "refused in " + (message == null ? "no" : message.length() + "") + " words", refused);
            }
        }
        long took = threads.getCurrentThreadCpuTime() - began;
        if (took > MOST_NANOSECONDS) {
            throw new AssertionError("took " + took / 1_000_000 + " ms of the processor");
        }
    }
}
