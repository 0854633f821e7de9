package dev.calor.dataset;

import dev.calor.graph.SimpleGraph;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Ego-small: 200 ego graphs of 4 to 17 nodes from Citeseer, from a file in {@link DataFolder}. */
public final class EgoGraphs {
    private static final String FILE = "ego-small.txt.gz";

    private EgoGraphs() {}

    /** Graphs to learn from and to compare with. */
    public record Split(List<SimpleGraph> train, List<SimpleGraph> test) {
        public Split {
            train = List.copyOf(train);
            test = List.copyOf(test);
        }
    }

    /** The first fifth is for testing, as GDSS has it. */
    public static Split read() throws IOException {
        List<SimpleGraph> all = read(DataFolder.file(FILE));
        int test = all.size() / 5;
        return new Split(all.subList(test, all.size()), all.subList(0, test));
    }

    /** A line a graph, {@code n;u-v,u-v,…}: the number of nodes, then the edges. */
    static List<SimpleGraph> read(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new IOException(file + " is not there: set CALOR_DATA to the folder of the data sets");
        }
        List<SimpleGraph> graphs = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.US_ASCII))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                graphs.add(graph(file + ":" + (graphs.size() + 1), line));
            }
        }
        return graphs;
    }

    private static SimpleGraph graph(String place, String line) throws IOException {
        try {
            String[] parts = line.split(";", 2);
            List<int[]> edges = new ArrayList<>();
            for (String edge : parts[1].isEmpty() ? new String[0] : parts[1].split(",", -1)) {
                String[] ends = edge.split("-", 2);
                edges.add(new int[] {Integer.parseInt(ends[0]), Integer.parseInt(ends[1])});
            }
            return SimpleGraph.of(Integer.parseInt(parts[0]), edges.toArray(int[][]::new));
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException wrong) {
            throw new IOException(
                    place + ": '" + line + "' is not a graph: allowed is 'nodes;u-v,u-v' with nodes counted from 0",
                    wrong);
        }
    }
}
