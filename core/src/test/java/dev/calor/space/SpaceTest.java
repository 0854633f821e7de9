package dev.calor.space;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.space.GraphSpace.Edge;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpaceTest {
    @Test
    @DisplayName("Rate matrices are the paper's, entry by entry")
    void ratesAsPrinted() {
        assertRates(new Uniform(4), new double[][] {
            {-.75, .25, .25, .25}, {.25, -.75, .25, .25}, {.25, .25, -.75, .25}, {.25, .25, .25, -.75}
        });
        assertRates(new Cyclic(5), new double[][] {
            {-2, 1, 0, 0, 1}, {1, -2, 1, 0, 0}, {0, 1, -2, 1, 0}, {0, 0, 1, -2, 1}, {1, 0, 0, 1, -2}
        });
        assertRates(new Ordinal(4), new double[][] {{-1, 1, 0, 0}, {1, -2, 1, 0}, {0, 1, -2, 1}, {0, 0, 1, -1}});
        assertRates(new Absorbing(3), new double[][] {{-1, 0, 1}, {0, -1, 1}, {0, 0, 0}});
    }

    @Test
    @DisplayName("One and two states: no edge, and on the ring a double one")
    void smallestSpaces() {
        for (FiniteSpace space : new FiniteSpace[] {new Uniform(1), new Cyclic(1), new Ordinal(1), new Absorbing(1)}) {
            assertRates(space, new double[][] {{0}});
        }
        assertRates(new Uniform(2), new double[][] {{-.5, .5}, {.5, -.5}});
        assertRates(new Cyclic(2), new double[][] {{-2, 2}, {2, -2}});
        assertRates(new Ordinal(2), new double[][] {{-1, 1}, {1, -1}});
        assertRates(new Absorbing(2), new double[][] {{-1, 1}, {0, 0}});
    }

    @Test
    @DisplayName("A graph's rates are A − D")
    void graphRates() {
        List<Edge> edges = List.of(new Edge(0, 1, 2), new Edge(2, 1, 0.5));
        assertRates(GraphSpace.undirected(3, edges), new double[][] {{-2, 2, 0}, {2, -2.5, .5}, {0, .5, -.5}});
        assertRates(GraphSpace.directed(3, edges), new double[][] {{-2, 2, 0}, {0, 0, 0}, {0, .5, -.5}});
    }

    private static void assertRates(FiniteSpace space, double[][] expected) {
        RateMatrix rates = RateMatrix.of(space);
        for (int a = 0; a < expected.length; a++) {
            assertArrayEquals(expected[a], rates.toArray()[a], space.toString());
        }
        assertEquals(rates.symmetric(), space.symmetric(), space.toString());
    }

    @Test
    @DisplayName("A graph may list an edge in both directions; directed arcs that pair up are symmetric")
    void bothDirections() {
        List<Edge> both = List.of(new Edge(0, 1, 2), new Edge(1, 0, 2));
        assertEquals(2, GraphSpace.undirected(2, both).rate(0, 1));
        assertTrue(GraphSpace.directed(2, both).symmetric());
        assertFalse(GraphSpace.directed(2, both.subList(0, 1)).symmetric());
    }

    @Test
    @DisplayName("Rates of a product are the Kronecker sum of its columns'")
    void kroneckerSum() {
        RateMatrix rates = RateMatrix.of(ProductSpace.of(new Ordinal(2), new Cyclic(3)));
        double[][] expected = {
            {-3, 1, 1, 1, 0, 0},
            {1, -3, 1, 0, 1, 0},
            {1, 1, -3, 0, 0, 1},
            {1, 0, 0, -3, 1, 1},
            {0, 1, 0, 1, -3, 1},
            {0, 0, 1, 1, 1, -3}
        };
        for (int a = 0; a < 6; a++) {
            assertArrayEquals(expected[a], rates.toArray()[a]);
        }
    }

    @Test
    @DisplayName("States of a product are numbered in lexicographic order, there and back")
    void productStates() {
        ProductSpace space = ProductSpace.of(new Uniform(2), new Cyclic(3), new Ordinal(4));
        assertEquals(24, space.count());
        assertArrayEquals(new int[] {1, 2, 3}, space.state(23));
        for (long index = 0; index < 24; index++) {
            assertEquals(index, space.index(space.state(index)));
        }
        assertEquals(1L << 62, ProductSpace.power(new Uniform(2), 62).count());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    @DisplayName("Sizes below one are refused")
    void sizes(int size) {
        String[] parts = {"size " + size, "1 to 2147483647", "give the number of levels"};
        assertRefused(() -> new Uniform(size), parts);
        assertRefused(() -> new Cyclic(size), parts);
        assertRefused(() -> new Ordinal(size), parts);
        assertRefused(() -> new Absorbing(size), parts);
        assertRefused(() -> GraphSpace.undirected(size, List.of()), parts);
    }

    @Test
    @DisplayName("Invalid graphs are refused")
    void graphs() {
        assertRefused(
                () -> GraphSpace.undirected(4, List.of(new Edge(0, 1), new Edge(2, 3))),
                "2 components",
                "no path joins states 0 and 2",
                "add edges");
        assertRefused(
                () -> GraphSpace.undirected(2, List.of(new Edge(0, 1, 1), new Edge(1, 0, 3))),
                "edge 0–1 has weights 1.0 and 3.0",
                "symmetric",
                "directed");
        assertRefused(
                () -> GraphSpace.directed(2, List.of(new Edge(0, 1, 1), new Edge(0, 1, 3))), "list each arc once");
        assertRefused(() -> GraphSpace.undirected(2, List.of(new Edge(0, 2))), "state 2 is not in", "0 to 1");
        assertRefused(() -> new Edge(1, 1), "edge 1–1 is a loop", "leave it out");
        for (double weight : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertRefused(() -> new Edge(0, 1, weight), "weight " + weight, "above 0");
        }
    }

    @Test
    @DisplayName("A space that cannot be enumerated is refused, with the reason")
    void products() {
        assertRefused(() -> ProductSpace.power(new Uniform(2), 64).count(), "64 columns", "2^63");
        assertRefused(() -> ProductSpace.of(new Uniform(2), new Numeric()).count(), "column 1 is numeric");
        ProductSpace pair = ProductSpace.of(new Uniform(2), new Uniform(3));
        assertRefused(() -> pair.state(6), "number 6", "0 to 5");
        assertRefused(() -> pair.index(1), "1 columns in a product of 2");
        assertRefused(() -> pair.index(1, 3), "state 3 is not in", "0 to 2");
        assertRefused(() -> RateMatrix.of(new Cyclic(5000)), "5000 states", "at most 4096", "use the heat kernel");
    }
}
