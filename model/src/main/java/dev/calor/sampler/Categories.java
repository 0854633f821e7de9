package dev.calor.sampler;

import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;

/** Draws of categories. */
final class Categories {
    private Categories() {}

    /**
     * In proportion to weights [rows, columns, widest], all columns at once; never one of weight 0: [rows, columns]. Where weights are NaN
     * it is level 0, so that one bad row does not end a run; Metropolis rejects it.
     */
    static Tensor draw(Tensor weights, Noise noise) {
        Tensor sums = weights.cumulativeSum(2);
        Tensor total = sums.narrow(2, sums.size(2) - 1, 1);
        // A share below 1 of the total is below the total, also when rounded: so the first sum above it is one that has
        // grown.
        Tensor share = noise.uniform(total.shape()).clampAbove(1 - 0x1p-24);
        Tensor drawn = sums.searchSorted(total.times(share)).select(2, 0);
        return drawn.lessThan((double) sums.size(2)).choose(drawn, drawn.times(0L));
    }
}
