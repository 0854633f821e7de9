package dev.calor.sampler;

import dev.calor.energy.Energy;
import dev.calor.energy.Gradient;
import dev.calor.rows.Batch;
import dev.calor.rows.OneHot;
import dev.calor.tensor.Device;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;

/**
 * How {@link ReverseHeat} computes the change of U when a category changes, ΔU(v), for every level v of every column: exactly, by an
 * evaluation of the row with that level, or to first order, from the gradient that a step computes anyway. A column of a row is computed
 * exactly if all of the three conditions below hold, otherwise to first order.
 *
 * <p>The third condition is what makes exact changes affordable: a column that is about to change is where a wrong ratio does harm, and
 * in one step few are. All levels of such a column are evaluated: those that are wrongly improbable to first order are the ones missed
 * otherwise. {@link #settling} was best on Adult for its cost, for networks that are not trained to have right linear changes (decision 014).
 *
 * @param mostLevels exact only for columns with at most this many levels
 * @param mostNoise exact only at noise levels up to this one
 * @param leastChance exact only for columns that the step would change with at least this probability if all changes were of first order
 */
public record CategoryRatios(int mostLevels, double mostNoise, double leastChance) {
    /** The number of rows evaluated at once: more would need more memory without being faster. */
    private static final long CHUNK = 8192;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if there is a negative number of levels, or a noise level or probability outside 0 to 1
     */
    public CategoryRatios {
        if (mostLevels < 0 || !(mostNoise >= 0 && mostNoise <= 1) || !(leastChance >= 0 && leastChance <= 1)) {
            throw new IllegalArgumentException("exact ratios for columns of up to " + mostLevels
                    + " levels, noise levels up to " + mostNoise + " and chances of a change from " + leastChance
                    + ": allowed are 0 or more levels, and noise levels and probabilities from 0 to 1");
        }
    }

    /** No evaluations: all changes are linear. */
    public static CategoryRatios linear() {
        return new CategoryRatios(0, 1, 0);
    }

    /** Σ_k (S_k − 1) evaluations per row and step: all changes are exact. */
    public static CategoryRatios exact() {
        return new CategoryRatios(Integer.MAX_VALUE, 1, 0);
    }

    /** Exact in the last third of the noise levels, for columns that change with a probability of 1/10 or more. */
    public static CategoryRatios settling() {
        return exact().upToNoise(1.0 / 3).fromChance(0.1);
    }

    /**
     * The same for columns with at most this many levels.
     *
     * @throws IllegalArgumentException if the number is negative
     */
    public CategoryRatios upToLevels(int levels) {
        return new CategoryRatios(levels, mostNoise, leastChance);
    }

    /**
     * The same at noise levels up to this one.
     *
     * @throws IllegalArgumentException if the level is outside 0 to 1
     */
    public CategoryRatios upToNoise(double level) {
        return new CategoryRatios(mostLevels, level, leastChance);
    }

    /**
     * The same for columns that change with at least this probability.
     *
     * @throws IllegalArgumentException if the probability is outside 0 to 1
     */
    public CategoryRatios fromChance(double probability) {
        return new CategoryRatios(mostLevels, mostNoise, probability);
    }

    /**
     * ΔU of every level, up to a constant per column, infinite for levels that a condition forbids: [rows, slots].
     *
     * @param here U and its gradients at the rows
     * @param base π, as {@link ReverseStep#weights} takes it
     */
    Tensor changes(Energy energy, Batch rows, Gradient here, ReverseStep step, Tensor base) {
        OneHot layout = energy.layout();
        Device device = energy.device();
        if (mostLevels == 0 || step.level() > mostNoise) {
            return here.oneHot().detach();
        }
        Tensor linear = LocalChanges.linear(layout, device, here.oneHot().detach(), rows.states());
        try (NoGradient guard = NoGradient.open()) {
            Tensor places = candidates(layout, device, linear, rows, step, base).places();
            for (long first = 0; first < places.size(0); first += CHUNK) {
                try (Scope scope = Scope.open()) {
                    Tensor some = places.narrow(0, first, Math.min(CHUNK, places.size(0) - first));
                    evaluate(energy, rows, here.energy(), some, linear);
                }
            }
        }
        return linear;
    }

    /** The levels to evaluate, 1 or 0: [rows, slots]. Never the present one, whose energy is known, nor a forbidden one. */
    private Tensor candidates(OneHot layout, Device device, Tensor linear, Batch rows, ReverseStep step, Tensor base) {
        Tensor possible = linear.lessThan(Double.POSITIVE_INFINITY)
                .times(narrow(layout, device))
                .scatter(1, layout.slotsOf(device, rows.states()), 0);
        if (leastChance == 0) {
            return possible;
        }
        Tensor weights = step.weights(layout, device, linear, rows.states(), base);
        Tensor stays = weights.gather(2, rows.states().unsqueeze(2)).select(2, 0);
        Tensor settled = weights.sum(2).times(1 - leastChance).lessThan(stays); // [rows, columns]
        return possible.times(layout.spread(device, settled.equalTo(0)));
    }

    /** 1 for levels of columns that are not too wide, else 0: [1, slots]. */
    private Tensor narrow(OneHot layout, Device device) {
        long[] narrow = new long[layout.slots()];
        for (int k = 0; k < layout.columns(); k++) {
            for (int v = 0; v < layout.size(k); v++) {
                narrow[layout.offset(k) + v] = layout.size(k) <= mostLevels ? 1 : 0;
            }
        }
        return Tensor.whole(device, narrow, 1, narrow.length);
    }

    /** Writes, for each level to evaluate, U of the row with that level minus U of the row into {@code changes}. */
    private static void evaluate(Energy energy, Batch rows, Tensor present, Tensor places, Tensor changes) {
        OneHot layout = energy.layout();
        Tensor row = places.select(1, 0);
        Tensor slot = places.select(1, 1);
        Tensor column = layout.columnOf(energy.device(), slot);
        Tensor offset = layout.offsets(energy.device()).select(0, 0).indexSelect(0, column);
        Batch same = rows.only(row);
        Tensor states =
                same.states().scatter(1, column.unsqueeze(1), slot.minus(offset).unsqueeze(1));
        Tensor changed =
                energy.only(row, rows.rows()).energy(same.withStates(states)).minus(present.indexSelect(0, row));
        changes.reshape(-1).putRows(row.times((long) layout.slots()).plus(slot), changed);
    }
}
