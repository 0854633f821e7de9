package dev.calor.heat;

import dev.calor.random.RandomStream;
import dev.calor.space.Absorbing;
import dev.calor.space.Cyclic;
import dev.calor.space.FiniteSpace;
import dev.calor.space.GraphSpace;
import dev.calor.space.GraphSpace.Edge;
import dev.calor.space.Ordinal;
import dev.calor.space.Uniform;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** One space of each kind and size, for the tests that must hold for all. */
final class Spaces {
    private Spaces() {}

    static Stream<FiniteSpace> ofSize(int size) {
        return Stream.of(
                new Uniform(size),
                new Cyclic(size),
                new Ordinal(size),
                new Absorbing(size),
                GraphSpace.undirected(size, tree(size)),
                GraphSpace.directed(size, tree(size)));
    }

    /** A random tree with a few more edges, weights between 1/2 and 2: connected, irregular, full of different distances. */
    static List<Edge> tree(int size) {
        RandomStream random = RandomStream.of(size);
        List<Edge> edges = new ArrayList<>();
        for (int state = 1; state < size; state++) {
            edges.add(new Edge(state, random.nextInt(Math.max(0, state - 5), state), random.nextDouble(0.5, 2)));
            if (state > 6 && state % 7 == 0) {
                edges.add(new Edge(state, random.nextInt(0, state - 6), random.nextDouble(0.5, 2)));
            }
        }
        return edges;
    }

    /** The ring as a graph, weights one: the same space as {@link Cyclic} from three states on. */
    static GraphSpace ring(int size) {
        List<Edge> edges = new ArrayList<>(path(size));
        edges.add(new Edge(size - 1, 0));
        return GraphSpace.undirected(size, edges);
    }

    /** The edges of a path. */
    static List<Edge> path(int size) {
        List<Edge> edges = new ArrayList<>();
        for (int state = 1; state < size; state++) {
            edges.add(new Edge(state - 1, state));
        }
        return edges;
    }
}
