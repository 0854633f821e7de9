package dev.calor.objective;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.energy.QuadraticEnergy;
import dev.calor.energy.TrainableEnergy;
import dev.calor.energy.WithBase;
import dev.calor.energy.mlp.MlpEnergy;
import dev.calor.energy.mlp.MlpEnergy.Architecture;
import dev.calor.estimate.Enumeration;
import dev.calor.heat.DiffusionTime;
import dev.calor.heat.HeatKernel;
import dev.calor.perturb.HeatProduct;
import dev.calor.perturb.MultiScale;
import dev.calor.perturb.Perturbation;
import dev.calor.random.AliasTable;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.rows.Marginals;
import dev.calor.rows.OneHot;
import dev.calor.sampler.Gibbs;
import dev.calor.sampler.GibbsWithGradients;
import dev.calor.space.Absorbing;
import dev.calor.space.Cyclic;
import dev.calor.space.Ordinal;
import dev.calor.space.ProductSpace;
import dev.calor.space.Uniform;
import dev.calor.tensor.Device;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Losses and their gradients on spaces small enough to sum over, in double precision. */
class ObjectiveTest {
    private static final Device DEVICE = Device.CPU_DOUBLE;
    private static final ProductSpace SPACE = ProductSpace.of(new Cyclic(3), new Ordinal(4), new Absorbing(3));
    private static final Architecture SMALL = new Architecture(2, 6, 2, false, true, false);

    private static TrainableEnergy energy() {
        return new MlpEnergy(SPACE, SMALL, DEVICE, RandomStream.of(4));
    }

    /** Some law of data on the space. */
    private static double[] data() {
        double[] law = RandomStream.of(9).doubles(SPACE.count(), 0.1, 1).toArray();
        double total = Arrays.stream(law).sum();
        return Arrays.stream(law).map(p -> p / total).toArray();
    }

    /** q[x][y] = Π_k q_t(y_k|x_k). */
    private static double[][] kernel(DiffusionTime time) {
        int n = (int) SPACE.count();
        double[][] q = new double[n][n];
        for (int x = 0; x < n; x++) {
            for (int y = 0; y < n; y++) {
                q[x][y] = 1;
                for (int k = 0; k < SPACE.dimension(); k++) {
                    q[x][y] *= HeatKernel.of(SPACE.finite(k), time).probability(SPACE.state(x)[k], SPACE.state(y)[k]);
                }
            }
        }
        return q;
    }

    /**
     * The gradient of energy discrepancy, written out: E_p ∇U(x) − E_p E_q(y|x) E_p(x′|y) ∇U(x′) with p(x′|y) ∝ q(y|x′) exp(−U(x′)). A
     * weight a state, so that the gradient is Σ_x weight(x) ∇U(x).
     */
    private static double[] analyticWeights(double[] energies, double[] data, double[][] q) {
        int n = data.length;
        double[] weights = data.clone();
        for (int y = 0; y < n; y++) {
            double marginal = 0;
            double normaliser = 0;
            for (int x = 0; x < n; x++) {
                marginal += data[x] * q[x][y];
                normaliser += q[x][y] * Math.exp(-energies[x]);
            }
            for (int x = 0; x < n; x++) {
                weights[x] -= normaliser == 0 ? 0 : marginal * q[x][y] * Math.exp(-energies[x]) / normaliser;
            }
        }
        return weights;
    }

    /** Σ_x weight(x) ∇U(x), all parameters in a row. */
    private static double[] gradient(TrainableEnergy energy, double[] weights) {
        Tensor all = energy.energy(Enumeration.states(energy, 0, weights.length));
        return flat(
                all.times(Tensor.real(DEVICE, weights, weights.length)).sum().gradients(energy.parameters()));
    }

    private static double[] flat(List<Tensor> gradients) {
        List<Double> numbers = new ArrayList<>();
        for (Tensor gradient : gradients) {
            for (double number : gradient.toDoubles()) {
                numbers.add(number);
            }
        }
        return numbers.stream().mapToDouble(Double::doubleValue).toArray();
    }

