package dev.calor.train;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.energy.TrainableEnergy;
import dev.calor.energy.mlp.MlpEnergy;
import dev.calor.energy.mlp.MlpEnergy.Architecture;
import dev.calor.estimate.Enumeration;
import dev.calor.heat.DiffusionTime;
import dev.calor.objective.EnergyDiscrepancy;
import dev.calor.objective.Objective;
import dev.calor.objective.PersistentDivergence;
import dev.calor.perturb.HeatProduct;
import dev.calor.random.AliasTable;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.sampler.GibbsWithGradients;
import dev.calor.space.ProductSpace;
import dev.calor.space.Uniform;
import dev.calor.tensor.Device;
import dev.calor.tensor.Engine;
import dev.calor.tensor.HostTensor;
import dev.calor.tensor.Pieces;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrainerTest {
    private static final Device DEVICE = Device.CPU;
    private static final ProductSpace SPACE = ProductSpace.of(new Uniform(3), new Uniform(4));

    /** Few and small steps, saved every 20, averaged. */
    private static final TrainingPlan PLAN = new TrainingPlan(70, 32, LearningRate.cosine(1e-2), 5, 1e-3, 0.9, 7, 20);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @BeforeAll
    static void oneThread() {
        Engine.setThreads(1); // tensors this small are not worth a second
    }

    private static void nobody(TrainingEvent event) {}

    private static TrainableEnergy network(long seed) {
        return new MlpEnergy(SPACE, new Architecture(2, 16, 2, false, true, false), DEVICE, RandomStream.of(seed));
    }

    /** Fresh draws from a distribution on the space. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Draws(double[] probabilities) implements DataSource {
        static Draws some() {
            return new Draws(RandomStream.of(5).doubles(12, 0.05, 1).toArray());
        }

        @Override
        public Batch batch(int rows, Device device, RandomStream random) {
            AliasTable table = AliasTable.of(probabilities);
            int[][] states = new int[rows][];
            for (int i = 0; i < rows; i++) {
                states[i] = SPACE.state(table.draw(random));
            }
            return Batch.ofStates(device, states);
        }

        @Override
        public String fingerprint() {
            return "some distribution";
        }
    }

    private static Objective discrepancy() {
        return new EnergyDiscrepancy(new HeatProduct(SPACE, DiffusionTime.fixed(1)), 8, 1);
    }

    private static List<byte[]> bytes(TrainableEnergy energy) {
        try (Scope scope = Scope.open()) {
            return energy.parameters().stream()
                    .map(p -> HostTensor.of(p).bytes())
                    .toList();
        }
    }

    private static void assertSameBytes(TrainableEnergy expected, TrainableEnergy actual) {
        List<byte[]> left = bytes(expected);
        List<byte[]> right = bytes(actual);
        for (int p = 0; p < left.size(); p++) {
            assertArrayEquals(left.get(p), right.get(p), "parameter " + p);
        }
    }

    @Test
    @DisplayName("A batch in pieces gives the same bytes whatever the threads")
    void pieces() throws IOException {
        TrainingPlan plan = PLAN.withPieces(3);
        try (TrainableEnergy one = network(1);
                TrainableEnergy two = network(1)) {
            new Trainer(plan, "test", 3, null).train(one, discrepancy(), Draws.some(), TrainerTest::nobody);
            Engine.setThreads(2);
            try {
                new Trainer(plan, "test", 3, null).train(two, discrepancy(), Draws.some(), TrainerTest::nobody);
                assertEquals(2, Engine.threads(), "the engine has its threads back");
            } finally {
                Engine.setThreads(1);
            }
            assertSameBytes(one, two);
        }
    }

    @Test
    @DisplayName("What fails in a piece fails the run")
    void pieceFails() {
        try (TrainableEnergy energy = network(1)) {
            Objective failing = (of, data, random) -> {
                throw new PowerCut();
            };
            Trainer trainer = new Trainer(PLAN.withPieces(2), "test", 3, null);
            assertThrows(PowerCut.class, () -> trainer.train(energy, failing, Draws.some(), TrainerTest::nobody));
        }
    }

    /** A stop in the middle of things, such as a power cut. */
    private static final class PowerCut extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    @ParameterizedTest
    @ValueSource(strings = {"energy discrepancy", "persistent divergence"})
    @DisplayName("A run stopped anywhere and resumed ends with the bytes and the loss curve of an uninterrupted one")
    void resumes(String method) throws IOException {
        Path file = folder.resolve("run.safetensors");
        try (TrainableEnergy whole = network(1);
                TrainableEnergy torn = network(1);
                TrainableEnergy rest = network(99)) { // its own weights must not matter: the checkpoint's do
            Trainer.Result expected = new Trainer(PLAN, "test", 3, null)
                    .train(whole, objective(method, whole), Draws.some(), TrainerTest::nobody);
            Trainer trainer = new Trainer(PLAN, "test", 3, file);
            assertThrows(
                    PowerCut.class,
                    () -> trainer.train(torn, objective(method, torn), Draws.some(), event -> {
                        if (event.step() > 45) {
                            throw new PowerCut();
                        }
                    }));
            List<TrainingEvent> events = new ArrayList<>();
            Trainer.Result actual = trainer.train(rest, objective(method, rest), Draws.some(), events::add);
            assertEquals(new TrainingEvent.Resumed(40, file), events.get(0));
            assertEquals(expected.losses(), actual.losses());
            assertSameBytes(whole, rest);
        }
    }

    private static Objective objective(String method, TrainableEnergy energy) {
        return method.startsWith("energy")
                ? discrepancy()
                : new PersistentDivergence(new GibbsWithGradients(), 2, 100, energy, RandomStream.of(7));
    }

    @Test
    @DisplayName("A finished run is not trained again")
    void finished() throws IOException {
        Path file = folder.resolve("run.safetensors");
        try (TrainableEnergy first = network(1);
                TrainableEnergy second = network(2)) {
            Trainer trainer = new Trainer(PLAN, "test", 3, file);
            Trainer.Result once = trainer.train(first, discrepancy(), Draws.some(), TrainerTest::nobody);
            Trainer.Result twice = trainer.train(second, discrepancy(), Draws.some(), TrainerTest::nobody);
            assertEquals(once.losses(), twice.losses());
            assertSameBytes(first, second);
        }
    }

    @Test
    @DisplayName("Energy discrepancy learns a distribution on twelve states: KL below 0.01")
    void learns() throws IOException {
        TrainingPlan plan = new TrainingPlan(1500, 256, LearningRate.cosine(2e-2), 5, 0, 0.99, 100, 0);
        try (TrainableEnergy energy = network(1)) {
            new Trainer(plan, "test", 1, null).train(energy, discrepancy(), Draws.some(), TrainerTest::nobody);
            double[] energies = Enumeration.energies(energy);
            double logZ = Enumeration.logPartition(energy).value();
            double[] probabilities = Draws.some().probabilities();
            double total = Arrays.stream(probabilities).sum();
            double divergence = 0;
            for (int x = 0; x < probabilities.length; x++) {
                divergence += probabilities[x] / total * (Math.log(probabilities[x] / total) + energies[x] + logZ);
            }
            assertTrue(divergence < 0.01, "KL " + divergence);
        }
    }

    @Test
    @DisplayName(
            "A loss that turns NaN ends the run; the last checkpoint stays, and a run resumes from it with the same result")
    void diverges() throws IOException {
        Path file = folder.resolve("run.safetensors");
        try (TrainableEnergy whole = network(1);
                TrainableEnergy broken = network(1);
                TrainableEnergy rest = network(99)) {
            new Trainer(PLAN, "test", 3, null).train(whole, discrepancy(), Draws.some(), TrainerTest::nobody);
            Objective breaks = (u, data, random) -> {
                Tensor loss = discrepancy().loss(u, data, random);
                return Files.exists(file) ? loss.times(Double.NaN) : loss;
            };
            Trainer trainer = new Trainer(PLAN, "test", 3, file);
            DivergedException diverged = assertThrows(
                    DivergedException.class, () -> trainer.train(broken, breaks, Draws.some(), TrainerTest::nobody));
            assertEquals(20, diverged.step());
            String message = String.valueOf(diverged.getMessage());
            assertTrue(message.contains("step 20: the loss is NaN"), message);
            assertTrue(message.contains("lower learning rate"), message);
            List<TrainingEvent> events = new ArrayList<>();
            trainer.train(rest, discrepancy(), Draws.some(), events::add);
            assertEquals(new TrainingEvent.Resumed(20, file), events.get(0));
            assertSameBytes(whole, rest);
        }
    }

    @Test
    @DisplayName("Weights that turn NaN under a finite loss are neither saved nor returned")
    void divergesInItsWeights() {
        Path file = folder.resolve("run.safetensors");
        try (TrainableEnergy energy = network(1)) {
            // √u at u = 0: the value is 0, the derivative infinite times 0.
            Objective breaks =
                    (u, data, random) -> u.energy(data).mean().times(0.0).sqrt();
            DivergedException diverged =
                    assertThrows(DivergedException.class, () -> new Trainer(PLAN.withSteps(1), "test", 3, file)
                            .train(energy, breaks, Draws.some(), TrainerTest::nobody));
            assertEquals(1, diverged.step());
            assertTrue(String.valueOf(diverged.getMessage()).contains("a weight is NaN"), diverged.getMessage());
            assertFalse(Files.exists(file));
        }
    }

    @Test
    @DisplayName("A loss on its lower bound is reported")
    void lowerBound() throws IOException {
        Objective trivial = new Objective() {
            @Override
            public Tensor loss(TrainableEnergy energy, Batch data, RandomStream random) {
                return energy.energy(data).mean().times(0.0).plus(-2);
            }

            @Override
            public double lowerBound() {
                return -2;
            }
        };
        try (TrainableEnergy energy = network(1)) {
            List<TrainingEvent> events = new ArrayList<>();
            new Trainer(PLAN, "test", 3, null).train(energy, trivial, Draws.some(), events::add);
            assertTrue(events.contains(new TrainingEvent.OnLowerBound(7, -2, -2)), events.toString());
        }
    }

    @Test
    @DisplayName("Checkpoints that are damaged, foreign or of another run are refused, and nothing is left beside them")
    void damaged() throws IOException {
        Path file = folder.resolve("run.safetensors");
        try (TrainableEnergy energy = network(1)) {
            new Trainer(PLAN, "test", 3, file).train(energy, discrepancy(), Draws.some(), TrainerTest::nobody);
            try (Stream<Path> files = Files.list(folder)) {
                assertEquals(List.of(file), files.toList());
            }
            assertNotRestored(new Trainer(PLAN, "test", 4, file), energy, "a checkpoint of another run", "seed 3");
            assertNotRestored(new Trainer(PLAN, "other", 3, file), energy, "a checkpoint of another run", "test");
            byte[] whole = Files.readAllBytes(file);
            for (int length : new int[] {0, 5, 100, whole.length - 1}) {
                Files.write(file, Arrays.copyOf(whole, length));
                assertNotRestored(new Trainer(PLAN, "test", 3, file), energy, "run.safetensors:");
            }
            Files.writeString(file, "This is a letter to my aunt, and not a checkpoint at all.");
            assertNotRestored(new Trainer(PLAN, "test", 3, file), energy, "not a checkpoint");
        }
    }

    private static void assertNotRestored(Trainer trainer, TrainableEnergy energy, String... parts) {
        String message = String.valueOf(assertThrows(
                        IOException.class,
                        () -> trainer.train(energy, discrepancy(), Draws.some(), TrainerTest::nobody))
                .getMessage());
        for (String part : parts) {
            assertTrue(message.contains(part), message);
        }
    }

    @Test
    @DisplayName("Adam's first steps, by hand")
    void adam() {
        TrainingPlan plan = new TrainingPlan(10, 1, LearningRate.constant(0.1), Double.POSITIVE_INFINITY, 0.5, 0, 1, 0);
        try (Scope scope = Scope.open()) {
            Tensor weight =
                    Tensor.real(Device.CPU_DOUBLE, new double[] {2}, 1).keep().track();
            try (Adam adam = new Adam(List.of(weight), plan)) {
                adam.update(List.of(Tensor.real(Device.CPU_DOUBLE, new double[] {3}, 1)), 0, 0.1, Pieces.inTurn());
                // Decay to 2·(1 − 0.05), then a step of the rate along the sign.
                double first = 2 * 0.95 - 0.1 * 3 / (3 + 1e-8);
                assertEquals(first, weight.number(), 1e-14);
                adam.update(List.of(Tensor.real(Device.CPU_DOUBLE, new double[] {-1}, 1)), 1, 0.1, Pieces.inTurn());
                double mean = (0.9 * 0.3 - 0.1) / (1 - 0.81);
                double square = (0.999 * 0.009 + 0.001) / (1 - 0.998001);
                assertEquals(first * 0.95 - 0.1 * mean / (Math.sqrt(square) + 1e-8), weight.number(), 1e-9);
            }
            weight.release();
        }
    }

    @Test
    @DisplayName("Rates warm up, stay, or fall along half a cosine")
    void rates() {
        assertEquals(0.3, LearningRate.constant(0.3).at(77, 0.77));
        assertEquals(0.1, new LearningRate(1, 10, false).at(0, 0));
        assertEquals(1, new LearningRate(1, 10, false).at(10, 0.1));
        assertEquals(1, LearningRate.cosine(1).at(0, 0));
        assertEquals(0.5, LearningRate.cosine(1).at(50, 0.5), 1e-15);
        assertRefused(() -> LearningRate.constant(0), "learning rate 0.0", "positive");
        assertRefused(() -> PLAN.withSteps(0), "steps is 0", "at least 1");
    }

    @Test
    @DisplayName("Resident memory stays flat over 8,000 steps")
    void noLeak() throws IOException, InterruptedException {
        Assumptions.assumeTrue(Files.exists(Steps.STATUS), "no /proc on this system: skipped");
        // A process of its own: its heap is resident from the start, and C1 compiles without large buffers.
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xms128m",
                        "-Xmx128m",
                        "-XX:+AlwaysPreTouch",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Dorg.bytedeco.openblas.load=" + System.getProperty("org.bytedeco.openblas.load", "openblas"),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Steps.class.getName())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        long grown = Long.parseLong(said.strip());
        assertTrue(grown < 1_000_000, "grew by " + grown + " bytes"); // one leaked scalar per step is 3.7 MB
    }

    /** Trains 2,000 steps to warm up, then 8,000, and prints by how many bytes the process grew in these. */
    static final class Steps {
        private static final Path STATUS = Path.of("/proc/self/statm");

        private Steps() {}

        public static void main(String[] none) throws IOException {
            TrainingPlan warm = new TrainingPlan(2000, 8, LearningRate.constant(1e-3), 5, 0, 0.9, 1000, 0);
            try (TrainableEnergy energy = network(1)) {
                new Trainer(warm, "test", 1, null).train(energy, discrepancy(), Draws.some(), TrainerTest::nobody);
                long before = resident();
                new Trainer(warm.withSteps(8_000), "test", 2, null)
                        .train(energy, discrepancy(), Draws.some(), TrainerTest::nobody);
                System.out.println(resident() - before);
            }
        }

        private static long resident() throws IOException {
            return 4096 * Long.parseLong(Files.readString(STATUS).split(" ", -1)[1]);
        }
    }
}
