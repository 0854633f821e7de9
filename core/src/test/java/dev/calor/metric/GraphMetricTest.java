package dev.calor.metric;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.PublicData;
import dev.calor.dataset.EgoGraphs;
import dev.calor.graph.SimpleGraph;
import dev.calor.random.RandomStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Orbits by hand and by comparing with every small graph in every order; MMDs by hand. */
class GraphMetricTest {
    private static final SimpleGraph TRIANGLE = graph(3, 0, 1, 1, 2, 0, 2);
    private static final SimpleGraph PATH = graph(4, 0, 1, 1, 2, 2, 3);
    private static final SimpleGraph STAR = graph(4, 0, 1, 0, 2, 0, 3);
    private static final SimpleGraph SQUARE = graph(4, 0, 1, 1, 2, 2, 3, 3, 0);
    private static final SimpleGraph TAILED = graph(4, 0, 1, 1, 2, 2, 0, 2, 3);
    private static final SimpleGraph DIAMOND = graph(4, 0, 1, 1, 2, 2, 3, 3, 0, 0, 2);
    private static final SimpleGraph COMPLETE = graph(4, 0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3);

    private static SimpleGraph graph(int nodes, int... ends) {
        int[][] edges = IntStream.range(0, ends.length / 2)
                .mapToObj(i -> new int[] {ends[2 * i], ends[2 * i + 1]})
                .toArray(int[][]::new);
        return SimpleGraph.of(nodes, edges);
    }

    @Test
    @DisplayName(
            "Orbits of a triangle, a path, a star, a square, a tailed triangle, a diamond and four connected nodes")
    void byHand() {
        assertOrbits(TRIANGLE, 0, "0:2 3:1");
        assertOrbits(PATH, 0, "0:1 1:1 4:1");
        assertOrbits(PATH, 1, "0:2 1:1 2:1 5:1");
        assertOrbits(STAR, 0, "0:3 2:3 7:1");
        assertOrbits(STAR, 1, "0:1 1:2 6:1");
        assertOrbits(SQUARE, 2, "0:2 1:2 2:1 8:1");
        assertOrbits(TAILED, 3, "0:1 1:2 9:1");
        assertOrbits(TAILED, 0, "0:2 1:1 3:1 10:1");
        assertOrbits(TAILED, 2, "0:3 2:2 3:1 11:1");
        assertOrbits(DIAMOND, 1, "0:2 1:2 3:1 12:1");
        assertOrbits(DIAMOND, 0, "0:3 2:1 3:2 13:1");
        assertOrbits(COMPLETE, 1, "0:3 3:3 14:1");
    }

    private static void assertOrbits(SimpleGraph graph, int node, String expected) {
        long[] counts = new long[OrbitCounts.ORBITS];
        for (String each : expected.split(" ", -1)) {
            String[] pair = each.split(":", 2);
            counts[Integer.parseInt(pair[0])] = Long.parseLong(pair[1]);
        }
        assertArrayEquals(counts, OrbitCounts.of(graph)[node], expected);
    }

    /** Each orbit as a graph and one of its nodes. */
    private record Orbit(SimpleGraph graph, int node) {}

    private static final List<Orbit> ORBITS = List.of(
            new Orbit(graph(2, 0, 1), 0),
            new Orbit(graph(3, 0, 1, 1, 2), 0),
            new Orbit(graph(3, 0, 1, 1, 2), 1),
            new Orbit(TRIANGLE, 0),
            new Orbit(PATH, 0),
            new Orbit(PATH, 1),
            new Orbit(STAR, 1),
            new Orbit(STAR, 0),
            new Orbit(SQUARE, 0),
            new Orbit(TAILED, 3),
            new Orbit(TAILED, 0),
            new Orbit(TAILED, 2),
            new Orbit(DIAMOND, 1),
            new Orbit(DIAMOND, 0),
            new Orbit(COMPLETE, 0));

