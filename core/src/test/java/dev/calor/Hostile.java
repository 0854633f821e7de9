package dev.calor;

import java.io.IOException;

/** What a reader may do with bytes of unknown origin: take them, or refuse them in words. Everything else is a defect. */
public final class Hostile {
    private static final int MOST_WORDS = 10_000;

    private Hostile() {}

    /** A reader. */
    public interface Reading {
        /** Reads. */
        void run() throws IOException;
    }

    /**
     * Reads, and lets pass the refusals that users see.
     *
     * @throws AssertionError if a refusal has no message, or a page of it
     */
    public static void refusedInWords(Reading reading) {
        try {
            reading.run();
        } catch (IOException | IllegalArgumentException refused) {
            String message = refused.getMessage();
            if (message == null || message.isBlank() || message.length() > MOST_WORDS) {
                throw new AssertionError(
                        "refused in " + (message == null ? "no" : message.length() + "") + " words", refused);
            }
        }
    }
}
