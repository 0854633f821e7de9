package dev.calor.sampler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.energy.Clamped;
import dev.calor.energy.Energy;
import dev.calor.energy.QuadraticEnergy;
import dev.calor.energy.mlp.MlpEnergy;
import dev.calor.energy.mlp.MlpEnergy.Architecture;
import dev.calor.random.ChiSquare;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.space.ProductSpace;
import dev.calor.space.Uniform;
import dev.calor.tensor.Device;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** An energy on a small space with its law π, its first-order differences and its transitions, all on the host by enumeration. */
final class Enumerated {
    static final Device DEVICE = Device.CPU_DOUBLE;

    /** Of sums of some 24 probabilities. */
    static final double ROUNDING = 1e-12;

    /** Of central differences with h = 1e-6: h² of truncation and 1e-16/h of rounding, times the size of U and its derivatives. */
    static final double DIFFERENCES = 1e-7;

    private static final double H = 1e-6;

    final Energy energy;
    final ProductSpace space;
    final int count;
    final double[] energies;
    final double[] law;

    private final String name;

    private Enumerated(String name, Energy energy) {
        this.name = name;
        this.energy = energy;
        this.space = energy.space();
        this.count = (int) space.count();
        this.energies = new double[count];
        this.law = new double[count];
        double sum = 0;
        try (Scope scope = Scope.open()) {
            for (int x = 0; x < count; x++) {
                energies[x] = energy.energy(Batch.ofStates(DEVICE, new int[][] {space.state(x)}))
                        .number();
                sum += Math.exp(-energies[x]);
            }
        }
        double least = 1;
        double most = 0;
        for (int x = 0; x < count; x++) {
            law[x] = Math.exp(-energies[x]) / sum;
            least = Math.min(least, law[x]);
            most = Math.max(most, law[x]);
        }
        assertTrue(most > 10 * least, name + " is too flat a test: probabilities from " + least + " to " + most);
    }

    /** Bits and columns of several sizes, a network and a quadratic form. */
    static Stream<Enumerated> all() {
        return Stream.of(mlp(ProductSpace.power(new Uniform(2), 4)), mixed(), ising());
    }

    /** A network on Uniform(2) × Uniform(3) × Uniform(4). */
    static Enumerated mixed() {
        return mlp(ProductSpace.of(new Uniform(2), new Uniform(3), new Uniform(4)));
    }

    /** Four spins with random couplings. */
    static Enumerated ising() {
        RandomStream random = RandomStream.of(5);
        double[][] coupling = new double[4][4];
        for (double[] row : coupling) {
            for (int j = 0; j < row.length; j++) {
                row[j] = 0.4 * random.nextGaussian();
            }
        }
        return new Enumerated("spins", new QuadraticEnergy(DEVICE, coupling));
    }

    /** A network on Uniform(2) × Uniform(3) × Uniform(4) without levels (1, 0), (2, 1) and (2, 3): 8 of 24 states are left. */
    static Enumerated clamped() {
        Energy free = mixed().energy;
        double[] forbidden = new double[9];
        for (int slot : new int[] {2, 6, 8}) {
            forbidden[slot] = Double.POSITIVE_INFINITY;
        }
        Tensor none = Tensor.zeros(DEVICE, 1, 0).keep();
        return new Enumerated(
                "part of a network",
                new Clamped(free, Tensor.real(DEVICE, forbidden, 1, 9).keep(), none, none));
    }

    private static Enumerated mlp(ProductSpace space) {
        MlpEnergy energy =
                new MlpEnergy(space, new Architecture(2, 8, 2, false, false, false), DEVICE, RandomStream.of(3));
        try (NoGradient guard = NoGradient.open()) {
            energy.parameters().forEach(parameter -> parameter.scale(3)); // steep, and not linear in the codes
        }
        return new Enumerated("network on " + space.dimension() + " columns", energy);
    }

    /** Every state once, in order. */
    Batch states() {
        int[][] rows = new int[count][];
        for (int x = 0; x < count; x++) {
            rows[x] = space.state(x);
        }
        return Batch.ofStates(DEVICE, rows);
    }

    /** The column in which two states differ, −1 where there is none or more than one. */
    int onlyDifference(int x, int y) {
        int[] a = space.state(x);
        int[] b = space.state(y);
        int found = -1;
        for (int k = 0; k < a.length; k++) {
            if (a[k] != b[k]) {
                if (found >= 0) {
                    return -1;
                }
                found = k;
            }
        }
        return found;
    }

