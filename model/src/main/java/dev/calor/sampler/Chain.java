package dev.calor.sampler;

import dev.calor.energy.Energy;
import dev.calor.energy.Gradient;
import dev.calor.rows.Batch;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of many chains.
 *
 * @param rows a row a chain
 * @param stepSizes as adapted so far, one for every sampler that has one, in the order in which they move
 * @param innermost gradients at the rows, where the last step left them: the next then needs one evaluation, that of its proposal.
 *     They hold for the same energy, or the same heated differently
 */
public record Chain(
        Batch rows, List<Double> stepSizes, @Nullable Gradient innermost) {
    public Chain {
        stepSizes = List.copyOf(stepSizes);
    }

    public static Chain of(Batch rows, double... stepSizes) {
        return new Chain(rows, Arrays.stream(stepSizes).boxed().toList(), null);
    }

    /** Other rows, of which nothing is known yet. */
    public Chain withRows(Batch other) {
        return new Chain(other, stepSizes, null);
    }

    /** The same with other step sizes. */
    Chain withStepSizes(List<Double> other) {
        return new Chain(rows, other, innermost);
    }

    /** The step size of a sampler that has just one. */
    double stepSize() {
        return stepSizes.get(0);
    }

    /** Gradients at the rows, kept or evaluated now. */
    Gradient innermost(Energy energy) {
        return innermost == null ? energy.innermost(rows) : innermost;
    }

    /** The same in memory of its own, without a history. */
    public Chain copy() {
        return new Chain(rows.copy(), stepSizes, innermost == null ? null : innermost.copy());
    }

    /** Takes the tensors out of all scopes: they live until {@link #release}. Returns itself. */
    public Chain keep() {
        rows.keep();
        if (innermost != null) {
            innermost.keep();
        }
        return this;
    }

    public void release() {
        rows.release();
        if (innermost != null) {
            innermost.release();
        }
    }
}
