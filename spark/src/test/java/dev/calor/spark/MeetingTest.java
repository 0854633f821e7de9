package dev.calor.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.calor.tensor.GlooPeers;
import dev.calor.train.TrainingEvent;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeetingTest {
    private static final int TASKS = 3;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    /** Tasks of this process with these secrets; each adds its rank, and the sums of all are returned. */
    private List<CompletableFuture<Double>> sums(String... secrets) {
        String[] texts = new String[TASKS];
        CyclicBarrier barrier = new CyclicBarrier(TASKS);
        List<CompletableFuture<Double>> sums = new ArrayList<>();
        for (int rank = 0; rank < TASKS; rank++) {
            int task = rank;
            CompletableFuture<Double> sum = new CompletableFuture<>();
            Thread thread = new Thread(() -> {
                GlooPeers.Member member =
                        new GlooPeers.Member(task, TASKS, "127.0.0.1", folder.resolve("addresses" + task));
                try (Meeting meeting = new Meeting(
                        member,
                        own -> {
                            texts[task] = own;
                            await(barrier);
                            return texts;
                        },
                        new Secret(secrets[task]),
                        Duration.ofSeconds(20))) {
                    double[] rankSum = {task};
                    meeting.peers().sum(rankSum);
                    sum.complete(rankSum[0]);
                } catch (RuntimeException failed) {
                    sum.completeExceptionally(failed);
                }
            });
            thread.setDaemon(true);
            thread.start();
            sums.add(sum);
        }
        return sums;
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Test
    @DisplayName("Tasks that know the secret add their numbers")
    void sameSecret() {
        assertEquals(
                List.of(3.0, 3.0, 3.0),
                sums("same", "same", "same").stream()
                        .map(CompletableFuture::join)
                        .toList());
    }

    @Test
    @DisplayName("A process that takes the place of a task without the secret is refused before training")
    void otherSecret() {
        List<CompletableFuture<Double>> sums = sums("same", "same", "other");
        for (int task = 0; task < 2; task++) {
            CompletableFuture<Double> sum = sums.get(task);
            CompletionException refused = assertThrows(CompletionException.class, sum::join);
            assertEquals(
                    "java.lang.IllegalStateException: task 2 of 3 does not know the secret of the run: another process"
                            + " has taken its place",
                    refused.getMessage());
        }
        assertThrows(CompletionException.class, sums.get(2)::join);
    }

    /** A task that is killed while it sends a checkpoint of 1,000 bytes. */
    private static void sendHalf(DriverLink.Address address) throws IOException {
        try (Socket task = new Socket(address.host(), address.port());
                DataInputStream in = new DataInputStream(task.getInputStream());
                DataOutputStream out = new DataOutputStream(task.getOutputStream())) {
            out.write(address.secret().answer(new String(in.readNBytes(64), StandardCharsets.US_ASCII)));
            out.writeByte(2); // save
            out.writeLong(8);
            out.writeInt(1000);
            out.write(new byte[500]);
            task.shutdownOutput();
            assertEquals(-1, in.read(), "the driver ends the connection, and confirms nothing");
        }
    }

    @Test
    @DisplayName("The driver answers who knows the secret, and closes other connections")
    void driver() throws IOException {
        List<TrainingEvent> heard = new CopyOnWriteArrayList<>();
        Secret secret = Secret.random();
        assertFalse(secret.toString().contains(secret.text()));
        org.apache.hadoop.fs.Path checkpoint =
                new org.apache.hadoop.fs.Path(folder.resolve("checkpoint").toUri());
        try (DriverLink link =
                new DriverLink("127.0.0.1", "127.0.0.1", secret, checkpoint, new Configuration(), heard::add)) {
            DriverLink.Address address = link.address();
            Path fetched = folder.resolve("fetched");
            Files.write(folder.resolve("saved"), new byte[] {1, 2, 3});
            try (DriverLink.Client client = new DriverLink.Client(address, 5000)) {
                client.tell(new TrainingEvent.Saved(7, fetched), folder.resolve("saved"));
                client.fetch(fetched);
            }
            assertArrayEquals(new byte[] {1, 2, 3}, Files.readAllBytes(fetched));
            sendHalf(address);
            try (DriverLink.Client client = new DriverLink.Client(address, 5000)) {
                client.fetch(fetched);
            }
            assertArrayEquals(new byte[] {1, 2, 3}, Files.readAllBytes(fetched), "a whole checkpoint is kept");
            assertEquals(7, heard.get(0).step());
            DriverLink.Address wrong = new DriverLink.Address(address.host(), address.port(), Secret.random(), "");
            try (DriverLink.Client client = new DriverLink.Client(wrong, 5000)) {
                assertThrows(IOException.class, () -> client.fetch(folder.resolve("stolen")));
            }
            try (Socket stray = new Socket(address.host(), address.port())) {
                stray.getOutputStream().write(new byte[64]);
                stray.setSoTimeout(5000);
                assertEquals(64, stray.getInputStream().readNBytes(100).length, "a question, and then the end");
            }
        }
    }
}
