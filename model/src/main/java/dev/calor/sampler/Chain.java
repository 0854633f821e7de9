package dev.calor.sampler;

import dev.calor.energy.Energy;
import dev.calor.energy.Gradient;
import dev.calor.rows.Batch;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of many Markov chains.
 *
 * @param rows one row per chain
 * @param stepSizes the step sizes as adapted so far, one for every sampler that has one, in the order in which they step
 * @param innermost the gradients of the innermost network at the rows, if the last step kept them: the next step then needs one
 *     evaluation, that of its proposal. They are valid for the same energy, at any temperature
 */
public record Chain(
        Batch rows, List<Double> stepSizes, @Nullable Gradient innermost) {
    /** Copies the step sizes. */
    public Chain {
        stepSizes = List.copyOf(stepSizes);
    }

    /** Chains at the given rows, without gradients. */
    public static Chain of(Batch rows, double... stepSizes) {
        return new Chain(rows, Arrays.stream(stepSizes).boxed().toList(), null);
    }

    /** The same step sizes at other rows, without gradients. */
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

    /** The gradients at the rows: those that were kept, or else computed now. */
    Gradient innermost(Energy energy) {
        return innermost == null ? energy.innermost(rows) : innermost;
    }

    /** A copy in memory of its own, without the operations recorded for gradients. */
    public Chain copy() {
        return new Chain(rows.copy(), stepSizes, innermost == null ? null : innermost.copy());
    }

    /** Takes the tensors out of all scopes: they are freed by {@link #release} only. Returns itself. */
    public Chain keep() {
        rows.keep();
        if (innermost != null) {
            innermost.keep();
        }
        return this;
    }

    /** Frees kept tensors. */
    public void release() {
        rows.release();
        if (innermost != null) {
            innermost.release();
        }
    }
}
