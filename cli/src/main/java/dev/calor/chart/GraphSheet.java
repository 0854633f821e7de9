package dev.calor.chart;

import dev.calor.graph.SimpleGraph;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Small graphs in rows, as SVG: nodes push each other apart, edges pull them together (Fruchterman and Reingold 1991). */
public final class GraphSheet {
    private static final double CELL = 90;
    private static final double MARGIN = 12;
    private static final double TOP = 34;
    private static final double RADIUS = 2.6;
    private static final int ROUNDS = 200;

    private GraphSheet() {}

    /** The figure as SVG text, with this many graphs per row. */
    public static String svg(String title, List<SimpleGraph> graphs, int columns) {
        int rows = (graphs.size() + columns - 1) / columns;
        Svg svg = new Svg(columns * CELL, TOP + rows * CELL, title);
        svg.text(MARGIN, 22, "start", "title", title);
        StringBuilder edges = new StringBuilder();
        StringBuilder nodes = new StringBuilder();
        for (int i = 0; i < graphs.size(); i++) {
            SimpleGraph graph = graphs.get(i);
            int row = i / columns;
            double[][] places = fitted(layout(graph), (i - row * columns) * CELL, TOP + row * CELL);
            for (int u = 0; u < graph.nodes(); u++) {
                for (int v = 0; v < u; v++) {
                    if (graph.hasEdge(u, v)) {
                        edges.append('M').append(at(places[u])).append('L').append(at(places[v]));
                    }
                }
                // Two half circles: a path has no circle.
                nodes.append('M')
                        .append(at(new double[] {places[u][0] - RADIUS, places[u][1]}))
                        .append(arc(2 * RADIUS))
                        .append(arc(-2 * RADIUS))
                        .append('z');
            }
        }
        svg.path("axis", edges);
        svg.path("mark", nodes);
        return svg.close();
    }

    private static String at(double[] place) {
        return Svg.number(place[0]) + " " + Svg.number(place[1]);
    }

    private static String arc(double across) {
        return "a" + RADIUS + " " + RADIUS + " 0 1 0 " + across + " 0";
    }

    /** Positions of the nodes, starting from a circle; always the same for the same graph. */
    static double[][] layout(SimpleGraph graph) {
        int n = graph.nodes();
        double[][] places = new double[n][];
        List<Integer> order = walk(graph);
        for (int i = 0; i < n; i++) {
            double angle = 2 * Math.PI * i / n;
            // Not quite round: on a circle forces may balance where they should not.
            places[order.get(i)] = new double[] {Math.cos(angle) * (1 + 0.1 * i / n), Math.sin(angle)};
        }
        double length = 1 / Math.sqrt(Math.max(1, n));
        for (int round = 0; round < ROUNDS; round++) {
            double[][] forces = new double[n][2];
            for (int u = 0; u < n; u++) {
                for (int v = 0; v < n; v++) {
                    if (u == v) {
                        continue;
                    }
                    double dx = places[u][0] - places[v][0];
                    double dy = places[u][1] - places[v][1];
                    double distance = Math.max(1e-6, Math.hypot(dx, dy));
                    double force = length * length / distance
                            - (graph.hasEdge(u, v) ? distance * distance / length : 0)
                            - 0.1 * distance; // keeps parts that are not connected in the picture
                    forces[u][0] += dx / distance * force;
                    forces[u][1] += dy / distance * force;
                }
            }
            double hottest = 0.1 * (1 - (double) round / ROUNDS);
            for (int u = 0; u < n; u++) {
                double size = Math.hypot(forces[u][0], forces[u][1]);
                double step = Math.min(size, hottest) / Math.max(1e-12, size);
                places[u][0] += step * forces[u][0];
                places[u][1] += step * forces[u][1];
            }
        }
        return places;
    }

    /** The nodes in an order in which neighbours follow each other where they can: fewer edges cross. */
    private static List<Integer> walk(SimpleGraph graph) {
        Set<Integer> seen = new LinkedHashSet<>();
        Deque<Integer> open = new ArrayDeque<>();
        for (int start = 0; start < graph.nodes(); start++) {
            open.push(start);
            while (!open.isEmpty()) {
                int u = open.pop();
                if (seen.add(u)) {
                    for (int v = graph.nodes() - 1; v >= 0; v--) {
                        if (graph.hasEdge(u, v)) {
                            open.push(v);
                        }
                    }
                }
            }
        }
        return List.copyOf(seen);
    }

    /** The same positions, scaled to the size of a cell, relative to its upper left corner. */
    private static double[][] fitted(double[][] places, double left, double top) {
        double[] least = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
        double[] most = {Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY};
        for (double[] place : places) {
            for (int axis = 0; axis < 2; axis++) {
                least[axis] = Math.min(least[axis], place[axis]);
                most[axis] = Math.max(most[axis], place[axis]);
            }
        }
        double inner = CELL - 2 * MARGIN;
        double scale = inner / Math.max(1e-9, Math.max(most[0] - least[0], most[1] - least[1]));
        double[][] fitted = new double[places.length][2];
        for (int u = 0; u < places.length; u++) {
            fitted[u][0] = left + CELL / 2 + scale * (places[u][0] - (least[0] + most[0]) / 2);
            fitted[u][1] = top + CELL / 2 + scale * (places[u][1] - (least[1] + most[1]) / 2);
        }
        return fitted;
    }
}
