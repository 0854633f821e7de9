package dev.calor.heat;

import dev.calor.space.Cyclic;
import dev.calor.space.FiniteSpace;
import dev.calor.space.Ordinal;
import java.util.function.DoubleUnaryOperator;

/**
 * The limits of [P thm:ScalingLimit] for cyclic and ordinal spaces, as densities. State b of S stands for the interval
 * [b/S, (b+1)/S]. (The paper's φ^ord(2n+1+x) = −x is a misprint for 1 − x, the reflection at 1.)
 */
public final class ScalingLimit {
    /** Number of images of the mean that are summed on either side: with ten, times up to t_base = 1 are exact. */
    private static final int IMAGES = 10;

    private ScalingLimit() {}

    /**
     * Quadratic rule: the limit of y/S on [0, 1], N(mean, 2·base) wrapped or reflected.
     *
     * @throws IllegalArgumentException if the space is neither cyclic nor ordinal
     */
    public static DoubleUnaryOperator quadratic(FiniteSpace space, double mean, double base) {
        GaussianKernel kernel = new GaussianKernel(base);
        if (space instanceof Cyclic) {
            return x -> {
                double sum = 0;
                for (int n = -IMAGES; n <= IMAGES; n++) {
                    sum += kernel.density(mean, n + x);
                }
                return sum;
            };
        }
        if (space instanceof Ordinal) {
            return x -> {
                double sum = 0;
                for (int n = -IMAGES; n <= IMAGES; n++) {
                    sum += kernel.density(mean, 2 * n + x) + kernel.density(mean, 2 * n - x);
                }
                return sum;
            };
        }
        throw new IllegalArgumentException(
                space + " has no scaling limit: only cyclic and ordinal spaces have; choose one of these");
    }

    /** Linear rule: the limit of (y − x)/√S on the line, N(0, 2·base), for a start away from the ends. */
    public static DoubleUnaryOperator linear(double base) {
        GaussianKernel kernel = new GaussianKernel(base);
        return x -> kernel.density(0, x);
    }
}
