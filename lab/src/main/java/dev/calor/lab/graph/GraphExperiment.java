package dev.calor.lab.graph;

import dev.calor.energy.GcnEnergy;
import dev.calor.graph.SimpleGraph;
import dev.calor.metric.GraphMmd;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.sampler.GibbsWithGradients;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import dev.calor.train.LearningRate;
import dev.calor.train.Trainer;
import dev.calor.train.TrainingEvent;
import dev.calor.train.TrainingPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An energy of small graphs [P tab:gg-quantitative]: a graph convolutional network, trained on Ego-small; samples have the number of
 * nodes of a random training graph, start as independent edges, and take some steps of Gibbs with gradients. Isolated nodes are taken
 * out before samples are compared, as EDP-GNN and GDSS do.
 *
 * <p>Deviations. The paper does not say how long it trains, at a rate of 1e-4; ours falls along a cosine. It does not say how dense its
 * first graphs are: ours are as dense as training graphs of their size.
 *
 * @param moves of Gibbs with gradients a sample
 */
record GraphExperiment(
        GraphMethod method,
        long steps,
        int batch,
        int negatives,
        double epsilon,
        double rate,
        int layers,
        int width,
        int moves,
        long seed) {

    GcnEnergy network(GraphData data, Device device) {
        int largest =
                data.bySize().keySet().stream().max(Comparator.naturalOrder()).orElseThrow();
        return new GcnEnergy(
                largest, layers, width, device, RandomStream.of(seed).child("weights"));
    }

    Trainer.Result train(GcnEnergy energy, GraphData data, @Nullable Path checkpoint, Consumer<TrainingEvent> listener)
            throws IOException {
        TrainingPlan plan = new TrainingPlan(
                steps,
                batch,
                LearningRate.cosine(rate),
                5,
                0,
                Math.min(0.999, Math.max(0.5, 1 - 10.0 / steps)),
                (int) Math.max(1, Math.min(1000, steps / 20)),
                (int) Math.max(1, Math.min(500, steps / 4)));
        RandomStream random = RandomStream.of(seed).child("objective");
        String specification =
                "graph " + method + " M=" + negatives + " epsilon=" + epsilon + ", " + layers + " layers of " + width;
        try (BySize objective = new BySize(
                energy,
                data.bySize().keySet(),
                (own, nodes) -> method.objective(own, negatives, epsilon, random.child(nodes)))) {
            return new Trainer(plan, specification, seed, checkpoint).train(energy, objective, data, listener);
        }
    }

    /** Graphs of the model, isolated nodes taken out; those without an edge are left out. */
    List<SimpleGraph> samples(GcnEnergy energy, GraphData data, int count, RandomStream random) {
        Map<Integer, Integer> counts = new TreeMap<>();
        RandomStream sizes = random.child("sizes");
        for (int i = 0; i < count; i++) {
            counts.merge(data.size(sizes), 1, Integer::sum);
        }
        List<SimpleGraph> graphs = new ArrayList<>();
        counts.forEach((nodes, own) -> {
            try (Scope scope = Scope.open()) {
                GcnEnergy sized = energy.withNodes(nodes);
                Noise noise = Noise.of(random.child("start").child(nodes), energy.device());
                Tensor edges = noise.uniform(own, SimpleGraph.pairs(nodes)).lessThan(data.density(nodes));
                Batch end = new GibbsWithGradients()
                        .run(
                                Batch.ofStates(energy.device(), edges),
                                sized,
                                moves,
                                random.child("moves").child(nodes))
                        .next()
                        .rows();
                graphs.addAll(graphs(nodes, end.states().toLongs()));
            }
        });
        return graphs.stream()
                .map(SimpleGraph::withoutIsolated)
                .filter(graph -> graph.nodes() > 0)
                .toList();
    }

    private static List<SimpleGraph> graphs(int nodes, long[] bits) {
        int pairs = SimpleGraph.pairs(nodes);
        List<SimpleGraph> graphs = new ArrayList<>();
        for (int start = 0; start < bits.length; start += pairs) {
            graphs.add(SimpleGraph.ofBits(
                    nodes,
                    Arrays.stream(bits, start, start + pairs)
                            .mapToInt(Math::toIntExact)
                            .toArray()));
        }
        return graphs;
    }

    /** One trial: as many fresh samples as asked for, against test graphs. */
    GraphMmd trial(GcnEnergy energy, GraphData data, List<SimpleGraph> test, int count, int trial) {
        RandomStream random = RandomStream.of(seed).child("samples").child(trial);
        return GraphMmd.between(test, samples(energy, data, count, random));
    }

    GraphExperiment withSeed(long other) {
        return new GraphExperiment(method, steps, batch, negatives, epsilon, rate, layers, width, moves, other);
    }
}
