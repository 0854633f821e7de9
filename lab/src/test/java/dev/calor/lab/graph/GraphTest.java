package dev.calor.lab.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.calor.dataset.DataFolder;
import dev.calor.energy.GcnEnergy;
import dev.calor.estimate.Enumeration;
import dev.calor.graph.SimpleGraph;
import dev.calor.metric.GraphMmd;
import dev.calor.random.RandomStream;
import dev.calor.tensor.Device;
import dev.calor.tensor.Engine;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

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
            // Two thirds of training graphs have four nodes; chains of 200 moves are near their law: five deviations.
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
    @DisplayName("A run with chains that was stopped goes on from its checkpoint to the same samples")
    void resumes() throws IOException {
        GraphData data = starsAndTriangles();
        GraphExperiment run = run(GraphMethod.GWG_PCD, 8);
        Path file = folder.resolve("run.safetensors");
        String whole = null;
        for (Path checkpoint : new Path[] {file, file}) {
            try (GcnEnergy energy = run.network(data, Device.CPU)) {
                run.train(energy, data, checkpoint, event -> {});
                String samples = run.samples(energy, data, 20, RandomStream.of(3)).stream()
                        .map(graph -> Arrays.toString(graph.neighbours()))
                        .toList()
                        .toString();
                assertEquals(whole == null ? samples : whole, samples);
                whole = samples;
            }
        }
    }

    private record Outcome(int code, String out, String err) {}

    /** The command as users call it, errors turned into exit codes as the real command line does. */
    private static Outcome graph(String words) throws ReflectiveOperationException {
        Method real = Class.forName("dev.calor.cli.Main").getDeclaredMethod("commandLine");
        real.setAccessible(true);
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = ((CommandLine) real.invoke(null))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(Stream.concat(Stream.of("lab", "graph"), Arrays.stream(words.split(" ", -1)))
                        .toArray(String[]::new));
        return new Outcome(code, out.toString(), err.toString());
    }

    @Test
    @DisplayName("The command trains, draws, writes its cell, and the table shows it")
    void command() throws ReflectiveOperationException, IOException {
        assumeTrue(
                Files.exists(DataFolder.file("ego-small.txt.gz")),
                "the public graphs are not there: set CALOR_DATA to their folder");
        Path figure = folder.resolve("graphs.svg");
        Outcome run = graph("--method ed-bern --steps 4 --batch 10 --negatives 4 --models 2 --trials 2 --samples 10"
                + " --moves 3 --device cpu --json --write --figure " + figure + " --results " + folder);
        assertEquals(0, run.code, run.err);
        Path cell = folder.resolve("ed-bern.json");
        assertEquals(run.out, Files.readString(cell));
        assertTrue(Files.readString(figure).contains("<svg"));
        Outcome table = graph("--table --results " + folder);
        assertEquals(0, table.code, table.err);
        assertTrue(table.out.contains("| ED-Bern (ours) | "), table.out);
        assertTrue(
                table.out.contains("| all training graphs against the test graphs | 0.014 | 0.027 | 0.004 | 0.015 |"));
    }

    @Test
    @DisplayName("The table shows published figures, and means over models with the error of these means")
    void table() {
        GraphCell cell = GraphCell.of(
                run(GraphMethod.ED_GRID, 7),
                List.of(
                        List.of(new GraphMmd(0.01, 0.02, 0.03), new GraphMmd(0.03, 0.02, 0.03)),
                        List.of(new GraphMmd(0.04, 0.02, 0.03), new GraphMmd(0.04, 0.02, 0.03))),
                100,
                "a machine");
        List<String> lines = GraphTable.markdown(List.of(cell), null).lines().toList();
        for (String line : List.of(
                "| ED-Grid (published) | 0.036 | 0.050 | 0.019 | 0.035 |",
                "| ED-Grid (ours) | 0.030 ± 0.010 | 0.020 ± 0.000 | 0.030 ± 0.000 | **0.027 ± 0.003** |",
                "| ED-Grid | 7 | 32 | 8 | 0.02 | 200 | 2 × 2 | 100 | a machine |")) {
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
    void refused(String words, String part) throws ReflectiveOperationException {
        Outcome outcome = graph(words);
        assertEquals(2, outcome.code, outcome.err);
        assertTrue(outcome.err.contains(part), outcome.err);
    }
}