    @Test
    @DisplayName(
            "With many negatives and no stabiliser, the gradient of the loss is the analytic one of energy discrepancy")
    void manyNegatives() {
        DiffusionTime time = DiffusionTime.fixed(0.8);
        try (TrainableEnergy energy = energy()) {
            assertAnalytic(new HeatProduct(SPACE, time), energy, energy, kernel(time));
        }
    }

    @Test
    @DisplayName(
            "Heat that relaxes to a base: the loss of the network has the analytic gradient of the energy on that base")
    void manyNegativesOnBase() {
        double[] weights = {1, 2, 7, 4, 1, 1, 2, 3, 1, 2};
        MultiScale.Range time = new MultiScale.Range(0.8, 0.8);
        Marginals base = new Marginals(SPACE, weights);
        double[][] q = new double[36][36];
        for (int x = 0; x < 36; x++) {
            for (int y = 0; y < 36; y++) {
                q[x][y] = 1;
                for (int k = 0; k < 3; k++) {
                    int to = SPACE.state(y)[k];
                    double kept = SPACE.state(x)[k] == to ? Math.exp(-0.8) : 0;
                    q[x][y] *= kept + (1 - Math.exp(-0.8)) * base.probabilities()[new OneHot(SPACE).offset(k) + to];
                }
            }
        }
        try (WithBase energy = new WithBase(energy(), base)) {
            assertAnalytic(new MultiScale(base, time, time), energy.network(), energy, q);
        }
    }

    /** The loss of what is trained against the energy discrepancy of {@code energy} under the kernel q. */
    private static void assertAnalytic(
            Perturbation perturbation, TrainableEnergy trained, TrainableEnergy energy, double[][] q) {
        try (Scope scope = Scope.open()) {
            double[] law = data();
            double[] expected = gradient(energy, analyticWeights(Enumeration.energies(energy), law, q));
            Objective objective = new EnergyDiscrepancy(perturbation, 200, 0);
            int trials = 30;
            double[] mean = new double[expected.length];
            double[] square = new double[expected.length];
            for (int trial = 0; trial < trials; trial++) {
                try (Scope inner = Scope.open()) {
                    RandomStream random = RandomStream.of(1).child(trial);
                    Batch batch = Batch.ofStates(DEVICE, rows(law, 300, random.child("data")));
                    double[] one = flat(objective
                            .loss(trained, batch, random.child("noise"))
                            .gradients(trained.parameters()));
                    for (int i = 0; i < one.length; i++) {
                        mean[i] += one[i] / trials;
                        square[i] += one[i] * one[i] / trials;
                    }
                }
            }
            for (int i = 0; i < expected.length; i++) {
                double error = Math.sqrt(Math.max(0, square[i] - mean[i] * mean[i]) / (trials - 1));
                // Five standard errors over a hundred numbers: false alarm 1e-4; the bias of log mean exp is of the
                // order 1/M.
                assertEquals(expected[i], mean[i], 5 * error + 0.01 * Math.abs(expected[i]) + 1e-3, "parameter " + i);
            }
        }
    }

    @Test
    @DisplayName("Conditional likelihood is −log of exp(−U) over its sum along the column")
    void conditionalLikelihood() {
        try (Scope scope = Scope.open();
                TrainableEnergy energy = energy()) {
            int n = (int) SPACE.count();
            double[] energies = Enumeration.energies(energy);
            Batch data = Enumeration.states(energy, 0, n);
            for (int column = 0; column < SPACE.dimension(); column++) {
                double expected = 0;
                for (int x = 0; x < n; x++) {
                    double sum = 0;
                    for (int other = 0; other < n; other++) {
                        int[] state = SPACE.state(other);
                        state[column] = SPACE.state(x)[column];
                        sum += Arrays.equals(state, SPACE.state(x)) ? Math.exp(-energies[other]) : 0;
                    }
                    expected += (energies[x] + Math.log(sum)) / n;
                }
                Tensor loss = new ConditionalLikelihood(column).loss(energy, data, RandomStream.of(0));
                assertEquals(expected, loss.number(), 1e-12, "column " + column);
                Tensor same = PseudoLikelihood.ofColumn(energy, data, Tensor.fullWhole(DEVICE, column, data.rows(), 1));
                assertArrayEquals(
                        flat(same.gradients(energy.parameters())), flat(loss.gradients(energy.parameters())), 1e-12);
            }
        }
        assertRefused(() -> new ConditionalLikelihood(-1), "column -1", "from 0");
    }