    @Test
    @DisplayName("Orbits of random graphs are those found by laying every small graph onto them in every way")
    void byBruteForce() {
        RandomStream random = RandomStream.of(3);
        for (double density : new double[] {0.2, 0.4, 0.7}) {
            SimpleGraph graph = SimpleGraph.ofBits(
                    7,
                    IntStream.range(0, 21)
                            .map(i -> random.nextDouble() < density ? 1 : 0)
                            .toArray());
            long[][] found = OrbitCounts.of(graph);
            for (int node = 0; node < 7; node++) {
                for (int orbit = 0; orbit < OrbitCounts.ORBITS; orbit++) {
                    Orbit small = ORBITS.get(orbit);
                    // Every placement with the orbit's node here, over the placements of the small graph onto itself.
                    int own = placements(small.graph, small.graph, small.node, small.node);
                    assertEquals(
                            placements(graph, small.graph, small.node, node) / own,
                            found[node][orbit],
                            "node " + node + ", orbit " + orbit);
                }
            }
        }
    }

    /** In how many ways a small graph lies on a large one, induced, with one of its nodes on a given node. */
    private static int placements(SimpleGraph large, SimpleGraph small, int from, int onto) {
        int[] place = new int[small.nodes()];
        Arrays.fill(place, -1);
        place[from] = onto;
        return extend(large, small, place, 0);
    }

    private static int extend(SimpleGraph large, SimpleGraph small, int[] place, int next) {
        if (next == place.length) {
            for (int u = 0; u < place.length; u++) {
                for (int v = 0; v < u; v++) {
                    if (place[u] == place[v] || large.hasEdge(place[u], place[v]) != small.hasEdge(u, v)) {
                        return 0;
                    }
                }
            }
            return 1;
        }
        if (place[next] >= 0) {
            return extend(large, small, place, next + 1);
        }
        int count = 0;
        for (int node = 0; node < large.nodes(); node++) {
            place[next] = node;
            count += extend(large, small, place, next + 1);
        }
        place[next] = -1;
        return count;
    }

    @Test
    @DisplayName("The three MMDs between a triangle and a path, by hand")
    void mmdByHand() {
        GraphMmd found = GraphMmd.between(List.of(TRIANGLE), List.of(PATH));
        // Degrees: all 2 against half 1, half 2: half a unit of mass moves by one.
        assertEquals(2 - 2 * Math.exp(-0.25 / 2), found.degree(), 1e-12);
        // Clustering: 1, in bin 99, against 0, in bin 0.
        assertEquals(2 - 2 * Math.exp(-0.99 * 0.99 / 0.02), found.clustering(), 1e-12);
        // Orbit means: 2 of 0 and 1 of 3, against 1.5 of 0, 1 of 1, ½ of 2, ½ of 4, ½ of 5.
        double distance = 0.25 + 1 + 1 + 0.25 + 0.25 + 0.25;
        assertEquals(2 - 2 * Math.exp(-distance / 1800), found.orbit(), 1e-12);
        assertEquals((found.degree() + found.clustering() + found.orbit()) / 3, found.average(), 1e-15);
    }

    @Test
    @DisplayName("Several graphs: means over all pairs, the diagonal included; a set is at no distance from itself")
    void mmdOfSets() {
        GraphMmd found = GraphMmd.between(List.of(TRIANGLE, PATH), List.of(PATH));
        double k = Math.exp(-0.25 / 2);
        assertEquals((2 + 2 * k) / 4 + 1 - 2 * (1 + k) / 2, found.degree(), 1e-12);
        GraphMmd zero = GraphMmd.between(List.of(STAR, DIAMOND), List.of(DIAMOND, STAR));
        assertEquals(0, zero.degree(), 1e-12);
        assertEquals(0, zero.clustering(), 1e-12);
        assertEquals(0, zero.orbit(), 1e-12);
        assertRefused(() -> GraphMmd.between(List.of(), List.of(PATH)), "0 and 1 graphs");
    }

    @Test
    @DisplayName("The training and the test graphs of Ego-small differ only by chance")
    void egoSmall() throws IOException {
        PublicData.require("ego-small.txt.gz");
        EgoGraphs.Split split = EgoGraphs.read();
        GraphMmd floor = GraphMmd.between(split.train(), split.test());
        assertTrue(floor.average() > 0 && floor.average() < 0.05, floor.toString());
    }
}
