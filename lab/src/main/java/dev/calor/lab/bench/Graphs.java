package dev.calor.lab.bench;

import dev.calor.space.GraphSpace;
import dev.calor.space.GraphSpace.Edge;
import java.util.ArrayList;
import java.util.List;

/** Graphs to measure on. */
final class Graphs {
    private Graphs() {}

    /** The square lattice of √S rows, the last perhaps not full. */
    static GraphSpace lattice(int size) {
        int width = (int) Math.ceil(Math.sqrt(size));
        List<Edge> edges = new ArrayList<>();
        for (int state = 0; state < size; state++) {
            if (state % width > 0) {
                edges.add(new Edge(state - 1, state));
            }
            if (state >= width) {
                edges.add(new Edge(state - width, state));
            }
        }
        return GraphSpace.undirected(size, edges);
    }
}