    /** Rows drawn from a law on the space. */
    private static int[][] rows(double[] law, int count, RandomStream random) {
        AliasTable table = AliasTable.of(law);
        int[][] rows = new int[count][];
        for (int i = 0; i < count; i++) {
            rows[i] = SPACE.state(table.draw(random));
        }
        return rows;
    }

    @Test
    @DisplayName("The loss is log(w/M + (1/M) Σ exp(U(x) − U(x⁻))), for any w")
    void formula() {
        // Negatives that are known: all states of a bit pair, in order, whatever x.
        ProductSpace space = ProductSpace.power(new Uniform(2), 2);
        try (Scope scope = Scope.open();
                TrainableEnergy energy = new MlpEnergy(space, SMALL, DEVICE, RandomStream.of(2))) {
            Batch all = Batch.ofStates(DEVICE, new int[][] {{0, 0}, {0, 1}, {1, 0}, {1, 1}});
            double[] u = energy.energy(all).toDoubles();
            Perturbation everything = (x, count, noise) -> all;
            for (double w : new double[] {0, 0.5, 1, 3}) {
                double sum = w;
                for (double negative : u) {
                    sum += Math.exp(u[2] - negative);
                }
                Objective objective = new EnergyDiscrepancy(everything, 4, w);
                Batch x = Batch.ofStates(DEVICE, new int[][] {{1, 0}});
                assertEquals(
                        Math.log(sum / 4),
                        objective.loss(energy, x, RandomStream.of(1)).number(),
                        1e-13);
                assertEquals(Math.log(w / 4), objective.lowerBound());
            }
        }
    }

    @Test
    @DisplayName("Grid energy discrepancy with all levels summed is pseudo-likelihood, value and gradient")
    void gridIsPseudoLikelihood() {
        try (Scope scope = Scope.open();
                TrainableEnergy energy = energy()) {
            Batch data = Batch.ofStates(DEVICE, rows(data(), 20, RandomStream.of(3)));
            for (int k = 0; k < SPACE.dimension(); k++) {
                int column = k;
                int size = SPACE.finite(k).size();
                Perturbation everyLevel = (x, count, noise) -> {
                    Tensor levels = Tensor.range(DEVICE, size)
                            .reshape(1, size)
                            .expand(x.rows(), size)
                            .reshape(-1, 1);
                    Tensor states = x.states()
                            .repeatRows(count)
                            .scatter(1, Tensor.fullWhole(DEVICE, column, x.rows() * size, 1), levels);
                    return x.repeatRows(count).withStates(states);
                };
                Tensor discrepancy = new EnergyDiscrepancy(everyLevel, size, 0).loss(energy, data, RandomStream.of(1));
                Tensor likelihood =
                        PseudoLikelihood.ofColumn(energy, data, Tensor.fullWhole(DEVICE, column, data.rows(), 1));
                assertEquals(likelihood.number(), discrepancy.number() + Math.log(size), 1e-13);
                assertArrayEquals(
                        flat(likelihood.gradients(energy.parameters())),
                        flat(discrepancy.gradients(energy.parameters())),
                        1e-13);
            }
        }
    }

