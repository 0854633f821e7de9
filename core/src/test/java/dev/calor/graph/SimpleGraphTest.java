package dev.calor.graph;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SimpleGraphTest {
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
}
