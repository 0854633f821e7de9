package dev.calor.estimate;

import dev.calor.energy.Energy;
import dev.calor.random.AliasTable;
import dev.calor.random.RandomStream;
import dev.calor.rows.Base;
import dev.calor.rows.Batch;
import dev.calor.rows.Marginals;
import dev.calor.rows.OneHot;
import dev.calor.space.ProductSpace;
import dev.calor.space.Uniform;
import dev.calor.tensor.Device;
import dev.calor.tensor.Tensor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A restricted Boltzmann machine with few hidden units, summed out: U(v) = −b·v − Σ_j log(1 + exp(c_j + W_j·v)). As large as an
 * image, yet log Z and exact samples follow from a sum over the hidden states.
 */
final class BoltzmannMachine implements Energy {
    private static final Device DEVICE = Device.CPU;

    /** Factors 1 + exp(a) that are multiplied before a logarithm is taken; more might overflow. */
    private static final int GROUP = 16;

    private final double[] visible; // b
    private final double[] hidden; // c
    private final double[][] weights; // W_j of every hidden unit
    private final double[] flat; // the same, row by row
    private final ProductSpace space;
    private final OneHot layout;
    private final double[] logWeights; // of every hidden state h: log Σ_v exp(b·v + c·h + hᵀWv)

    /** Random weights of a standard deviation; hidden units are on about half the time. */
    BoltzmannMachine(int visibleUnits, int hiddenUnits, double deviation, RandomStream random) {
        visible = random.child("b").doubles(visibleUnits, -3, 1).toArray();
        weights = new double[hiddenUnits][visibleUnits];
        hidden = new double[hiddenUnits];
        for (int j = 0; j < hiddenUnits; j++) {
            RandomStream row = random.child(j);
            for (int i = 0; i < visibleUnits; i++) {
                weights[j][i] = deviation * row.nextGaussian();
                hidden[j] -= weights[j][i] / (1 + Math.exp(-visible[i]));
            }
        }
        flat = Arrays.stream(weights).flatMapToDouble(Arrays::stream).toArray();
        space = ProductSpace.power(new Uniform(2), visibleUnits);
        layout = new OneHot(space);
        logWeights = enumerate();
    }

    /** Hidden states in the order of a Gray code: from one to the next a single unit changes. */
    private double[] enumerate() {
        double[] found = new double[1 << hidden.length];
        double[] odds = Arrays.stream(visible).map(Math::exp).toArray();
        double[][] factors = Arrays.stream(weights)
                .map(row -> Arrays.stream(row).map(Math::exp).toArray())
                .toArray(double[][]::new);
        double bias = 0;
        int state = 0;
        for (int n = 0; n < found.length; n++) {
            if (n > 0) {
                int unit = Integer.numberOfTrailingZeros(n);
                state ^= 1 << unit;
                boolean on = (state >> unit & 1) == 1;
                bias += on ? hidden[unit] : -hidden[unit];
                multiply(odds, factors[unit], on);
            }
            found[state] = bias + logProduct(odds);
        }
        return found;
    }

    private static void multiply(double[] odds, double[] factors, boolean on) {
        for (int i = 0; i < odds.length; i++) {
            odds[i] = on ? odds[i] * factors[i] : odds[i] / factors[i];
        }
    }

    /** Σ log(1 + odds). */
    private static double logProduct(double[] odds) {
        double sum = 0;
        for (int first = 0; first < odds.length; first += GROUP) {
            double product = 1;
            for (int i = first; i < Math.min(odds.length, first + GROUP); i++) {
                product *= 1 + odds[i];
            }
            sum += Math.log(product);
        }
        return sum;
    }

    /** log Z, exactly. */
    double logPartition() {
        double largest = Arrays.stream(logWeights).max().orElseThrow();
        return largest
                + Math.log(Arrays.stream(logWeights)
                        .map(w -> Math.exp(w - largest))
                        .sum());
    }

    /** Exact, independent samples: a hidden state by its weight, then the visible units given it. */
    Batch samples(int count, RandomStream random) {
        double largest = Arrays.stream(logWeights).max().orElseThrow();
        AliasTable table = AliasTable.of(
                Arrays.stream(logWeights).map(w -> Math.exp(w - largest)).toArray());
        int[][] rows = new int[count][visible.length];
        for (int[] row : rows) {
            int state = table.draw(random);
            for (int i = 0; i < row.length; i++) {
                double input = visible[i];
                for (int j = 0; j < hidden.length; j++) {
                    input += (state >> j & 1) * weights[j][i];
                }
                row[i] = random.nextDouble() < 1 / (1 + Math.exp(-input)) ? 1 : 0;
            }
        }
        return Batch.ofStates(DEVICE, rows);
    }

    /** The visible units without the hidden ones. */
    @Override
    public Base base() {
        double[] probabilities = new double[2 * visible.length];
        for (int i = 0; i < visible.length; i++) {
            probabilities[2 * i + 1] = 1 / (1 + Math.exp(-visible[i]));
            probabilities[2 * i] = 1 - probabilities[2 * i + 1];
        }
        return new Marginals(space, probabilities);
    }

    @Override
    public Tensor relaxed(Tensor oneHot, Tensor numbers, @Nullable Tensor levels) {
        Tensor bits = oneHot.reshape(oneHot.size(0), visible.length, 2).select(2, 1);
        Tensor inputs = bits.linear(
                Tensor.real(DEVICE, flat, hidden.length, visible.length), Tensor.real(DEVICE, hidden, hidden.length));
        Tensor alone = bits.matmul(Tensor.real(DEVICE, visible, visible.length, 1));
        return inputs.softplus().sum(1).plus(alone.select(1, 0)).negate();
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
        return DEVICE;
    }
}
