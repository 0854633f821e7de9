package dev.calor.rows;

import dev.calor.random.AliasTable;
import dev.calor.space.ProductSpace;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;
import java.util.Arrays;

/** The base whose levels have given probabilities, those of the data as a rule: U_0 = −Σ_k log p_k(x_k), normalised. */
public final class Marginals implements Base {
    private static final double LOG_2_PI = Math.log(2 * Math.PI);

    private final OneHot layout;
    private final int numbers;
    private final double[] weights; // of each slot
    private final double[] probabilities;
    private final double[] keep; // the alias tables of all columns, side by side
    private final long[] alias;

    /**
     * Probabilities proportional to weights.
     *
     * @param weights of each slot of the space's one-hot layout; each column's are divided by their sum
     * @throws IllegalArgumentException if their number is not that of the slots, or one is not positive and finite
     */
    public Marginals(ProductSpace space, double[] weights) {
        layout = new OneHot(space);
        numbers = space.dimension() - layout.columns();
        if (weights.length != layout.slots()) {
            throw new IllegalArgumentException("marginals of " + weights.length + " weights for " + layout.slots()
                    + " levels: give one per level of every column");
        }
        this.weights = weights.clone();
        probabilities = weights.clone();
        keep = new double[weights.length];
        alias = new long[weights.length];
        for (int k = 0; k < layout.columns(); k++) {
            fill(layout.offset(k), layout.size(k));
        }
    }

    /** All levels of a column alike, normalised. */
    public static Marginals uniform(ProductSpace space) {
        double[] ones = new double[new OneHot(space).slots()];
        Arrays.fill(ones, 1);
        return new Marginals(space, ones);
    }

    /** The probabilities and the alias table of one column. */
    private void fill(int first, int size) {
        double sum = 0;
        for (int slot = first; slot < first + size; slot++) {
            if (!(weights[slot] > 0 && weights[slot] < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("weight " + weights[slot] + " of slot " + slot
                        + ": allowed are positive finite numbers; keep rare levels away from 0");
            }
            sum += weights[slot];
        }
        AliasTable table = AliasTable.of(Arrays.copyOfRange(weights, first, first + size));
        for (int level = 0; level < size; level++) {
            probabilities[first + level] /= sum;
            keep[first + level] = table.keep(level);
            alias[first + level] = table.alias(level);
        }
    }

    /** What it was made of, one per slot. */
    public double[] weights() {
        return weights.clone();
    }

    /** The probability of each slot. */
    public double[] probabilities() {
        return probabilities.clone();
    }

    @Override
    public int numbers() {
        return numbers;
    }

    /** A cell of the column's alias table, kept or exchanged for its alias by where in the cell the draw falls. */
    @Override
    public Tensor states(long rows, Noise noise) {
        if (layout.columns() == 0) {
            return Tensor.fullWhole(noise.device(), 0, rows, 0);
        }
        Device device = noise.device();
        Tensor scaled = noise.uniformBelow(layout.sizes(device), rows, layout.columns());
        Tensor whole = scaled.floor();
        Tensor level = whole.toWhole();
        Tensor slots = layout.slotsOf(device, level).reshape(-1);
        Tensor kept =
                Tensor.real(device, keep, keep.length).indexSelect(0, slots).reshape(rows, layout.columns());
        Tensor other =
                Tensor.whole(device, alias, alias.length).indexSelect(0, slots).reshape(rows, layout.columns());
        return scaled.minus(whole).lessThan(kept).choose(level, other);
    }

    @Override
    public Tensor slotEnergies(Device device) {
        return Tensor.real(
                device, Arrays.stream(probabilities).map(p -> -Math.log(p)).toArray(), probabilities.length);
    }

    @Override
    public Tensor energy(Device device, Batch rows) {
        Tensor slots = layout.slotsOf(device, rows.states());
        return slotEnergies(device)
                .indexSelect(0, slots.reshape(-1))
                .reshape(slots.shape())
                .sum(1)
                .plus(ofNumbers(rows.numbers()));
    }

    @Override
    public Tensor relaxed(Device device, Tensor oneHot, Tensor numbers) {
        return oneHot.matmul(slotEnergies(device).unsqueeze(1)).select(1, 0).plus(ofNumbers(numbers));
    }

    private static Tensor ofNumbers(Tensor numbers) {
        return numbers.square().plus(LOG_2_PI).sum(1).times(0.5);
    }

    @Override
    public double logMass() {
        return 0;
    }
}
