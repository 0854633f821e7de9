package dev.calor.server;

import dev.calor.tensor.Engine;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Shares the processors between requests and training. As many requests compute as there are processors, a few wait,
 * and the rest are told to try again later. A long request queues again for each of its pieces, and never takes all
 * processors. While requests compute, training pauses after each of its steps, at most for as long as the step took, so
 * that neither starves.
 */
final class Workers {
    private static final long NANOS = 1_000_000_000;

    private final Limits limits;
    private final Semaphore processors;
    private final Semaphore longOnes;
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger computing = new AtomicInteger();
    private final ThreadLocal<Boolean> prepared = ThreadLocal.withInitial(() -> false);

    Workers(Limits limits, int processors) {
        this.limits = limits;
        this.processors = new Semaphore(Math.max(2, processors), true);
        this.longOnes = new Semaphore(Math.max(1, processors - 1), true);
    }

    /** Work that yields something. */
    interface Work<T> {
        T run() throws IOException;
    }

    /**
     * Admits a request and runs it.
     *
     * @throws Refusal if too many wait, or it has waited too long
     */
    <T> T request(Work<T> work) throws IOException {
        admit(processors);
        return compute(work);
    }

    /**
     * Admits a long request, which computes by {@link Pass#piece}.
     *
     * @throws Refusal if too many wait, or it has waited too long
     */
    Pass longRequest() {
        admit(longOnes);
        return new Pass();
    }

    /** A long request that was admitted; it lasts until it is closed. */
    final class Pass implements AutoCloseable {
        /** A piece of the work, for which it queues up again. */
        <T> T piece(Work<T> work) throws IOException {
            return patient(work);
        }

        @Override
        public void close() {
            longOnes.release();
        }
    }

    /** Runs work of a job, which waits without a time limit. */
    <T> T patient(Work<T> work) throws IOException {
        processors.acquireUninterruptibly();
        return compute(work);
    }

    private void admit(Semaphore semaphore) {
        if (waiting.incrementAndGet() > limits.waiting()) {
            waiting.decrementAndGet();
            throw Refusal.busy("--max-waiting", limits.waiting() + " requests wait for a processor already");
        }
        try {
            if (!semaphore.tryAcquire((long) (1000 * limits.waitSeconds()), TimeUnit.MILLISECONDS)) {
                throw Refusal.busy(
                        "--max-wait", "no processor was free within " + Math.round(limits.waitSeconds()) + " s");
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw Refusal.busy("--max-wait", "the server is shutting down");
        } finally {
            waiting.decrementAndGet();
        }
    }

    private <T> T compute(Work<T> work) throws IOException {
        computing.incrementAndGet();
        try {
            if (!prepared.get()) {
                Engine.setThreads(1); // of this thread: several requests at once fill the processors
                prepared.set(true);
            }
            return work.run();
        } finally {
            computing.decrementAndGet();
            processors.release();
            synchronized (this) {
                notifyAll();
            }
        }
    }

    /** How many requests compute now. */
    int computing() {
        return computing.get();
    }

    /** How many requests wait for a processor. */
    int waiting() {
        return waiting.get();
    }

    /** Called by training after a step: lets requests go first, for as long as the step took at most. */
    void letRequestsPass(long stepNanos) {
        long until = System.nanoTime() + Math.min(stepNanos, NANOS);
        synchronized (this) {
            while (computing.get() > 0) {
                long left = (until - System.nanoTime()) / 1_000_000;
                if (left <= 0) {
                    return;
                }
                try {
                    wait(left);
                } catch (InterruptedException ended) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
    }
}
