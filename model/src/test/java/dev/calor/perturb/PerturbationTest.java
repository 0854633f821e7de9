package dev.calor.perturb;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.calor.heat.DiffusionTime;
import dev.calor.heat.GaussianKernel;
import dev.calor.heat.HeatKernel;
import dev.calor.random.ChiSquare;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.rows.Marginals;
import dev.calor.space.Absorbing;
import dev.calor.space.Cyclic;
import dev.calor.space.FiniteSpace;
import dev.calor.space.GraphSpace;
import dev.calor.space.Numeric;
import dev.calor.space.Ordinal;
import dev.calor.space.ProductSpace;
import dev.calor.space.Uniform;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Negatives of one row, many times over, against the exact law q(x⁻|x) = Σ_y q(y|x) q(y|x⁻)/Σ_z q(y|z). Chi-square with a false
 * alarm of 1e-6 each. Draws of one y would be dependent, so every y has one negative.
 */
class PerturbationTest {
    private static final Device DEVICE = Device.CPU;
    private static final int DRAWS = 200_000;

    /** Counts of the negatives of a row, by number of state. */
    private static long[] counts(Perturbation perturbation, ProductSpace space, int... row) {
        long[] counts = new long[(int) space.count()];
        try (Scope scope = Scope.open()) {
            Batch x = Batch.ofStates(DEVICE, new int[][] {row}).repeatRows(DRAWS);
            Batch negatives = perturbation.negatives(x, 1, Noise.of(RandomStream.of(11), DEVICE));
            long[] states = negatives.states().toLongs();
            for (int i = 0; i < DRAWS; i++) {
                int[] state = new int[row.length];
                for (int k = 0; k < row.length; k++) {
                    state[k] = (int) states[i * row.length + k];
                }
                counts[(int) space.index(state)]++;
            }
        }
        return counts;
    }

    /** Σ_y forward[y] · posterior of y. */
    private static double[] twoSteps(HeatKernel kernel, int from) {
        double[] law = new double[kernel.space().size()];
        for (int y = 0; y < law.length; y++) {
            double[] posterior = kernel.posterior(y);
            for (int x = 0; x < law.length; x++) {
                law[x] += kernel.probability(from, y) * posterior[x];
            }
        }
        return law;
    }

    private static double[] product(ProductSpace space, List<double[]> laws) {
        return IntStream.range(0, (int) space.count())
                .mapToDouble(i -> {
                    int[] state = space.state(i);
                    double p = 1;
                    for (int k = 0; k < state.length; k++) {
                        p *= laws.get(k)[state[k]];
                    }
                    return p;
                })
                .toArray();
    }

    @Test
    @DisplayName("Heat product: every kind of column, its own kernel, there and back by the posterior")
    void heatProduct() {
        GraphSpace graph = GraphSpace.directed(3, List.of(new GraphSpace.Edge(0, 1, 2), new GraphSpace.Edge(1, 2)));
        ProductSpace space =
                ProductSpace.of(new Uniform(3), new Cyclic(4), new Absorbing(3), new Ordinal(3), new Cyclic(4), graph);
        DiffusionTime time = DiffusionTime.fixed(0.4);
        int[] row = {2, 0, 1, 2, 3, 1};
        List<double[]> laws = IntStream.range(0, row.length)
                .mapToObj(k -> twoSteps(HeatKernel.of(space.finite(k), time), row[k]))
                .toList();
        ChiSquare.assertFits("heat product", counts(new HeatProduct(space, time), space, row), product(space, laws));
    }

    @Test
    @DisplayName("Columns too large for a table draw on the host, from the same law")
    void largeColumn() {
        for (FiniteSpace column : new FiniteSpace[] {new Ordinal(1000), new Absorbing(1000)}) {
            ProductSpace space = ProductSpace.of(column);
            DiffusionTime time = DiffusionTime.fixed(2);
            ChiSquare.assertFits(
                    column.toString(),
                    counts(new HeatProduct(space, time), space, 1),
                    twoSteps(HeatKernel.of(column, time), 1));
        }
    }

    @Test
    @DisplayName("Bernoulli: every bit flips with probability 2ε(1−ε) in two steps")
    void bernoulli() {
        ProductSpace space = ProductSpace.power(new Uniform(2), 4);
        double flip = 2 * 0.1 * 0.9;
        int[] row = {0, 1, 1, 0};
        List<double[]> laws = IntStream.of(row)
                .mapToObj(bit -> bit == 0 ? new double[] {1 - flip, flip} : new double[] {flip, 1 - flip})
                .toList();
        ChiSquare.assertFits("Bernoulli", counts(new BernoulliFlip(0.1), space, row), product(space, laws));
        assertRefused(() -> new BernoulliFlip(0), "flip probability 0.0", "between 0 and 1");
    }

