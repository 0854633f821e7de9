package dev.calor.energy;

import dev.calor.tensor.Tensor;

/**
 * U with its first derivatives.
 *
 * @param energy U, [rows]
 * @param oneHot [rows, slots]; to first order U changes by oneHot[v] − oneHot[current] when a column changes to v
 * @param numbers the gradient with respect to the numbers, [rows, numeric columns]
 */
public record Gradient(Tensor energy, Tensor oneHot, Tensor numbers) {
    /** Takes the rows for which a condition [rows] holds from {@code yes}, the others from {@code no}. */
    public static Gradient choose(Tensor condition, Gradient yes, Gradient no) {
        Tensor column = condition.unsqueeze(1);
        return new Gradient(
                condition.choose(yes.energy, no.energy),
                column.choose(yes.oneHot, no.oneHot),
                column.choose(yes.numbers, no.numbers));
    }

    /** A copy in memory of its own. */
    public Gradient copy() {
        return new Gradient(energy.copy(), oneHot.copy(), numbers.copy());
    }

    /** Takes the tensors out of all scopes: they are freed by {@link #release} only. Returns itself. */
    public Gradient keep() {
        energy.keep();
        oneHot.keep();
        numbers.keep();
        return this;
    }

    /** Frees kept tensors. */
    public void release() {
        energy.release();
        oneHot.release();
        numbers.release();
    }
}
