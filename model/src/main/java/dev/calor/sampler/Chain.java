package dev.calor.sampler;

import dev.calor.energy.Batch;
import java.util.Arrays;
import java.util.List;

/**
 * The state of many chains.
 *
 * @param rows a row a chain
 * @param stepSizes as adapted so far, one for every sampler that has one, in the order in which they move
 */
public record Chain(Batch rows, List<Double> stepSizes) {
    public Chain {
        stepSizes = List.copyOf(stepSizes);
    }

    public static Chain of(Batch rows, double... stepSizes) {
        return new Chain(rows, Arrays.stream(stepSizes).boxed().toList());
    }

    public Chain withRows(Batch other) {
        return new Chain(other, stepSizes);
    }

    /** The step size of a sampler that has just one. */
    double stepSize() {
        return stepSizes.get(0);
    }
}
