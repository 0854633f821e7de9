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
 * @param rows the present row of every chain
 * @param stepSizes as adapted so far, one per sampler that has a step size, in the order in which the samplers move
 * @param innermost gradients at the rows, if the last step computed them: the next step then evaluates its proposal only. They are valid
 *     for the same energy, also at another temperature; null if not known
 */
public record Chain(
        Batch rows, List<Double> stepSizes, @Nullable Gradient innermost) {
    /** Copies the step sizes. */
    public Chain {
        stepSizes = List.copyOf(stepSizes);
    }

    /** Chains at these rows, whose gradients are not known. */
    public static Chain of(Batch rows, double... stepSizes) {
        return new Chain(rows, Arrays.stream(stepSizes).boxed().toList(), null);
    }

    /** The same chains at other rows, whose gradients are not known. */
    public Chain withRows(Batch other) {
        return new Chain(other, stepSizes, null);
    }

    /** The same with other step sizes. */
    Chain withStepSizes(List<Double> other) {
        return new Chain(rows, other, innermost);
    }

    /** The step size, for samplers that have one. */
    double stepSize() {
        return stepSizes.get(0);
    }

    /** Gradients at the rows: the known ones, or evaluated now. */
    Gradient innermost(Energy energy) {
        return innermost == null ? energy.innermost(rows) : innermost;
    }

    /** A copy without the engine's recorded history. */
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

    /** Frees the tensors of {@link #keep}. */
    public void release() {
        rows.release();
        if (innermost != null) {
            innermost.release();
        }
    }
}
