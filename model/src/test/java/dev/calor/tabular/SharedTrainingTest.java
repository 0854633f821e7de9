package dev.calor.tabular;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.random.RandomStream;
import dev.calor.table.Table;
import dev.calor.tensor.Peers;
import dev.calor.tensor.Tensor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedTrainingTest {
    private static final TabularSpec SPEC = MixedTables.SMALL.withSteps(20);
    private static final Table TABLE = MixedTables.random(500, true, 3);

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    private static EncoderFit fit(Table... parts) {
        EncoderFit all = new EncoderFit(parts[0].schema(), TooManyNumbers::new);
        for (Table part : parts) {
            EncoderFit one = new EncoderFit(part.schema(), TooManyNumbers::new);
            one.add(part);
            all.merge(one);
        }
        return all;
    }

    /** Tables of tests have few numbers. */
    private static final class TooManyNumbers implements QuantileSketch {
        private static final long serialVersionUID = 1;

        @Override
        public void add(double number, long count) {
            throw new AssertionError("a sketch of few numbers");
        }

        @Override
        public void merge(QuantileSketch other) {}

        @Override
        public double[] numbers() {
            return new double[0];
        }

        @Override
        public long[] counts() {
            return new long[0];
        }
    }

    @Test
    @DisplayName("Statistics merged from parts give the encoder of the whole table, for every method")
    void sameEncoder() throws IOException {
        for (TabularMethod method : TabularMethod.all()) {
            String whole = CodecJson.write(TableEncoder.fit(TABLE, method));
            assertEquals(whole, CodecJson.write(fit(TABLE).encoder(TABLE.schema(), method)), method.toString());
            EncoderFit parts = fit(TABLE.rows(0, 10), TABLE.rows(10, 300), TABLE.rows(300, 500));
            assertEquals(whole, CodecJson.write(parts.encoder(TABLE.schema(), method)), method.toString());
            assertEquals(500, parts.rows());
        }
    }

    @Test
    @DisplayName("One task learns the weights of fit, to the last bit")
    void oneTask() throws IOException {
        for (Table table : List.of(TABLE, CrossedModelTest.table(1_000))) {
            SharedTraining shared = new SharedTraining(fit(table), table.schema(), SPEC);
            try (TabularModel single = TabularModel.fit(table, SPEC);
                    TabularModel alone = train(shared, table, Peers.ALONE)) {
                assertEquals(single.fingerprint(), alone.fingerprint());
                assertEquals(single.crosses(), alone.crosses());
                assertEquals(single.score(table, 1), alone.score(table, 1));
            }
        }
    }

    private TabularModel train(SharedTraining shared, Table rows, Peers peers) throws IOException {
        try (SharedTraining.Rows own = shared.rows(folder.resolve("rows" + peers.rank()))) {
            for (int first = 0; first < rows.rows(); first += SharedTraining.CHUNK) {
                own.add(rows.rows(first, Math.min(rows.rows(), first + SharedTraining.CHUNK)));
            }
            return shared.train(own, peers, null, 100, event -> {});
        }
    }

    @Test
    @DisplayName("Two tasks learn the same weights as each other, and others than one")
    void twoTasks() throws IOException {
        for (Table table : List.of(TABLE, CrossedModelTest.table(1_000))) {
            assertTwoTasks(table);
        }
    }

    private void assertTwoTasks(Table table) throws IOException {
        SharedTraining shared = new SharedTraining(fit(table), table.schema(), SPEC);
        ThreadPeers.Sums sums = new ThreadPeers.Sums();
        List<CompletableFuture<String>> tasks = IntStream.range(0, 2)
                .mapToObj(rank -> CompletableFuture.supplyAsync(() -> {
                    int half = table.rows() / 2;
                    Table own = table.rows(half * rank, half * rank + half);
                    try (TabularModel model = train(shared, own, new ThreadPeers(rank, sums))) {
                        assertEquals(table.rows(), model.provenance().rows());
                        return model.fingerprint();
                    } catch (IOException failed) {
                        throw new UncheckedIOException(failed);
                    }
                }))
                .toList();
        String first = tasks.get(0).join();
        assertEquals(first, tasks.get(1).join());
        try (TabularModel single = TabularModel.fit(table, SPEC)) {
            assertNotEquals(single.fingerprint(), first);
        }
    }

    @Test
    @DisplayName("Too few rows and too small a batch are refused")
    void refusals() throws IOException {
        Table few = TABLE.rows(0, 5);
        assertThrows(IllegalArgumentException.class, () -> new SharedTraining(fit(few), TABLE.schema(), SPEC));
        SharedTraining one = new SharedTraining(fit(TABLE), TABLE.schema(), SPEC.with("batch", "2"));
        ThreadPeers.Sums alone = new ThreadPeers.Sums(1);
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> train(one, TABLE, new ThreadPeers(0, alone)));
        assertTrue(
                String.valueOf(refused.getMessage()).startsWith("a batch of 2 rows for 2 tasks"), refused.getMessage());
        SharedTraining empty = new SharedTraining(fit(TABLE), TABLE.schema(), SPEC);
        assertThrows(IllegalArgumentException.class, () -> train(empty, TABLE.rows(0, 0), Peers.ALONE));
    }

    @Test
    @DisplayName("Rows drawn by a stream are those of the seed that names it")
    void sampleByStream() throws IOException {
        try (TabularModel model = TabularModel.fit(TABLE, SPEC)) {
            assertEquals(
                    model.sample(20, 5).column("name"),
                    model.sample(20, RandomStream.of(5).child("sample")).column("name"));
        }
    }

    /** Two tasks in two threads, which add in shared memory, the numbers of task 0 first. */
    private record ThreadPeers(int rank, Sums sums) implements Peers {
        private static final class Sums {
            private final CyclicBarrier barrier;
            private final double[][] parts = new double[2][];

            Sums() {
                this(2);
            }

            Sums(int parties) {
                barrier = new CyclicBarrier(parties);
            }

            private void await() {
                try {
                    barrier.await();
                } catch (InterruptedException | BrokenBarrierException broken) {
                    throw new IllegalStateException(broken);
                }
            }
        }

        @Override
        public int size() {
            return 2;
        }

        @Override
        public void sum(double[] numbers) {
            sums.parts[rank] = numbers.clone();
            sums.await();
            for (int i = 0; i < numbers.length && sums.parts[1 - rank] != null; i++) {
                numbers[i] = sums.parts[0][i] + sums.parts[1][i];
            }
            sums.await();
        }

        @Override
        public double sum(double loss, List<Tensor> gradients) {
            double[] one = {loss};
            sum(one);
            for (Tensor gradient : gradients) {
                double[] numbers = gradient.toDoubles();
                sum(numbers);
                gradient.assign(Tensor.real(dev.calor.tensor.Device.CPU, numbers, gradient.shape()));
            }
            return one[0];
        }
    }
}
