package dev.calor.energy;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.graph.SimpleGraph;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The network against plain loops, and what must not matter to it. */
class GcnEnergyTest {
    private static final Device DEVICE = Device.CPU_DOUBLE;

    private static GcnEnergy network(int nodes) {
        return new GcnEnergy(nodes, 3, 4, DEVICE, RandomStream.of(5));
    }

    private static int[][] graphs(GcnEnergy energy, int count) {
        long[] bits = energy.base()
                .draw(count, Noise.of(RandomStream.of(6), DEVICE))
                .states()
                .toLongs();
        int pairs = bits.length / count;
        return IntStream.range(0, count)
                .mapToObj(i -> Arrays.stream(bits, i * pairs, (i + 1) * pairs)
                        .mapToInt(Math::toIntExact)
                        .toArray())
                .toArray(int[][]::new);
    }

    @Test
    @DisplayName("The energy is that of layers written out, of bits in the order of SimpleGraph")
    void asWritten() {
        try (Scope scope = Scope.open();
                GcnEnergy energy = network(5)) {
            int[][] rows = graphs(energy, 6);
            double[] expected = Arrays.stream(rows)
                    .mapToDouble(bits -> plain(SimpleGraph.ofBits(5, bits), energy.parameters(), 3))
                    .toArray();
            assertArrayEquals(
                    expected, energy.energy(Batch.ofStates(DEVICE, rows)).toDoubles(), 1e-13);
        }
    }

    private static double plain(SimpleGraph graph, List<Tensor> parameters, int layers) {
        int n = graph.nodes();
        double[][] hidden = new double[n][];
        for (int u = 0; u < n; u++) {
            hidden[u] = new double[] {1, graph.degree(u)};
        }
        for (int layer = 0; layer < layers; layer++) {
            double[] weight = parameters.get(layer).toDoubles();
            double[] bias = parameters.get(layers + layer).toDoubles();
            double[][] next = new double[n][];
            for (int u = 0; u < n; u++) {
                next[u] = bias.clone();
                for (int v = 0; v < n; v++) {
                    if (u == v || graph.hasEdge(u, v)) {
                        double share = 1 / Math.sqrt((graph.degree(u) + 1.0) * (graph.degree(v) + 1.0));
                        for (int from = 0; from < hidden[v].length; from++) {
                            for (int to = 0; to < bias.length; to++) {
                                next[u][to] += share * hidden[v][from] * weight[from * bias.length + to];
                            }
                        }
                    }
                }
                next[u] = Arrays.stream(next[u]).map(x -> Math.max(x, 0)).toArray();
            }
            hidden = next;
        }
        double[] last = parameters.get(2 * layers).toDoubles();
        double energy = parameters.get(2 * layers + 1).number();
        for (double[] node : hidden) {
            for (int c = 0; c < last.length; c++) {
                energy += last[c] * node[c];
            }
        }
        return energy;
    }

    @Test
    @DisplayName(
            "Nodes in another order, and the same energy up to the order of summation, for every order of four nodes")
    void permutations() {
        try (Scope scope = Scope.open();
                GcnEnergy energy = network(4)) {
            int[][] rows = graphs(energy, 8);
            double[] first = energy.energy(Batch.ofStates(DEVICE, rows)).toDoubles();
            double spread = Arrays.stream(first).max().orElseThrow()
                    - Arrays.stream(first).min().orElseThrow();
            assertTrue(spread > 0.01, "too flat a test: " + spread);
            for (int[] order : orders(4)) {
                int[][] permuted = Arrays.stream(rows)
                        .map(bits -> {
                            SimpleGraph graph = SimpleGraph.ofBits(4, bits);
                            long[] neighbours = new long[4];
                            for (int u = 0; u < 4; u++) {
                                for (int v = 0; v < 4; v++) {
                                    neighbours[order[u]] |= graph.hasEdge(u, v) ? 1L << order[v] : 0;
                                }
                            }
                            return new SimpleGraph(neighbours).bits();
                        })
                        .toArray(int[][]::new);
                assertArrayEquals(
                        first, energy.energy(Batch.ofStates(DEVICE, permuted)).toDoubles(), 1e-13);
            }
        }
    }

    private static List<int[]> orders(int count) {
        return IntStream.range(0, (int) Math.pow(count, count))
                .mapToObj(code -> IntStream.range(0, count)
                        .map(i -> code / (int) Math.pow(count, i) % count)
                        .toArray())
                .filter(order -> Arrays.stream(order).distinct().count() == count)
                .toList();
    }

    @Test
    @DisplayName("One network for all sizes: two parts apart have the sum of their energies; sizes are kept")
    void sizes() {
        try (Scope scope = Scope.open();
                GcnEnergy four = network(4)) {
            GcnEnergy seven = four.withNodes(7);
            assertSame(seven, four.withNodes(7));
            assertSame(four, seven.withNodes(4));
            assertEquals(21, seven.space().dimension());
            assertEquals(four.parameters().size(), seven.parameters().size());
            GcnEnergy three = four.withNodes(3);
            double bias = four.parameters().get(four.parameters().size() - 1).number();
            int[] triangle = {1, 1, 1};
            int[] square = {1, 0, 1, 1, 0, 1};
            long[] both = new long[7];
            System.arraycopy(SimpleGraph.ofBits(4, square).neighbours(), 0, both, 0, 4);
            for (int u = 0; u < 3; u++) {
                both[4 + u] = SimpleGraph.ofBits(3, triangle).neighbours()[u] << 4;
            }
            assertEquals(of(three, triangle) + of(four, square) - bias, of(seven, new SimpleGraph(both).bits()), 1e-13);
            assertRefused(() -> four.withNodes(1), "graphs of 1 nodes", "at least 2");
        }
    }

    private static double of(GcnEnergy energy, int... bits) {
        return energy.energy(Batch.ofStates(DEVICE, new int[][] {bits})).number();
    }
}
