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
 * Independent pieces of work side by side, each on one thread of the processor.
 *
 * <p>Two threads that share every operation wait for each other after each, and leave all small operations to one of them. A thread a
 * piece does neither. While this is open every operation has one thread, those of the caller too: a team of threads that has been
 * woken spins on for a while, and would take the cores from the pieces. The caller takes pieces too, and is awake when they are done.
 * A piece yields the same bytes whatever the number of threads.
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
        Engine.use(1);
        return new Pieces(threads, Executors.newCachedThreadPool(Pieces::worker));
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
        ConcurrentNavigableMap<Integer, T> results = new ConcurrentSkipListMap<>();
        AtomicInteger next = new AtomicInteger();
        Runnable takePieces = () -> {
            try {
                for (int piece = next.getAndIncrement(); piece < count; piece = next.getAndIncrement()) {
                    results.put(piece, scoped(piece, work));
                }
            } finally {
                next.set(count); // when one has failed, no other is begun
            }
        };
        CompletableFuture<Void> others = CompletableFuture.allOf(helpers(count, takePieces));
        try {
            takePieces.run();
        } finally {
            others.exceptionally(failure -> null).join(); // they work with tensors of the caller's
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
