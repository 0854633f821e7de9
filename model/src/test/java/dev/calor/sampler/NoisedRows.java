package dev.calor.sampler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.calor.energy.Energy;
import dev.calor.heat.Matrices;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.rows.Marginals;
import dev.calor.rows.OneHot;
import dev.calor.space.Numeric;
import dev.calor.space.ProductSpace;
import dev.calor.space.StateSpace;
import dev.calor.space.Uniform;
import dev.calor.tensor.Device;
import dev.calor.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An explicit distribution of clean rows, p₀, and what noise makes of it at every level: states z with probabilities, and beside each state,
 * where there is a number, N(m_z, τ²). At a level with signal a,
 * p_s(x, y) = Σ_z p₀(z) Π_k (a·1[x_k = z_k] + (1 − a)π_k(x_k)) · N(y; a·m_z, a²τ² + 1 − a²), with the marginals π_k of p₀.
 */
final class NoisedRows {
    static final Device DEVICE = Device.CPU_DOUBLE;

    /** The columns of states, without the number. */
    final ProductSpace states;

    final int count;
    final double[] probabilities;
    final Energy energy;
    final Marginals base;

    private final double @Nullable [] means;
    private final double width;
    private final double[] marginals; // per slot
    private final boolean shown; // whether the states are columns, and not only components of the number's distribution

    private NoisedRows(
            ProductSpace states, double[] probabilities, double @Nullable [] means, double width, boolean shown) {
        this.states = states;
        this.shown = shown;
        this.probabilities = probabilities;
        this.means = means;
        this.width = width;
        count = probabilities.length;
        OneHot layout = new OneHot(states);
        marginals = new double[layout.slots()];
        for (int z = 0; z < count; z++) {
            for (int k = 0; k < layout.columns(); k++) {
                marginals[layout.offset(k) + states.state(z)[k]] += probabilities[z];
            }
        }
        List<StateSpace> columns = new ArrayList<>(shown ? states.columns() : List.of());
        if (means != null) {
            columns.add(new Numeric());
        }
        ProductSpace space = ProductSpace.of(columns.toArray(StateSpace[]::new));
        energy = ByFormula.on(
                space, (oneHot, numbers, levels) -> energy(oneHot, numbers, Objects.requireNonNull(levels)));
        base = new Marginals(space, shown ? marginals : new double[0]);
    }

    /** Uneven random probabilities of all states; of columns with so many levels. */
    static NoisedRows of(int... sizes) {
        ProductSpace states =
                ProductSpace.of(Arrays.stream(sizes).mapToObj(Uniform::new).toArray(StateSpace[]::new));
        return new NoisedRows(states, random((int) states.count()), null, 0, true);
    }

    /** The same beside a number from N(m_z, τ²), the m_z random. */
    static NoisedRows withNumber(double width, int... sizes) {
        return withNumber(of(sizes), width, true);
    }

    /** A number alone, from a mixture of so many N(m_z, τ²). */
    static NoisedRows mixture(double width, int components) {
        return withNumber(of(components), width, false);
    }

    private static NoisedRows withNumber(NoisedRows without, double width, boolean shown) {
        RandomStream random = RandomStream.of(8);
        double[] means = new double[without.count];
        Arrays.setAll(means, z -> random.nextGaussian());
        return new NoisedRows(without.states, without.probabilities, means, width, shown);
    }

    private static double[] random(int count) {
        RandomStream random = RandomStream.of(7);
        double[] probabilities = new double[count];
        Arrays.setAll(probabilities, z -> Math.exp(1.5 * random.nextGaussian()));
        double sum = Arrays.stream(probabilities).sum();
        Arrays.setAll(probabilities, z -> probabilities[z] / sum);
        return probabilities;
    }

    /** −log p_s, multilinear inside the logarithm in the codes of the columns. */
    private Tensor energy(Tensor oneHot, Tensor numbers, Tensor levels) {
        Tensor signal = levels.times(Math.PI / 2).cos().unsqueeze(1);
        Tensor logs =
                Tensor.real(DEVICE, Arrays.stream(probabilities).map(Math::log).toArray(), 1, count);
        OneHot layout = new OneHot(states);
        for (int k = 0; shown && k < layout.columns(); k++) {
            Tensor code = oneHot.narrow(1, layout.offset(k), layout.size(k));
            Tensor redrawn = signal.negate().plus(1.0).times(code.matmul(column(layout, k)));
            logs = logs.plus(
                    signal.times(code.matmul(hits(layout, k))).plus(redrawn).log());
        }
        if (means != null) {
            Tensor variance = signal.square().times(width * width - 1).plus(1.0);
            Tensor distance = numbers.minus(signal.times(Tensor.real(DEVICE, means, 1, count)));
            logs = logs.minus(distance.square().over(variance).times(0.5))
                    .minus(variance.times(2 * Math.PI).log().times(0.5));
        }
        return logs.logSumExp(1).negate();
    }

