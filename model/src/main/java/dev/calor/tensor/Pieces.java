package dev.calor.tensor;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/**
 * Independent pieces of work side by side, each on one thread of the processor.
 *
 * <p>Two threads that share every operation wait for each other after each, and leave all small operations to one of them. A thread a
 * piece does neither. While this is open every operation has one thread, those of the caller too: a team of threads that has been
 * woken spins on for a while, and would take the cores from the pieces. A piece yields the same bytes whatever the number of threads.
 */
public final class Pieces implements AutoCloseable {
    private final int threads;
    private final @Nullable ExecutorService workers;

    private Pieces(int threads, @Nullable ExecutorService workers) {
        this.threads = threads;
        this.workers = workers;
    }

    /** On as many threads as the engine has. */
    public static Pieces sideBySide() {
        int threads = Engine.threads();
        torch.set_num_threads(1); // in this thread, and for the matrix library
        return new Pieces(threads, Executors.newFixedThreadPool(threads, Pieces::worker));
    }

    /** One after the other, with all threads for every operation: for graphics cards, and for work that has no pieces. */
    public static Pieces inTurn() {
        return new Pieces(Engine.threads(), null);
    }

    private static Thread worker(Runnable tasks) {
        Thread thread = new Thread(
                () -> {
                    torch.set_num_threads(1);
                    tasks.run();
                },
                "calor-piece");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * The results of {@code work} for 0, …, count−1, in this order. Every piece runs in a {@link Scope} of its own: tensors it returns
     * must be {@linkplain Tensor#keep kept}, and released by the caller.
     */
    public <T> List<T> map(int count, IntFunction<T> work) {
        List<T> results = new ArrayList<>(count);
        if (workers == null) {
            for (int piece = 0; piece < count; piece++) {
                results.add(scoped(piece, work));
            }
            return results;
        }
        List<Future<T>> started = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int piece = i;
            started.add(workers.submit(() -> scoped(piece, work)));
        }
        try {
            for (Future<T> piece : started) {
                results.add(piece.get());
            }
            return results;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(failed.getCause());
        } finally {
            started.forEach(piece -> piece.cancel(false)); // those not begun, when one has failed
        }
    }

    private static <T> T scoped(int piece, IntFunction<T> work) {
        try (Scope scope = Scope.open()) {
            return work.apply(piece);
        }
    }

    @Override
    public void close() {
        if (workers != null) {
            workers.shutdown();
            torch.set_num_threads(threads);
        }
    }
}
