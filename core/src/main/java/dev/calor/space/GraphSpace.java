package dev.calor.space;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Levels on a weighted graph that the user gives, for taxonomies, maps and molecules: R = A − D. Stored as a sparse
 * matrix, by rows: memory is proportional to the number of edges.
 *
 * <p>The graph must be connected. Otherwise energy discrepancy could not compare states of different components [P sec
 * 2: any two states must be q-equivalent].
 */
public final class GraphSpace implements FiniteSpace {
    private final int size;
    private final boolean symmetric;
    private final int[] start; // of each state's arcs; start[size] is their number
    private final int[] target;
    private final double[] weight;
    private final double[] degree;

    /** An edge, or in a directed graph an arc, along which heat flows at rate {@code weight}. */
    public record Edge(int from, int to, double weight) {
        /**
         * Checks the edge.
         *
         * @throws IllegalArgumentException if the edge leads from a state to itself, or its weight is not positive and
         *     finite
         */
        public Edge {
            if (from == to) {
                throw new IllegalArgumentException("edge " + from + "–" + to
                        + " is a loop: heat does not flow from a state to itself; leave it out");
            }
            if (!(weight > 0 && weight < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("edge " + from + "–" + to + " has weight " + weight
                        + ": allowed are finite weights above 0; leave out edges without weight");
            }
        }

        /** An edge of weight 1. */
        public Edge(int from, int to) {
            this(from, to, 1);
        }

        private Edge reversed() {
            return new Edge(to, from, weight);
        }
    }

    /**
     * The graph with these undirected edges on the states {0, …, size−1}. An edge may be listed in one direction or in
     * both; in both, the weights must agree.
     *
     * @throws IllegalArgumentException if {@code size} is below 1, an edge names a state that does not exist, an edge
     *     has two weights, or the graph is not connected
     */
    public static GraphSpace undirected(int size, List<Edge> edges) {
        List<Edge> arcs = new ArrayList<>(2 * edges.size());
        for (Edge edge : edges) {
            arcs.add(edge);
            arcs.add(edge.reversed());
        }
        return new GraphSpace(size, arcs, true);
    }

    /**
     * The graph with these directed arcs on the states {0, …, size−1}.
     *
     * @throws IllegalArgumentException if {@code size} is below 1, an arc names a state that does not exist, an arc is
     *     listed twice, or the graph is not connected
     */
    public static GraphSpace directed(int size, List<Edge> arcs) {
        return new GraphSpace(size, arcs, false);
    }

    private GraphSpace(int size, List<Edge> arcs, boolean undirected) {
        this.size = FiniteSpace.checkSize(size);
        for (Edge arc : arcs) {
            checkState(arc.from);
            checkState(arc.to);
        }
        List<Edge> rows = withoutRepeats(arcs, undirected);
        start = new int[size + 1];
        target = new int[rows.size()];
        weight = new double[rows.size()];
        degree = new double[size];
        for (int i = 0; i < rows.size(); i++) {
            Edge arc = rows.get(i);
            start[arc.from + 1]++;
            target[i] = arc.to;
            weight[i] = arc.weight;
            degree[arc.from] += arc.weight;
        }
        Arrays.parallelPrefix(start, Integer::sum);
        symmetric = undirected || rows.stream().allMatch(arc -> arc.weight == weight(arc.to, arc.from));
        requireConnected(rows);
    }

    private static List<Edge> withoutRepeats(List<Edge> arcs, boolean undirected) {
        List<Edge> sorted = new ArrayList<>(arcs);
        sorted.sort(Comparator.comparingInt(Edge::from).thenComparingInt(Edge::to));
        List<Edge> kept = new ArrayList<>(sorted.size());
        for (Edge arc : sorted) {
            Edge last = kept.isEmpty() ? null : kept.get(kept.size() - 1);
            if (last == null || last.from != arc.from || last.to != arc.to) {
                kept.add(arc);
            } else if (last.weight != arc.weight) {
                String pair = arc.from + "–" + arc.to;
                throw new IllegalArgumentException("edge " + pair + " has weights " + last.weight + " and " + arc.weight
                        + (undirected
                                ? ": an undirected graph is symmetric; give the edge one weight, or build a directed graph"
                                : ": list each arc once"));
            }
        }
        return kept;
    }

    private void requireConnected(List<Edge> arcs) {
        int[] root = new int[size];
        Arrays.setAll(root, state -> state);
        int components = size;
        for (Edge arc : arcs) {
            int a = find(root, arc.from);
            int b = find(root, arc.to);
            if (a != b) {
                root[Math.max(a, b)] = Math.min(a, b);
                components--;
            }
        }
        for (int state = 1; state < size; state++) {
            if (find(root, state) != 0) {
                throw new IllegalArgumentException("the graph of " + size + " states has " + components
                        + " components, for example no path joins states 0 and " + state
                        + ": a space is connected; add edges, or make each component a column of its own");
            }
        }
    }

    private static int find(int[] root, int state) {
        while (root[state] != state) {
            root[state] = root[root[state]];
            state = root[state];
        }
        return state;
    }

    private double weight(int from, int to) {
        int at = Arrays.binarySearch(target, start[from], start[from + 1], to);
        return at < 0 ? 0 : weight[at];
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean symmetric() {
        return symmetric;
    }

    @Override
    public double rate(int from, int to) {
        return checkState(from) == checkState(to) ? 0 - degree[from] : weight(from, to);
    }

    /** The largest rate at which heat leaves a state. */
    public double maximalDegree() {
        return Arrays.stream(degree).max().orElse(0);
    }

    /** Visits every arc, ordered by the state it starts from; an undirected edge is two arcs. */
    public void forEachArc(ArcConsumer consumer) {
        for (int from = 0; from < size; from++) {
            for (int i = start[from]; i < start[from + 1]; i++) {
                consumer.accept(from, target[i], weight[i]);
            }
        }
    }

    /** Receives the arcs of a graph. */
    @FunctionalInterface
    public interface ArcConsumer {
        /** Receives one arc. */
        void accept(int from, int to, double weight);
    }

    @Override
    public String toString() {
        return "GraphSpace[size=" + size + "]";
    }
}