    @Test
    @DisplayName("At large times the gradient of energy discrepancy is that of maximum likelihood, e^−|λ₂|t close")
    void largeTimesAreLikelihood() {
        ProductSpace symmetric = ProductSpace.of(new Uniform(3), new Uniform(4));
        try (Scope scope = Scope.open();
                TrainableEnergy energy = new MlpEnergy(symmetric, SMALL, DEVICE, RandomStream.of(8))) {
            int n = (int) symmetric.count();
            double[] law = RandomStream.of(6).doubles(n, 0.1, 1).toArray();
            double total = Arrays.stream(law).sum();
            double z = 0;
            double[] u = Enumeration.energies(energy);
            for (int x = 0; x < n; x++) {
                law[x] /= total;
                z += Math.exp(-u[x]);
            }
            double[] likelihood = new double[n];
            for (int x = 0; x < n; x++) {
                likelihood[x] = law[x] - Math.exp(-u[x]) / z;
            }
            double[] expected = gradient(energy, likelihood);
            double previous = Double.POSITIVE_INFINITY;
            for (double time : new double[] {0.5, 2, 5, 10, 20}) {
                double[][] q = new double[n][n];
                for (int x = 0; x < n; x++) {
                    for (int y = 0; y < n; y++) {
                        q[x][y] = 1;
                        for (int k = 0; k < 2; k++) {
                            q[x][y] *= HeatKernel.of(symmetric.finite(k), DiffusionTime.fixed(time))
                                    .probability(
                                            symmetric.state(x)[k], symmetric.state(y)[k]);
                        }
                    }
                }
                double[] gradient = gradient(energy, analyticWeights(u, law, q));
                double distance = 0;
                for (int i = 0; i < gradient.length; i++) {
                    distance = Math.max(distance, Math.abs(gradient[i] - expected[i]));
                }
                assertTrue(distance < previous, "at " + time);
                previous = distance;
            }
            assertTrue(previous < 1e-7, "distance " + previous);
        }
    }

    @Test
    @DisplayName("Ratio matching is Σ_k σ(U(x) − U(x^k))², summed by hand")
    void ratioMatching() {
        ProductSpace bits = ProductSpace.power(new Uniform(2), 3);
        try (Scope scope = Scope.open();
                TrainableEnergy energy = new MlpEnergy(bits, SMALL, DEVICE, RandomStream.of(5))) {
            double[] u = Enumeration.energies(energy);
            double expected = 0;
            for (int state : new int[] {5, 2}) {
                for (int bit = 0; bit < 3; bit++) {
                    expected += 0.5 * Math.pow(1 / (1 + Math.exp(u[state ^ (1 << bit)] - u[state])), 2);
                }
            }
            Batch data = Batch.ofStates(DEVICE, new int[][] {{1, 0, 1}, {0, 1, 0}});
            assertEquals(
                    expected,
                    new RatioMatching().loss(energy, data, RandomStream.of(1)).number(),
                    1e-13);
        }
    }

    @Test
    @DisplayName(
            "Guided ratio matching sums exp(2(U(x) − U(x^k))) over all bits, or over few with odds of their own size")
    void guidedRatioMatching() {
        double[][] coupling = {{0, 0.3, 0.1}, {0.3, 0, -0.4}, {0.1, -0.4, 0}};
        try (Scope scope = Scope.open();
                QuadraticEnergy energy = new QuadraticEnergy(DEVICE, coupling)) {
            int[] row = {1, 1, 0};
            double own =
                    energy.energy(Batch.ofStates(DEVICE, new int[][] {row})).number();
            double[] terms = new double[3];
            for (int k = 0; k < 3; k++) {
                int[] flipped = row.clone();
                flipped[k] = 1 - flipped[k];
                terms[k] = Math.exp(2
                        * (own
                                - energy.energy(Batch.ofStates(DEVICE, new int[][] {flipped}))
                                        .number()));
            }
            double sum = Arrays.stream(terms).sum();
            Batch data = Batch.ofStates(DEVICE, new int[][] {row, row});
            assertEquals(sum, guided(3, energy, data), 1e-12);
            assertEquals(sum, guided(50, energy, data), 1e-12);
            // One flip: the linear change is the change itself here, so that odds are the terms.
            int copies = 40_000;
            int[][] many = new int[copies][];
            Arrays.fill(many, row);
            double mean = 0;
            double square = 0;
            for (double term : terms) {
                mean += term * term / sum;
                square += term * term * term / sum;
            }
            // Five deviations: a false alarm in 10⁶ seeds; this one is fixed.
            double deviation = Math.sqrt((square - mean * mean) / copies);
            assertEquals(mean, guided(1, energy, Batch.ofStates(DEVICE, many)), 5 * deviation);
            assertRefused(() -> new GuidedRatioMatching(0), "flips 0");
        }
    }

