package dev.calor.sampler;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/**
 * The noise levels that {@link ReverseHeat} passes through, in their order.
 *
 * @param levels at least two, each below the one before it, from at most 1 (all noise) down to at least 0 (data)
 */
public record NoiseSchedule(List<Double> levels) {
    /**
     * Any levels.
     *
     * @throws IllegalArgumentException if there are fewer than two levels, or if they are not falling numbers from 1 down to 0
     */
    public NoiseSchedule {
        levels = List.copyOf(levels);
        if (levels.size() < 2) {
            throw new IllegalArgumentException(
                    levels.size() + " noise levels: a pass needs at least 2, such as 1 and 0");
        }
        double before = Math.nextUp(1.0);
        for (double level : levels) {
            if (!(level >= 0 && level < before)) {
                throw new IllegalArgumentException("noise level " + level + " after " + before
                        + ": allowed are numbers from 1 down to 0, each below the one before; sort them");
            }
            before = level;
        }
    }

    /**
     * Levels 1 − i/steps.
     *
     * @throws IllegalArgumentException if there is no step
     */
    public static NoiseSchedule even(int steps) {
        return of(steps, share -> share);
    }

    /**
     * Levels (1 − i/steps)^power: with a power above 1 the steps become shorter towards the data.
     *
     * @throws IllegalArgumentException if there is no step, or if the power is not positive
     */
    public static NoiseSchedule power(int steps, double power) {
        if (!(power > 0 && power < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("power " + power + " of noise levels: allowed are positive numbers");
        }
        return of(steps, share -> Math.pow(share, power));
    }

    private static NoiseSchedule of(int steps, DoubleUnaryOperator level) {
        if (steps < 1) {
            throw new IllegalArgumentException(steps + " steps from noise to data: at least 1");
        }
        return new NoiseSchedule(IntStream.rangeClosed(0, steps)
                .mapToObj(i -> level.applyAsDouble(1 - (double) i / steps))
                .toList());
    }

    /** How many steps there are from level to level. */
    public int steps() {
        return levels.size() - 1;
    }

    /** Step i, from level i to level i + 1. */
    ReverseStep step(int i) {
        return new ReverseStep(levels.get(i), levels.get(i + 1));
    }
}
