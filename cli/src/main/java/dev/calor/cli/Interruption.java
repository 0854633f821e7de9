package dev.calor.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Handles Ctrl-C during long work: while this is open, the JVM does not exit before the work has saved what it has so
 * far.
 */
final class Interruption implements AutoCloseable {
    private final AtomicBoolean asked = new AtomicBoolean();
    private final CountDownLatch kept = new CountDownLatch(1);
    private final Thread hook = new Thread(this::stopAndWait, "calor-interruption");

    Interruption() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void stopAndWait() {
        asked.set(true);
        try {
            kept.await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the work is asked to end early. */
    boolean isAsked() {
        return asked.get();
    }

    /** Lets the JVM end. */
    @Override
    public void close() {
        kept.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // the hook runs, and has just been released
        }
    }
}
