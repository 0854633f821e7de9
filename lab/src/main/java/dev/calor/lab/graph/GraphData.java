package dev.calor.lab.graph;

import dev.calor.graph.SimpleGraph;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.tensor.Device;
import dev.calor.train.DataSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Graphs in batches of one size each: the size is that of a random graph, the graphs are random ones of that size. Sizes are separate
 * spaces, so that nothing need be masked.
 */
record GraphData(List<SimpleGraph> graphs, Map<Integer, List<SimpleGraph>> bySize) implements DataSource {
    static GraphData of(List<SimpleGraph> graphs) {
        return new GraphData(
                graphs,
                graphs.stream().collect(Collectors.groupingBy(SimpleGraph::nodes, TreeMap::new, Collectors.toList())));
    }

    @Override
    public Batch batch(int rows, Device device, RandomStream random) {
        List<SimpleGraph> own = ofSize(size(random));
        int[][] bits = new int[rows][];
        for (int i = 0; i < rows; i++) {
            bits[i] = own.get(random.nextInt(own.size())).bits();
        }
        return Batch.ofStates(device, bits);
    }

    /** The number of nodes of a random graph. */
    int size(RandomStream random) {
        return graphs.get(random.nextInt(graphs.size())).nodes();
    }

    List<SimpleGraph> ofSize(int nodes) {
        return bySize.getOrDefault(nodes, List.of());
    }

    /** The share of pairs that are edges, over the graphs of a size. */
    double density(int nodes) {
        return ofSize(nodes).stream().mapToInt(SimpleGraph::edges).average().orElse(0) / SimpleGraph.pairs(nodes);
    }

    @Override
    public String fingerprint() {
        return graphs.size() + " graphs, "
                + Integer.toHexString(graphs.stream()
                        .map(graph -> Arrays.hashCode(graph.neighbours()))
                        .toList()
                        .hashCode());
    }
}
