package dev.calor.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A graph without directions, weights or loops, of at most 64 nodes.
 *
 * @param neighbours a word a node: bit v of word u is 1 where u and v are neighbours
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier; never compared
public record SimpleGraph(long[] neighbours) {
    /** The most nodes: bits of a word. */
    public static final int LARGEST = Long.SIZE;

    public SimpleGraph {
        if (neighbours.length > LARGEST) {
            throw new IllegalArgumentException(
                    "a graph of " + neighbours.length + " nodes: allowed are at most " + LARGEST);
        }
        for (int u = 0; u < neighbours.length; u++) {
            for (int v = 0; v < LARGEST; v++) {
                boolean edge = (neighbours[u] >> v & 1) == 1;
                if (edge && (u == v || v >= neighbours.length || (neighbours[v] >> u & 1) == 0)) {
                    throw new IllegalArgumentException("edge " + u + "–" + v + " of a graph of " + neighbours.length
                            + " nodes: allowed are two nodes that name each other");
                }
            }
        }
    }

    /** The graph with these edges, each a pair of different nodes. */
    public static SimpleGraph of(int nodes, int[][] edges) {
        long[] neighbours = new long[nodes];
        for (int[] edge : edges) {
            neighbours[edge[0]] |= 1L << edge[1];
            neighbours[edge[1]] |= 1L << edge[0];
        }
        return new SimpleGraph(neighbours);
    }

    /**
     * The graph of a row of bits, one a pair of nodes: pairs (u, v), u below v, by v and then by u. So a graph's bits are the first of
     * those of any larger one it is part of.
     */
    public static SimpleGraph ofBits(int nodes, int... bits) {
        if (bits.length != pairs(nodes)) {
            throw new IllegalArgumentException(
                    bits.length + " bits for the " + pairs(nodes) + " pairs of " + nodes + " nodes");
        }
        long[] neighbours = new long[nodes];
        int pair = 0;
        for (int v = 1; v < nodes; v++) {
            for (int u = 0; u < v; u++) {
                neighbours[u] |= (long) bits[pair] << v;
                neighbours[v] |= (long) bits[pair++] << u;
            }
        }
        return new SimpleGraph(neighbours);
    }

    /** The bits of all pairs, in the order of {@link #ofBits}. */
    public int[] bits() {
        int[] bits = new int[pairs(nodes())];
        int pair = 0;
        for (int v = 1; v < nodes(); v++) {
            for (int u = 0; u < v; u++) {
                bits[pair++] = hasEdge(u, v) ? 1 : 0;
            }
        }
        return bits;
    }

    /** How many pairs so many nodes have. */
    public static int pairs(int nodes) {
        return nodes * (nodes - 1) / 2;
    }

    public int nodes() {
        return neighbours.length;
    }

    public boolean hasEdge(int u, int v) {
        return (neighbours[u] >> v & 1) == 1;
    }

    public int degree(int u) {
        return Long.bitCount(neighbours[u]);
    }

    /** Pairs of neighbours of u that are neighbours. */
    public int triangles(int u) {
        int twice = 0;
        for (int v = 0; v < nodes(); v++) {
            if (hasEdge(u, v)) {
                twice += Long.bitCount(neighbours[u] & neighbours[v]);
            }
        }
        return twice / 2;
    }

    public int edges() {
        return Arrays.stream(neighbours).mapToInt(Long::bitCount).sum() / 2;
    }

    /** Without nodes that have no neighbour. */
    public SimpleGraph withoutIsolated() {
        List<Integer> kept = new ArrayList<>();
        for (int u = 0; u < nodes(); u++) {
            if (neighbours[u] != 0) {
                kept.add(u);
            }
        }
        long[] renumbered = new long[kept.size()];
        for (int u = 0; u < renumbered.length; u++) {
            for (int v = 0; v < renumbered.length; v++) {
                if (hasEdge(kept.get(u), kept.get(v))) {
                    renumbered[u] |= 1L << v;
                }
            }
        }
        return new SimpleGraph(renumbered);
    }
}