    @Test
    @DisplayName("Either: a row has one law or the other, by the share")
    void either() {
        ProductSpace space = ProductSpace.power(new Uniform(2), 2);
        double rare = 2 * 0.4 * 0.6; // there and back, a bit differs with probability 2ε(1 − ε)
        double usual = 2 * 0.1 * 0.9;
        double[] law = new double[4];
        for (int i = 0; i < 4; i++) {
            int flips = Integer.bitCount(i);
            law[i] = 0.3 * Math.pow(rare, flips) * Math.pow(1 - rare, 2 - flips)
                    + 0.7 * Math.pow(usual, flips) * Math.pow(1 - usual, 2 - flips);
        }
        ChiSquare.assertFits(
                "either", counts(new Either(new BernoulliFlip(0.4), 0.3, new BernoulliFlip(0.1)), space, 0, 0), law);
        assertRefused(() -> new Either(new BernoulliFlip(0.4), -0.1, new BernoulliFlip(0.1)), "-0.1", "from 0 to 1");
    }

    @Test
    @DisplayName("Neighbourhood: two steps to a neighbour, uniform or by the weight of its column, by enumeration")
    void neighbourhood() {
        ProductSpace space = ProductSpace.of(new Uniform(2), new Uniform(3), new Uniform(4));
        double[] weights = {2, 1, 0.5};
        assertNeighbours(new Neighbourhood(space), space, 1, 1, 1);
        assertNeighbours(new Neighbourhood(space, weights), space, weights);
        assertRefused(() -> new Neighbourhood(space, new double[2]), "2 weights for 3 columns");
        assertRefused(() -> new Neighbourhood(space, new double[] {1, 0, 1}), "weight 0.0 of column 1");
    }

    private static void assertNeighbours(Neighbourhood neighbourhood, ProductSpace space, double... weights) {
        int n = (int) space.count();
        double total = weights[0] + 2 * weights[1] + 3 * weights[2]; // 1 + 2 + 3 neighbours
        double[][] step = new double[n][n];
        for (int a = 0; a < n; a++) {
            for (int b = 0; b < n; b++) {
                int different = 0;
                double weight = 0;
                for (int k = 0; k < 3; k++) {
                    if (space.state(a)[k] != space.state(b)[k]) {
                        different++;
                        weight = weights[k];
                    }
                }
                step[a][b] = different == 1 ? weight / total : 0;
            }
        }
        double[] law = new double[n];
        for (int y = 0; y < n; y++) {
            for (int x = 0; x < n; x++) {
                law[x] += step[(int) space.index(1, 0, 3)][y] * step[y][x];
            }
        }
        ChiSquare.assertFits("neighbourhood", counts(neighbourhood, space, 1, 0, 3), law);
    }

    @Test
    @DisplayName("Grid: one random column is filled in again, uniformly; all negatives of a row share it")
    void grid() {
        ProductSpace space = ProductSpace.of(new Uniform(2), new Uniform(3), new Uniform(5));
        int[] row = {0, 1, 4};
        double[] law = new double[(int) space.count()];
        for (int k = 0; k < 3; k++) {
            for (int v = 0; v < space.finite(k).size(); v++) {
                int[] filled = row.clone();
                filled[k] = v;
                law[(int) space.index(filled)] += 1.0 / 3 / space.finite(k).size();
            }
        }
        ChiSquare.assertFits("grid", counts(new Grid(space), space, row), law);
        try (Scope scope = Scope.open()) {
            Batch x = Batch.ofStates(DEVICE, new int[][] {row}).repeatRows(100);
            long[] negatives = new Grid(space)
                    .negatives(x, 50, Noise.of(RandomStream.of(1), DEVICE))
                    .states()
                    .toLongs();
            for (int i = 0; i < 100; i++) {
                boolean[] changed = new boolean[3];
                for (int j = 0; j < 150; j++) {
                    changed[j % 3] |= negatives[i * 150 + j] != row[j % 3];
                }
                assertEquals(1, (changed[0] ? 1 : 0) + (changed[1] ? 1 : 0) + (changed[2] ? 1 : 0));
            }
        }
    }

