package dev.calor.dataset;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimpleGraphTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    @DisplayName("Degrees, triangles, bits there and back, isolated nodes")
    void counts() {
        SimpleGraph graph = SimpleGraph.of(5, new int[][] {{0, 1}, {3, 1}, {0, 3}, {3, 4}});
        assertEquals(4, graph.edges());
        assertEquals(3, graph.degree(3));
        assertEquals(0, graph.degree(2));
        assertEquals(1, graph.triangles(3));
        assertEquals(0, graph.triangles(4));
        // (0,1); (0,2) (1,2); (0,3) (1,3) (2,3); (0,4) (1,4) (2,4) (3,4)
        assertArrayEquals(new int[] {1, 0, 0, 1, 1, 0, 0, 0, 0, 1}, graph.bits());
        assertArrayEquals(
                graph.neighbours(), SimpleGraph.ofBits(5, graph.bits()).neighbours());
        SimpleGraph small = graph.withoutIsolated();
        assertEquals(4, small.nodes());
        assertArrayEquals(new int[] {1, 1, 1, 0, 0, 1}, small.bits());
    }

    @Test
    @DisplayName("Loops, edges to nowhere and too many nodes are refused")
    void refused() {
        assertRefused(() -> SimpleGraph.of(3, new int[][] {{1, 1}}), "edge 1–1");
        assertRefused(() -> new SimpleGraph(new long[] {2, 0}), "edge 0–1", "name each other");
        assertRefused(() -> new SimpleGraph(new long[65]), "65 nodes", "at most 64");
        assertRefused(() -> SimpleGraph.ofBits(3, 1, 0), "2 bits for the 3 pairs");
    }

    @ParameterizedTest
    @ValueSource(strings = {"3;0-1,1-3", "x;0-1", "3", "3;0-0", "3;0-1,"})
    @DisplayName("A line that is not a graph is refused with its place")
    void badLines(String line) throws IOException {
        Path file = folder.resolve("graphs.gz");
        try (OutputStream stream = new GZIPOutputStream(Files.newOutputStream(file))) {
            stream.write(("2;0-1\n" + line + "\n").getBytes(StandardCharsets.US_ASCII));
        }
        String message = String.valueOf(
                assertThrows(IOException.class, () -> EgoGraphs.read(file)).getMessage());
        assertTrue(message.contains("graphs.gz:2: '" + line + "'"), message);
    }

    @Test
    @DisplayName("Ego-small holds what its description says")
    void egoSmall() throws IOException {
        assumeTrue(
                Files.exists(DataFolder.file("ego-small.txt.gz")),
                "the public graphs are not there: set CALOR_DATA to their folder");
        EgoGraphs.Split split = EgoGraphs.read();
        assertEquals(160, split.train().size());
        assertEquals(40, split.test().size());
        List<SimpleGraph> all = List.of(split.train(), split.test()).stream()
                .flatMap(List::stream)
                .toList();
        assertEquals(6.41, all.stream().mapToInt(SimpleGraph::nodes).average().orElseThrow(), 0.005);
        assertEquals(8.70, all.stream().mapToInt(SimpleGraph::edges).average().orElseThrow(), 0.005);
        assertEquals(17, all.stream().mapToInt(SimpleGraph::nodes).max().orElseThrow());
    }
}
