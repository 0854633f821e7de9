package dev.calor.cli;

import dev.calor.space.GraphSpace;
import dev.calor.space.GraphSpace.Edge;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads a graph from text: one edge per line, {@code from to [weight]}, separated by blanks or commas; # starts a comment. */
final class EdgeList {
    private EdgeList() {}

    static GraphSpace read(Path file, boolean directed) throws IOException {
        List<Edge> edges = new ArrayList<>();
        int size = 0;
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).replaceFirst("#.*", "").strip();
            if (!line.isEmpty()) {
                Edge edge = parse(file + ":" + (i + 1), line);
                edges.add(edge);
                size = Math.max(size, 1 + Math.max(edge.from(), edge.to()));
            }
        }
        if (edges.isEmpty()) {
            throw new IllegalArgumentException(
                    file + ": no edges; write one per line, as 'from to' or 'from to weight'");
        }
        return directed ? GraphSpace.directed(size, edges) : GraphSpace.undirected(size, edges);
    }

    private static Edge parse(String where, String line) {
        String[] fields = line.split("[\\s,;]+", -1);
        try {
            if (fields.length == 2 || fields.length == 3) {
                int from = Integer.parseInt(fields[0]);
                int to = Integer.parseInt(fields[1]);
                return new Edge(from, to, fields.length == 3 ? Double.parseDouble(fields[2]) : 1);
            }
        } catch (NumberFormatException notANumber) {
            // reported below, with the whole line
        } catch (IllegalArgumentException notAnEdge) {
            throw new IllegalArgumentException(where + ": " + notAnEdge.getMessage(), notAnEdge);
        }
        throw new IllegalArgumentException(
                where + ": '" + line
                        + "' is not an edge: allowed are 'from to' and 'from to weight', states counted from 0; correct the line");
    }
}