    @Test
    @DisplayName("Gaussian: variance 4t after there and back; negatives of a row share their y")
    void gaussian() {
        try (Scope scope = Scope.open()) {
            Batch x = new Batch(Tensor.fullWhole(DEVICE, 0, DRAWS, 0), Tensor.full(DEVICE, 2, DRAWS, 1), null);
            Gaussian gaussian = new Gaussian(GaussianKernel.ofDeviation(0.5));
            double[] negatives = gaussian.negatives(x, 2, Noise.of(RandomStream.of(2), DEVICE))
                    .numbers()
                    .toDoubles();
            double mean = 0;
            double variance = 0;
            double shared = 0;
            for (int i = 0; i < DRAWS; i++) {
                double a = negatives[2 * i] - 2;
                double b = negatives[2 * i + 1] - 2;
                mean += a / DRAWS;
                variance += a * a / DRAWS;
                shared += a * b / DRAWS;
            }
            // Deviations of these means: 0.7/√n, 0.7/√n, 0.56/√n; five of them are 0.008.
            assertEquals(0, mean, 0.008);
            assertEquals(0.5, variance, 0.008);
            assertEquals(0.25, shared, 0.008);
        }
    }

    @Test
    @DisplayName("Multi-scale: at a range of one point it is the uniform kernel; mixed joins any two")
    void multiScaleAndMixed() {
        ProductSpace space = ProductSpace.of(new Uniform(3), new Uniform(4));
        MultiScale.Range point = new MultiScale.Range(0.7, 0.7);
        int[] row = {1, 2};
        DiffusionTime time = DiffusionTime.fixed(0.7);
        List<double[]> laws = List.of(
                twoSteps(HeatKernel.of(new Uniform(3), time), 1), twoSteps(HeatKernel.of(new Uniform(4), time), 2));
        ChiSquare.assertFits(
                "multi-scale",
                counts(new MultiScale(Marginals.uniform(space), point, point), space, row),
                product(space, laws));
        Mixed mixed = new Mixed(new HeatProduct(space, time), new Gaussian(new GaussianKernel(0.1)));
        ChiSquare.assertFits("mixed", counts(mixed, space, row), product(space, laws));
        assertRefused(() -> new MultiScale.Range(0, 1), "from 0.0 to 1.0", "0 < least");
    }

    @Test
    @DisplayName("A range of scales mixes its kernels: the law is the average over log-uniform times")
    void multiScaleAverages() {
        ProductSpace space = ProductSpace.of(new Uniform(4));
        double[] law = new double[4];
        int parts = 2000;
        for (int i = 0; i < parts; i++) {
            double t = 0.05 * Math.pow(4 / 0.05, (i + 0.5) / parts);
            double[] at = twoSteps(HeatKernel.of(new Uniform(4), DiffusionTime.fixed(t)), 0);
            for (int v = 0; v < 4; v++) {
                law[v] += at[v] / parts;
            }
        }
        MultiScale scales =
                new MultiScale(Marginals.uniform(space), new MultiScale.Range(0.05, 4), new MultiScale.Range(1, 1));
        ChiSquare.assertFits("scales", counts(scales, space, 0), law);
    }

    @Test
    @DisplayName(
            "Multi-scale on a base: categories are kept with e^−2t, else drawn from it; numbers are N(e^−2t·x, 1 − e^−4t)")
    void multiScaleOnBase() {
        ProductSpace space = ProductSpace.of(new Uniform(3), new Numeric());
        double[] law = {0.1, 0.2, 0.7};
        MultiScale.Range time = new MultiScale.Range(0.4, 0.4);
        MultiScale heat = new MultiScale(new Marginals(space, law), time, time);
        int draws = 100_000;
        try (Scope scope = Scope.open()) {
            Batch x = Batch.ofStates(DEVICE, new int[][] {{1}})
                    .withNumbers(Tensor.real(DEVICE, new double[] {2}, 1, 1))
                    .repeatRows(draws);
            Batch negatives = heat.negatives(x, 1, Noise.of(RandomStream.of(5), DEVICE));
            double kept = Math.exp(-0.8);
            long[] counts = new long[3];
            for (long state : negatives.states().toLongs()) {
                counts[(int) state]++;
            }
            double[] expected = {0.1 * (1 - kept), kept + 0.2 * (1 - kept), 0.7 * (1 - kept)};
            ChiSquare.assertFits("on a base", counts, expected);
            double[] numbers = negatives.numbers().toDoubles();
            double mean = Arrays.stream(numbers).average().orElseThrow();
            double variance = Arrays.stream(numbers)
                    .map(z -> (z - mean) * (z - mean))
                    .average()
                    .orElseThrow();
            // Deviations of these are .89/√n and 1.13/√n; five of them are .014 and .018.
            assertEquals(2 * kept, mean, 0.014);
            assertEquals(1 - kept * kept, variance, 0.018);
        }
    }

    @Test
    @DisplayName("The same stream gives the same negatives")
    void repeats() {
        ProductSpace space = ProductSpace.power(new Cyclic(7), 3);
        Perturbation heat = new HeatProduct(space, DiffusionTime.quadratic(0.01));
        assertArrayEquals(counts(heat, space, 1, 2, 3), counts(heat, space, 1, 2, 3));
    }
}
