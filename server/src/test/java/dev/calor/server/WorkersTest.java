package dev.calor.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WorkersTest {
    private static final Limits LIMITS = new Limits(1, 1, 1, 1, 1, 1, 1, 2, 1, 30, 1);

    private final Workers workers = new Workers(LIMITS, 2);
    private final ExecutorService clients = Executors.newCachedThreadPool();
    private final CountDownLatch go = new CountDownLatch(1);

    @AfterEach
    void stop() {
        go.countDown();
        clients.shutdown();
    }

    private Future<Integer> blocked() {
        return clients.submit(() -> workers.request(() -> {
            try {
                go.await();
            } catch (InterruptedException ended) {
                throw new IllegalStateException(ended);
            }
            return 1;
        }));
    }

    private static void until(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Running.pause();
        }
    }

    @Test
    @DisplayName("Two compute, two wait, the fifth is told to try again later")
    void overload() throws Exception {
        Future<Integer> first = blocked();
        Future<Integer> second = blocked();
        until(() -> workers.computing() == 2);
        Future<Integer> third = blocked();
        Future<Integer> fourth = blocked();
        until(() -> workers.waiting() == 2);
        Refusal refused = assertThrows(Refusal.class, () -> workers.request(() -> 1));
        assertEquals(503, refused.status());
        assertEquals("--max-waiting", refused.limit());
        go.countDown();
        assertEquals(4, first.get() + second.get() + third.get() + fourth.get());
        assertEquals(1, workers.request(() -> 1));
        assertEquals(0, workers.computing() + workers.waiting());
    }

    @Test
    @DisplayName("A long request leaves a processor to short ones")
    void longOnesLeaveRoom() throws Exception {
        Workers.Pass pass = workers.longRequest();
        Future<Integer> other = clients.submit(() -> {
            try (Workers.Pass second = workers.longRequest()) {
                return second.piece(() -> 2);
            }
        });
        until(() -> workers.waiting() == 1);
        assertEquals(
                1, pass.piece(() -> workers.request(() -> 1)), "a short one computes beside a piece of a long one");
        assertFalse(other.isDone());
        pass.close();
        assertEquals(2, other.get());
    }

    @Test
    @DisplayName("Training waits for requests as long as its step took, and not at all without them")
    void pacing() throws Exception {
        long began = System.nanoTime();
        workers.letRequestsPass(500_000_000);
        assertTrue(System.nanoTime() - began < 100_000_000);
        Future<Integer> request = blocked();
        until(() -> workers.computing() == 1);
        began = System.nanoTime();
        workers.letRequestsPass(200_000_000);
        long waited = System.nanoTime() - began;
        assertTrue(waited >= 190_000_000, "waited " + waited);
        go.countDown();
        assertEquals(1, request.get());
    }
}
