package dev.calor.energy;

import dev.calor.tensor.Tensor;

/**
 * U with its first derivatives.
 *
 * @param energy [rows]
 * @param oneHot [rows, slots]; U changes by oneHot[v] − oneHot[current] to first order when a column changes to v
 * @param numbers [rows, numeric columns]
 */
public record Gradient(Tensor energy, Tensor oneHot, Tensor numbers) {
    /** The rows for which a condition [rows] holds from one, the others from another. */
    public static Gradient choose(Tensor condition, Gradient yes, Gradient no) {
        Tensor column = condition.unsqueeze(1);
        return new Gradient(
                condition.choose(yes.energy, no.energy),
                column.choose(yes.oneHot, no.oneHot),
                column.choose(yes.numbers, no.numbers));
    }

    /** The same numbers in memory of their own. */
    public Gradient copy() {
        return new Gradient(energy.copy(), oneHot.copy(), numbers.copy());
    }

    /** Takes them out of all scopes: they live until {@link #release}. Returns itself. */
    public Gradient keep() {
        energy.keep();
        oneHot.keep();
        numbers.keep();
        return this;
    }

    public void release() {
        energy.release();
        oneHot.release();
        numbers.release();
    }
}