    private static double guided(int flips, QuadraticEnergy energy, Batch data) {
        return new GuidedRatioMatching(flips)
                .loss(energy, data, RandomStream.of(1))
                .number();
    }

    @Test
    @DisplayName(
            "Contrastive divergence from the model's own law has no gradient on average; from another law it points to it")
    void contrastiveDivergence() {
        double[][] coupling = {{0, 0.3, 0}, {0.3, 0, -0.4}, {0, -0.4, 0}};
        try (Scope scope = Scope.open();
                QuadraticEnergy energy = new QuadraticEnergy(DEVICE, coupling)) {
            Batch own = new Gibbs()
                    .run(Batch.ofStates(DEVICE, new int[20_000][3]), energy, 20, RandomStream.of(1))
                    .next()
                    .rows();
            Objective objective = new ContrastiveDivergence(new Gibbs(), 3);
            double[] none = flat(objective.loss(energy, own, RandomStream.of(2)).gradients(energy.parameters()));
            for (double number : none) {
                assertEquals(
                        0, number, 0.05); // differences of means of ±1 over 20,000 dependent rows: deviation below 0.01
            }
            Batch ones = Batch.ofStates(DEVICE, new int[1000][3]); // all spins equal: couplings should grow
            double[] some =
                    flat(objective.loss(energy, ones, RandomStream.of(2)).gradients(energy.parameters()));
            assertTrue(some[1] < -0.1 && some[5] < -0.1, some[1] + " " + some[5]);
        }
    }

    @Test
    @DisplayName("Persistent chains go on: after many steps at a fixed energy the buffer follows its law")
    void persistentDivergence() {
        double[][] coupling = {{0, 0.5}, {0.5, 0}};
        try (Scope scope = Scope.open();
                QuadraticEnergy energy = new QuadraticEnergy(DEVICE, coupling);
                PersistentDivergence objective =
                        new PersistentDivergence(new GibbsWithGradients(), 1, 5000, energy, RandomStream.of(1))) {
            Batch data = Batch.ofStates(DEVICE, new int[2500][2]);
            for (int step = 0; step < 40; step++) {
                try (Scope inner = Scope.open()) {
                    objective.loss(energy, data, RandomStream.of(2).child(step));
                }
            }
            long[] states = objective.state().get(0).toLongs();
            double equal = 0;
            for (int i = 0; i < 5000; i++) {
                equal += states[2 * i] == states[2 * i + 1] ? 1.0 / 5000 : 0;
            }
            // exp(2·0.5) against exp(−1): 0.881; deviation of a share of 5,000 is 0.005.
            assertEquals(Math.E / (Math.E + 1 / Math.E), equal, 0.025);
        }
    }

    @Test
    @DisplayName("Counts and weights out of range are refused")
    void refusals() {
        Perturbation any = (x, count, noise) -> x;
        assertRefused(() -> new EnergyDiscrepancy(any, 0, 1), "negatives 0", "at least 1");
        assertRefused(() -> new EnergyDiscrepancy(any, 1, -1), "stabiliser -1.0", "from 0 up");
        assertRefused(() -> new ContrastiveDivergence(new Gibbs(), 0), "steps 0", "at least 1");
    }
}
