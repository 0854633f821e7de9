package dev.calor.energy;

import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.rows.OneHot;
import dev.calor.space.ProductSpace;
import dev.calor.space.Uniform;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A graph convolutional network (Kipf and Welling 2017) on graphs of n nodes [P appendix-sec-graph-generation]: a row is the bits of all
 * pairs (u, v), u below v, by v and then by u. Layers are H ← relu(Â H W + b) with Â = D^−½ (A + I) D^−½, D the row sums of A + I, from
 * two features of every node, 1 and its degree; U is linear in the sum of the last layer over nodes. It does not depend on the order of
 * nodes.
 *
 * <p>Weights do not depend on n either: one network serves graphs of any size, each size a space of its own ({@link #withNodes}).
 */
public final class GcnEnergy implements TrainableEnergy {
    private static final int FEATURES = 2;

    private final int nodes;
    private final ProductSpace space;
    private final OneHot layout;
    private final Network network;
    private final Tensor entries; // [n·n]: the bit of each entry of A; on the diagonal, one past the last bit
    private final Tensor identity; // [n, n]

    /** What all sizes share. */
    private record Network(
            Device device,
            List<Tensor> weights,
            List<Tensor> biases,
            Tensor lastWeight,
            Tensor lastBias,
            Map<Integer, GcnEnergy> bySize) {}

    /** A network of so many layers with random weights, uniform with deviation 1/√(3·inputs) as usual. */
    public GcnEnergy(int nodes, int layers, int width, Device device, RandomStream random) {
        this(nodes, network(layers, width, device, random));
        network.bySize.put(nodes, this);
    }

    private static Network network(int layers, int width, Device device, RandomStream random) {
        if (layers < 1 || width < 1) {
            throw new IllegalArgumentException(
                    "a network of " + layers + " layers of " + width + ": both are at least 1");
        }
        try (Scope scope = Scope.open()) {
            Noise noise = Noise.of(random, device);
            List<Tensor> weights = new ArrayList<>();
            List<Tensor> biases = new ArrayList<>();
            for (int layer = 0; layer < layers; layer++) {
                int inputs = layer == 0 ? FEATURES : width;
                weights.add(uniform(noise, inputs, inputs, width));
                biases.add(uniform(noise, inputs, width));
            }
            return new Network(
                    device,
                    weights,
                    biases,
                    uniform(noise, width, 1, width),
                    uniform(noise, width, 1),
                    new TreeMap<>());
        }
    }

    private static Tensor uniform(Noise noise, int inputs, long... shape) {
        return LearnedEnergy.uniform(noise, inputs, shape).keep().track();
    }

    private GcnEnergy(int nodes, Network network) {
        if (nodes < 2) {
            throw new IllegalArgumentException("graphs of " + nodes + " nodes: at least 2");
        }
        this.nodes = nodes;
        this.network = network;
        int pairs = nodes * (nodes - 1) / 2;
        this.space = ProductSpace.power(new Uniform(2), pairs);
        this.layout = new OneHot(space);
        long[] entry = new long[nodes * nodes];
        double[] one = new double[nodes * nodes];
        for (int u = 0; u < nodes; u++) {
            for (int v = 0; v < nodes; v++) {
                int high = Math.max(u, v);
                entry[u * nodes + v] = u == v ? pairs : high * (high - 1) / 2 + Math.min(u, v);
                one[u * nodes + v] = u == v ? 1 : 0;
            }
        }
        this.entries = Tensor.whole(network.device, entry, entry.length).keep();
        this.identity = Tensor.real(network.device, one, nodes, nodes).keep();
    }

    /** The same network on graphs of another size. It lives as long as the first one, which closes it. */
    public GcnEnergy withNodes(int count) {
        return network.bySize.computeIfAbsent(count, size -> new GcnEnergy(size, network));
    }

    public int nodes() {
        return nodes;
    }

    @Override
    public ProductSpace space() {
        return space;
    }

    @Override
    public OneHot layout() {
        return layout;
    }

    @Override
    public Device device() {
        return network.device;
    }

    @Override
    public List<Tensor> parameters() {
        List<Tensor> parameters = new ArrayList<>(network.weights);
        parameters.addAll(network.biases);
        parameters.add(network.lastWeight);
        parameters.add(network.lastBias);
        return parameters;
    }

    @Override
    public Tensor energy(Batch batch) {
        return ofEdges(batch.states().toReal(network.device));
    }

    @Override
    public Tensor relaxed(Tensor oneHot, Tensor numbers, @Nullable Tensor levels) {
        return ofEdges(oneHot.reshape(oneHot.size(0), space.dimension(), 2).select(2, 1));
    }

    /** U of graphs by the weight of each pair's edge: [rows, pairs]. */
    private Tensor ofEdges(Tensor edges) {
        long rows = edges.size(0);
        Tensor withDiagonal = Tensor.cat(1, edges, Tensor.zeros(network.device, rows, 1));
        Tensor adjacency =
                withDiagonal.indexSelect(1, entries).reshape(rows, nodes, nodes).plus(identity);
        Tensor sums = adjacency.sum(2).unsqueeze(2); // [rows, n, 1]: degree + 1
        Tensor scale = sums.sqrt();
        Tensor normalised = adjacency.over(scale).over(scale.permute(0, 2, 1));
        Tensor hidden = Tensor.cat(2, Tensor.full(network.device, 1, rows, nodes, 1), sums.plus(-1.0));
        for (int layer = 0; layer < network.weights.size(); layer++) {
            Tensor mixed = normalised.matmul(hidden).matmul(network.weights.get(layer));
            hidden = mixed.plus(network.biases.get(layer)).relu();
        }
        return hidden.sum(1).linear(network.lastWeight, network.lastBias).select(1, 0);
    }

    @Override
    public void close() {
        TrainableEnergy.super.close();
        for (GcnEnergy size : network.bySize.values()) {
            size.entries.release();
            size.identity.release();
        }
    }
}
