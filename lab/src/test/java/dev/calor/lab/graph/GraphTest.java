package dev.calor.lab.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.PublicData;
import dev.calor.energy.GcnEnergy;
import dev.calor.estimate.Enumeration;
import dev.calor.graph.SimpleGraph;
import dev.calor.lab.Lab;
import dev.calor.lab.cell.Cell;
import dev.calor.metric.GraphMmd;
import dev.calor.random.RandomStream;
import dev.calor.tensor.Device;
import dev.calor.tensor.Engine;
import dev.calor.train.TrainingEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class GraphTest {
    private static final int THREADS = Engine.threads();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @BeforeAll
    static void oneThread() {
        Engine.setThreads(1); // small tensors: more threads only wait for each other
    }

    @AfterAll
    static void allThreads() {
        Engine.setThreads(THREADS);
    }

    /** Stars of four nodes and triangles, nodes in every order. */
    private static GraphData starsAndTriangles() {
        return GraphData.of(List.of(
                SimpleGraph.of(4, new int[][] {{0, 1}, {0, 2}, {0, 3}}),
                SimpleGraph.of(4, new int[][] {{1, 0}, {1, 2}, {1, 3}}),
                SimpleGraph.of(4, new int[][] {{2, 1}, {2, 0}, {2, 3}}),
                SimpleGraph.of(4, new int[][] {{3, 1}, {3, 2}, {3, 0}}),
                SimpleGraph.of(3, new int[][] {{0, 1}, {1, 2}, {2, 0}}),
                SimpleGraph.of(3, new int[][] {{0, 1}, {1, 2}, {2, 0}})));
    }

    private static GraphExperiment run(GraphMethod method, int steps) {
        return new GraphExperiment(method, steps, 32, 8, 0.2, 2e-2, 2, 8, 200, 1);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "GWG_PCD") // its chains take a minute
    @DisplayName(
            "Trained on stars and triangles, each is the likeliest of its size by far, by enumeration, and sampled")
    void learns(GraphMethod method) throws IOException {
        GraphData data = starsAndTriangles();
        GraphExperiment run = run(method, 250);
        try (GcnEnergy energy = run.network(data, Device.CPU)) {
            run.train(energy, data, null, event -> {});
            // 64 graphs of four nodes, 4 of them stars; 8 of three, one a triangle.
            double stars = share(energy.withNodes(4), bits -> isStar(SimpleGraph.ofBits(4, bits)));
            double triangles =
                    share(energy.withNodes(3), bits -> Arrays.stream(bits).sum() == 3);
            assertTrue(stars > 0.4, method + ": stars have probability " + stars);
            assertTrue(triangles > 0.4, method + ": triangles have probability " + triangles);
            List<SimpleGraph> samples = run.samples(energy, data, 300, RandomStream.of(3));
            double seen = samples.stream().filter(GraphTest::isStar).count() / 300.0;
            // Two thirds of training graphs have four nodes; chains of 200 moves are near their distribution: five
            // deviations.
            assertEquals(stars * 2 / 3, seen, 5 * Math.sqrt(0.25 / 300));
        }
    }

    private static boolean isStar(SimpleGraph graph) {
        int[] degrees = new int[graph.nodes()];
        Arrays.setAll(degrees, graph::degree);
        Arrays.sort(degrees);
        return Arrays.equals(degrees, new int[] {1, 1, 1, 3});
    }

    private interface Condition {
        boolean holds(int... bits);
    }

    private static double share(GcnEnergy energy, Condition condition) {
        double[] energies = Enumeration.energies(energy);
        double logZ = Enumeration.logPartition(energy).value();
        double share = 0;
        for (int x = 0; x < energies.length; x++) {
            share += condition.holds(energy.space().state(x)) ? Math.exp(-energies[x] - logZ) : 0;
        }
        return share;
    }

    @Test
    @DisplayName("A run with chains that is stopped in its middle goes on from its checkpoint to the same samples")
    void resumes() throws IOException {
        GraphData data = starsAndTriangles();
        GraphExperiment run = run(GraphMethod.GWG_PCD, 8);
        Path file = folder.resolve("run.safetensors");
        List<TrainingEvent> events = new ArrayList<>();
        try (GcnEnergy whole = run.network(data, Device.CPU);
                GcnEnergy torn = run.network(data, Device.CPU);
                GcnEnergy rest = run.withSeed(99).network(data, Device.CPU)) { // the checkpoint's weights must count
            run.train(whole, data, null, event -> {});
            assertThrows(
                    Lab.PowerCut.class,
                    () -> run.train(torn, data, file, event -> {
                        if (event.step() == 5) {
                            throw new Lab.PowerCut();
                        }
                    }));
            run.train(rest, data, file, events::add);
            assertEquals(new TrainingEvent.Resumed(4, file), events.get(0));
            assertEquals(samples(run, whole, data), samples(run, rest, data));
            assertNotEquals(samples(run, whole, data), samples(run, torn, data));
        }
    }

    private static String samples(GraphExperiment run, GcnEnergy energy, GraphData data) {
        return run.samples(energy, data, 20, RandomStream.of(3)).stream()
                .map(graph -> Arrays.toString(graph.neighbours()))
                .toList()
                .toString();
    }

    private static Lab.Outcome graph(String words) {
        return Lab.run("graph " + words);
    }

    @Test
    @DisplayName("The command trains, draws, writes its cell, and the table shows it")
    void command() throws IOException {
        PublicData.require("ego-small.txt.gz");
        Path figure = folder.resolve("graphs.svg");
        String command = "--method ed-bern --steps 4 --batch 10 --negatives 4 --models 2 --trials 2 --samples 10"
                + " --moves 3 --device cpu --json --write --results " + folder;
        Lab.Outcome run = graph(command + " --figure " + figure);
        assertEquals(0, run.code(), run.err());
        Path cell = folder.resolve("ed-bern-seed=1.json");
        assertEquals(run.out(), Files.readString(cell));
        assertTrue(GraphSpec.store(folder).all().get(0).provenance().data().startsWith("sha256:"));
        assertTrue(Files.readString(figure).contains("<svg"));
        Lab.Outcome again = graph(command);
        assertEquals(cell + " is there; not run again\n", again.err());
        assertEquals(run.out(), again.out());
        Lab.Outcome other = graph(command.replace("--trials 2", "--trials 1"));
        assertEquals(2, other.code());
        assertTrue(other.err().contains("other settings: trials 2, asked for 1;"), other.err());
        Lab.Outcome table = graph("--table --results " + folder);
        assertEquals(0, table.code(), table.err());
        assertTrue(table.out().contains("| ED-Bern (ours) | "), table.out());
        assertTrue(table.out()
                .contains("| all training graphs against the test graphs | 0.014 | 0.027 | 0.004 | 0.015 |"));
    }

    @Test
    @DisplayName("The table shows published figures, and means over models with the error of these means")
    void table() {
        GraphResult result = GraphResult.of(List.of(
                List.of(new GraphMmd(0.01, 0.02, 0.03), new GraphMmd(0.03, 0.02, 0.03)),
                List.of(new GraphMmd(0.04, 0.02, 0.03), new GraphMmd(0.04, 0.02, 0.03))));
        Cell<GraphSpec, GraphResult> cell =
                new Cell<>(new GraphSpec(run(GraphMethod.ED_GRID, 7), 2, 2, 100), result, null, Lab.SOMEWHERE);
        List<String> lines = GraphTable.markdown(List.of(cell), null).lines().toList();
        for (String line : List.of(
                "| ED-Grid (published) | 0.036 | 0.050 | 0.019 | 0.035 |",
                "| ED-Grid (ours) | 0.030 ± 0.010 | 0.020 ± 0.000 | 0.030 ± 0.000 | **0.027 ± 0.003** |",
                "| ED-Grid | 7 | 32 | 8 | 0.02 | 200 | 2 × 2 | 100 | a machine, on a device |")) {
            assertTrue(lines.contains(line), line + " is not in " + lines);
        }
    }

    @Test
    @DisplayName("Batches have graphs of one size, sizes as often as in the data")
    void batches() {
        GraphData data = starsAndTriangles();
        int[] sizes = new int[2];
        for (int step = 0; step < 300; step++) {
            long pairs = data.batch(2, Device.CPU, RandomStream.of(1).child(step))
                    .states()
                    .size(1);
            assertTrue(pairs == 3 || pairs == 6);
            sizes[pairs == 6 ? 1 : 0]++;
        }
        assertEquals(200, sizes[1], 5 * Math.sqrt(300 * 2.0 / 9)); // five deviations
        assertEquals(1, data.density(3), 1e-15);
        assertEquals(0.5, data.density(4), 1e-15);
        assertArrayEquals(new int[] {1, 1, 1}, data.ofSize(3).get(0).bits());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "--method x; method 'x' is not one of ed-bern, ed-grid, gwg-pcd, rmwggis",
                "--models 1; allowed are 2 models or more",
            })
    @DisplayName("What is not allowed is refused with exit code 2 and what is")
    void refused(String words, String part) {
        Lab.Outcome outcome = graph(words);
        assertEquals(2, outcome.code(), outcome.err());
        assertTrue(outcome.err().contains(part), outcome.err());
    }
}