    /** π_k: [levels, 1]. */
    private Tensor column(OneHot layout, int k) {
        double[] own = Arrays.copyOfRange(marginals, layout.offset(k), layout.offset(k) + layout.size(k));
        return Tensor.real(DEVICE, own, own.length, 1);
    }

    /** 1[z_k = v]: [levels, states]. */
    private Tensor hits(OneHot layout, int k) {
        double[] hits = new double[layout.size(k) * count];
        for (int z = 0; z < count; z++) {
            hits[states.state(z)[k] * count + z] = 1;
        }
        return Tensor.real(DEVICE, hits, layout.size(k), count);
    }

    /** p_s of the states alone, by the matrix exponentials of every column's rates. */
    double[] distributionAt(double level) {
        double[][] heat = heat(0, level);
        double[] noised = new double[count];
        for (int z = 0; z < count; z++) {
            for (int x = 0; x < count; x++) {
                noised[x] += probabilities[z] * heat[z][x];
            }
        }
        return noised;
    }

    /** The probability that heat from one level to a higher one makes x of z: [z][x]. */
    double[][] heat(double from, double to) {
        double time = Math.log(Math.cos(Math.PI / 2 * from) / Math.cos(Math.PI / 2 * to));
        OneHot layout = new OneHot(states);
        double[][][] kernels = new double[layout.columns()][][];
        for (int k = 0; k < kernels.length; k++) {
            int size = layout.size(k);
            double[][] rates = new double[size][size];
            for (int v = 0; v < size; v++) {
                System.arraycopy(marginals, layout.offset(k), rates[v], 0, size);
                rates[v][v] -= 1;
            }
            kernels[k] = Matrices.exponential(rates, time);
        }
        double[][] heat = new double[count][count];
        for (int z = 0; z < count; z++) {
            for (int x = 0; x < count; x++) {
                heat[z][x] = 1;
                for (int k = 0; k < kernels.length; k++) {
                    heat[z][x] *= kernels[k][states.state(z)[k]][states.state(x)[k]];
                }
            }
        }
        return heat;
    }

    /** Every state once, in order, at a level. */
    Batch all(double level) {
        int[][] rows = new int[count][];
        Arrays.setAll(rows, states::state);
        Batch batch = Batch.ofStates(DEVICE, rows);
        return new Batch(batch.states(), batch.numbers(), Tensor.full(DEVICE, level, count));
    }

    /** How often each state occurs. */
    long[] counts(Batch rows) {
        int width = states.dimension();
        long[] flat = rows.states().toLongs();
        long[] counts = new long[count];
        for (int i = 0; i < flat.length; i += width) {
            int[] state = new int[width];
            for (int k = 0; k < width; k++) {
                state[k] = (int) flat[i + k];
            }
            counts[(int) states.index(state)]++;
        }
        return counts;
    }

    /** Asserts that numbers of clean rows have mean m_z and deviation τ beside every state, with a false alarm of 1e-6 each. */
    void assertNumbers(Batch rows) {
        int dimension = states.dimension();
        long[] flat = rows.states().toLongs();
        double[] numbers = rows.numbers().toDoubles();
        for (int z = 0; z < count; z++) {
            double mean = Objects.requireNonNull(means)[z];
            int[] state = states.state(z);
            double[] own = IntStream.range(0, numbers.length)
                    .filter(i -> IntStream.range(0, dimension).allMatch(k -> flat[i * dimension + k] == state[k]))
                    .mapToDouble(i -> (numbers[i] - mean) / width)
                    .toArray();
            double root = Math.sqrt(own.length);
            assertEquals(0, Arrays.stream(own).average().orElseThrow(), 4.9 / root, "mean beside state " + z);
            double variance = Arrays.stream(own).map(x -> x * x).average().orElseThrow();
            assertEquals(1, variance, 4.9 * Math.sqrt(2) / root, "variance beside state " + z);
        }
    }

    /** Half the sum of the differences. */
    static double distance(double[] one, double[] other) {
        double sum = 0;
        for (int x = 0; x < one.length; x++) {
            sum += Math.abs(one[x] - other[x]) / 2;
        }
        return sum;
    }
}
