package dev.calor.tensor;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/**
 * Runs independent pieces of work (micro-batches) in parallel, each on one CPU thread.
 *
 * <p>Threads that share every operation wait for each other after each one, and leave small operations to one of them.
 * One thread per piece avoids both. While this is open every operation uses one thread, in the calling thread too:
 * OpenMP threads spin for a while after an operation, and would take CPU time from the pieces. The calling thread works
 * on pieces as well. A piece gives the same bytes whatever the number of threads.
 */
public final class Pieces implements AutoCloseable {
    private final int threads;
    private final @Nullable ExecutorService workers;

    private Pieces(int threads, @Nullable ExecutorService workers) {
        this.threads = threads;
        this.workers = workers;
    }

    /** Runs pieces in parallel, on as many threads as the engine has. */
    public static Pieces sideBySide() {
        int threads = Engine.threads();
        Engine.use(1);
        return new Pieces(threads, Executors.newCachedThreadPool(Pieces::worker));
    }

    /** Runs pieces one after the other, with all threads for every operation: for GPUs, and for work without pieces. */
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
     * The results of {@code work} for 0, …, count−1, in this order. Every piece runs in a {@link Scope} of its own: it must
     * {@linkplain Tensor#keep keep} the tensors it returns, and the caller must release them. An exception of a piece is thrown
     * after the pieces that have begun are done.
     */
    public <T> List<T> map(int count, IntFunction<T> work) {
        ConcurrentNavigableMap<Integer, T> results = new ConcurrentSkipListMap<>();
        AtomicInteger next = new AtomicInteger();
        Runnable takePieces = () -> {
            try {
                for (int piece = next.getAndIncrement(); piece < count; piece = next.getAndIncrement()) {
                    results.put(piece, scoped(piece, work));
                }
            } finally {
                next.set(count); // after a failure no further piece is begun
            }
        };
        CompletableFuture<Void> others = CompletableFuture.allOf(helpers(count, takePieces));
        try {
            takePieces.run();
        } finally {
            others.exceptionally(failure -> null).join(); // wait: they use tensors of the caller
        }
        try {
            others.join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw failed;
        }
        return List.copyOf(results.values());
    }

    private CompletableFuture<?>[] helpers(int count, Runnable work) {
        return workers == null
                ? new CompletableFuture<?>[0]
                : IntStream.range(1, Math.min(threads, count))
                        .mapToObj(helper -> CompletableFuture.runAsync(work, workers))
                        .toArray(CompletableFuture<?>[]::new);
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
            Engine.use(threads);
        }
    }
}
