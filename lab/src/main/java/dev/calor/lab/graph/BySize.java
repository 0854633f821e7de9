package dev.calor.lab.graph;

import dev.calor.energy.Energy;
import dev.calor.energy.GcnEnergy;
import dev.calor.energy.TrainableEnergy;
import dev.calor.objective.Objective;
import dev.calor.objective.PersistentDivergence;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;

/** An objective for each size of graphs, each with the same network on graphs of its size; a batch has graphs of one size. */
final class BySize implements Objective, AutoCloseable {
    private final Map<Integer, Objective> byPairs = new TreeMap<>();
    private final Map<Integer, TrainableEnergy> energies = new TreeMap<>();

    BySize(GcnEnergy network, Iterable<Integer> sizes, BiFunction<Energy, Integer, Objective> objective) {
        for (int nodes : sizes) {
            GcnEnergy energy = network.withNodes(nodes);
            energies.put(energy.space().dimension(), energy);
            byPairs.put(energy.space().dimension(), objective.apply(energy, nodes));
        }
    }

    @Override
    public Tensor loss(TrainableEnergy network, Batch data, RandomStream random) {
        int pairs = (int) data.states().size(1);
        Objective own = byPairs.get(pairs);
        TrainableEnergy energy = energies.get(pairs);
        if (own == null || energy == null) {
            throw new IllegalArgumentException(
                    "graphs of " + pairs + " pairs of nodes: allowed are " + byPairs.keySet() + ", the training sizes");
        }
        return own.loss(energy, data, random);
    }

    @Override
    public List<Tensor> state() {
        return byPairs.values().stream()
                .flatMap(objective -> objective.state().stream())
                .toList();
    }

    @Override
    public double lowerBound() {
        return byPairs.values().stream()
                .mapToDouble(Objective::lowerBound)
                .min()
                .orElse(Double.NEGATIVE_INFINITY);
    }

    @Override
    public boolean rowwise() {
        return byPairs.values().stream().allMatch(Objective::rowwise);
    }

    @Override
    public void close() {
        for (Objective objective : byPairs.values()) {
            if (objective instanceof PersistentDivergence chains) {
                chains.close();
            }
        }
    }
}