    /** G[k, v] − G[k, x_k] of every state x, [state][column][level], with G from central differences of the relaxed energy. */
    double[][][] linearChanges() {
        double[][][] changes = new double[count][space.dimension()][];
        try (Scope scope = Scope.open()) {
            for (int x = 0; x < count; x++) {
                int[] state = space.state(x);
                double[] code = new double[energy.layout().slots()];
                for (int k = 0; k < state.length; k++) {
                    code[energy.layout().offset(k) + state[k]] = 1;
                }
                for (int k = 0; k < state.length; k++) {
                    changes[x][k] = new double[space.finite(k).size()];
                    double present = derivative(code, energy.layout().offset(k) + state[k]);
                    for (int v = 0; v < changes[x][k].length; v++) {
                        changes[x][k][v] = !isPossible(k, v)
                                ? Double.POSITIVE_INFINITY
                                : derivative(code, energy.layout().offset(k) + v) - present;
                    }
                }
            }
        }
        return changes;
    }

    /** Whether any state of positive probability has this level. */
    private boolean isPossible(int column, int level) {
        return IntStream.range(0, count).anyMatch(x -> law[x] > 0 && space.state(x)[column] == level);
    }

    private double derivative(double[] code, int slot) {
        double[] both = new double[2 * code.length];
        System.arraycopy(code, 0, both, 0, code.length);
        System.arraycopy(code, 0, both, code.length, code.length);
        both[slot] += H;
        both[code.length + slot] -= H;
        double[] values = energy.relaxed(Tensor.real(DEVICE, both, 2, code.length), Tensor.zeros(DEVICE, 2, 0), null)
                .toDoubles();
        return (values[0] - values[1]) / (2 * H);
    }

    /** P of a proposal q corrected by Metropolis: P(x,y) = q(x,y) min(1, π(y)q(y,x) / π(x)q(x,y)), what is rejected stays. */
    double[][] metropolis(double[][] proposal) {
        double[][] transition = new double[count][count];
        for (int x = 0; x < count; x++) {
            double moved = 0;
            for (int y = 0; y < count && law[x] > 0; y++) {
                if (y != x && proposal[x][y] > 0) {
                    double ratio = law[y] * proposal[y][x] / (law[x] * proposal[x][y]);
                    transition[x][y] = proposal[x][y] * Math.min(1, ratio);
                    moved += transition[x][y];
                }
            }
            transition[x][x] = 1 - moved;
        }
        return transition;
    }

    /** π P. */
    double[] after(double[][] transition) {
        double[] next = new double[count];
        for (int x = 0; x < count; x++) {
            for (int y = 0; y < count; y++) {
                next[y] += law[x] * transition[x][y];
            }
        }
        return next;
    }

    void assertDetailedBalance(double[][] transition) {
        for (int x = 0; x < count; x++) {
            double total = 0;
            for (int y = 0; y < count; y++) {
                assertEquals(law[x] * transition[x][y], law[y] * transition[y][x], ROUNDING, x + " → " + y);
                total += transition[x][y];
            }
            assertEquals(1, total, ROUNDING);
        }
    }

    /** Σ_x π(x) P(x moves): the acceptance of a proposal that never stays. */
    double mobility(double[][] transition) {
        double stays = 0;
        for (int x = 0; x < count; x++) {
            stays += law[x] * transition[x][x];
        }
        return 1 - stays;
    }

    /** One step from many copies of every state: chi-square with a false alarm of 1e-6 a state, and nothing that P forbids. */
    void assertSteps(Sampler sampler, double[][] transition, int copies) {
        try (Scope scope = Scope.open()) {
            long[] ends = indices(sampler.step(sampler.start(states().repeatRows(copies)), energy, RandomStream.of(17))
                    .next()
                    .rows());
            for (int x = 0; x < count; x++) {
                if (law[x] == 0) {
                    continue; // no chain is there
                }
                long[] counts = new long[count];
                for (int i = 0; i < copies; i++) {
                    counts[(int) ends[x * copies + i]]++;
                }
                for (int y = 0; y < count; y++) {
                    assertTrue(transition[x][y] > 0 || counts[y] == 0, sampler + " goes from " + x + " to " + y);
                }
                ChiSquare.assertFits(sampler + " on " + name + " from state " + x, counts, transition[x]);
            }
        }
    }

    /** The numbers of the states of a batch. */
    long[] indices(Batch rows) {
        int width = space.dimension();
        long[] states = rows.states().toLongs();
        long[] indices = new long[states.length / width];
        for (int i = 0; i < indices.length; i++) {
            int[] state = new int[width];
            for (int k = 0; k < width; k++) {
                state[k] = (int) states[i * width + k];
            }
            indices[i] = space.index(state);
        }
        return indices;
    }

    @Override
    public String toString() {
        return name;
    }
}
