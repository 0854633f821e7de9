package dev.calor.metric;

import dev.calor.graph.SimpleGraph;

/**
 * How often a node touches each of the 15 orbits of the connected graphs of two to four nodes, numbered as by Pržulj (2007) and ORCA:
 * 0 an edge; 1, 2 end and middle of a path of three, 3 a triangle; 4, 5 end and middle of a path of four, 6, 7 leaf and centre of a
 * star, 8 a square, 9, 10, 11 tail, base and joint of a triangle with a tail, 12, 13 the less and the more connected nodes of a square
 * with a diagonal, 14 four nodes all connected. Subgraphs are induced.
 */
public final class OrbitCounts {
    public static final int ORBITS = 15;

    private OrbitCounts() {}

    /** By node and orbit. All sets of up to four nodes are looked at: graphs of up to 64 nodes take milliseconds. */
    public static long[][] of(SimpleGraph graph) {
        int nodes = graph.nodes();
        long[][] counts = new long[nodes][ORBITS];
        for (int a = 0; a < nodes; a++) {
            counts[a][0] = graph.degree(a);
            for (int b = a + 1; b < nodes; b++) {
                for (int c = b + 1; c < nodes; c++) {
                    count(graph, counts, a, b, c);
                    for (int d = c + 1; d < nodes; d++) {
                        count(graph, counts, a, b, c, d);
                    }
                }
            }
        }
        return counts;
    }

    /** Counts the orbits of one set of nodes, where it is connected. Degrees within the set tell everything. */
    private static void count(SimpleGraph graph, long[][] counts, int... set) {
        int[] degrees = new int[set.length];
        int twice = 0;
        int most = 0;
        for (int i = 0; i < set.length; i++) {
            for (int other : set) {
                degrees[i] += graph.hasEdge(set[i], other) ? 1 : 0;
            }
            if (degrees[i] == 0) {
                return;
            }
            twice += degrees[i];
            most = Math.max(most, degrees[i]);
        }
        if (twice < 2 * (set.length - 1)) {
            return; // two edges apart
        }
        for (int i = 0; i < set.length; i++) {
            counts[set[i]][set.length == 3 ? ofThree(twice / 2, degrees[i]) : ofFour(twice / 2, most, degrees[i])]++;
        }
    }

    private static int ofThree(int edges, int degree) {
        return edges == 3 ? 3 : degree;
    }

    private static int ofFour(int edges, int most, int degree) {
        return switch (edges) {
            case 3 -> most == 3 ? (degree == 1 ? 6 : 7) : 3 + degree;
            case 4 -> most == 2 ? 8 : 8 + degree;
            case 5 -> 10 + degree;
            default -> 14;
        };
    }
}
