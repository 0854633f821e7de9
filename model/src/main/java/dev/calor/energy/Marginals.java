package dev.calor.energy;

import dev.calor.space.ProductSpace;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * A law of independent columns: of each finite column given probabilities of its levels, of each number N(0, 1). Noise relaxes to it,
 * chains start in it, and energies stand on it ({@link WithBase}).
 */
public final class Marginals {
    private final OneHot layout;
    private final int numbers;
    private final double[] weights; // a slot
    private final double[] probabilities;
    private final boolean uniform;
    private final double[] threshold; // a slot: drawn uniformly, a level is kept with this probability,
    private final long[] alias; // and else replaced by this one (Walker, Vose)

    /** @param weights a slot of the space's one-hot layout, positive; each column's are divided by their sum */
    public Marginals(ProductSpace space, double[] weights) {
        layout = new OneHot(space);
        numbers = space.dimension() - layout.columns();
        if (weights.length != layout.slots()) {
            throw new IllegalArgumentException("a law of " + weights.length + " weights for " + layout.slots()
                    + " levels: give one a level of every column");
        }
        this.weights = weights.clone();
        probabilities = weights.clone();
        threshold = new double[weights.length];
        alias = new long[weights.length];
        boolean even = true;
        for (int k = 0; k < layout.columns(); k++) {
            even &= fill(layout.offset(k), layout.size(k));
        }
        uniform = even;
    }

    /** All levels of a column alike. */
    public static Marginals uniform(ProductSpace space) {
        double[] ones = new double[new OneHot(space).slots()];
        Arrays.fill(ones, 1);
        return new Marginals(space, ones);
    }

    /** The table of one column; whether all its levels are alike. */
    private boolean fill(int first, int size) {
        double sum = 0;
        for (int slot = first; slot < first + size; slot++) {
            if (!(probabilities[slot] > 0 && probabilities[slot] < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("weight " + probabilities[slot] + " of slot " + slot
                        + ": allowed are positive finite numbers; keep rare levels away from 0");
            }
            sum += probabilities[slot];
        }
        Deque<Integer> poor = new ArrayDeque<>();
        Deque<Integer> rich = new ArrayDeque<>();
        boolean even = true;
        for (int level = 0; level < size; level++) {
            int slot = first + level;
            probabilities[slot] /= sum;
            even &= probabilities[slot] == probabilities[first];
            threshold[slot] = probabilities[slot] * size;
            alias[slot] = level;
            (threshold[slot] < 1 ? poor : rich).push(level);
        }
        while (!poor.isEmpty() && !rich.isEmpty()) {
            int taker = poor.pop();
            int giver = rich.pop();
            alias[first + taker] = giver;
            threshold[first + giver] -= 1 - threshold[first + taker];
            (threshold[first + giver] < 1 ? poor : rich).push(giver);
        }
        // What is left differs from 1 by rounding.
        poor.forEach(level -> threshold[first + level] = 1);
        rich.forEach(level -> threshold[first + level] = 1);
        return even;
    }

    /** What it was made of. */
    public double[] weights() {
        return weights.clone();
    }

    /** The probability of each slot. */
    public double[] probabilities() {
        return probabilities.clone();
    }

    /** States of the finite columns: [rows, columns]. */
    public Tensor states(long rows, Noise noise) {
        if (uniform) {
            return layout.uniformly(rows, noise);
        }
        Device device = noise.device();
        // floor(u·S) < S also when rounding makes u·S = S, for S < 2^24.
        Tensor scaled =
                noise.uniform(rows, layout.columns()).clampAbove(1 - 0x1p-24).times(layout.sizes(device));
        Tensor whole = scaled.floor();
        Tensor level = whole.toWhole();
        Tensor slots = layout.slotsOf(device, level).reshape(-1);
        Tensor kept = Tensor.real(device, threshold, threshold.length)
                .indexSelect(0, slots)
                .reshape(rows, layout.columns());
        Tensor other =
                Tensor.whole(device, alias, alias.length).indexSelect(0, slots).reshape(rows, layout.columns());
        return scaled.minus(whole).lessThan(kept).choose(level, other);
    }

    /** Whole rows. */
    public Batch rows(long count, Noise noise) {
        Tensor states = layout.columns() == 0 ? Tensor.fullWhole(noise.device(), 0, count, 0) : states(count, noise);
        return new Batch(states, noise.normal(count, numbers), null);
    }
}
