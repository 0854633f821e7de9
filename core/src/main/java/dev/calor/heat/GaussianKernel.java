package dev.calor.heat;

import dev.calor.random.RandomStream;

/**
 * The heat kernel of a numeric column: ∂_t q = ∂²q/∂x² has the solution N(x, 2t). (The paper's tables write N(x, t) for
 * the same perturbation: their t is twice ours.)
 *
 * @param time t, finite and at least 0
 */
public record GaussianKernel(double time) {
    /**
     * Checks the time.
     *
     * @throws IllegalArgumentException if {@code time} is negative or not finite
     */
    public GaussianKernel {
        DiffusionTime.fixed(time); // the same range, the same message
    }

    /**
     * The kernel whose noise has this standard deviation.
     *
     * @throws IllegalArgumentException if {@code deviation} is negative, infinite or NaN
     */
    public static GaussianKernel ofDeviation(double deviation) {
        if (!(deviation >= 0)) {
            throw new IllegalArgumentException(
                    "standard deviation " + deviation + " of noise: allowed are numbers from 0 up");
        }
        return new GaussianKernel(deviation * deviation / 2);
    }

    /** The standard deviation of the noise, √(2t). */
    public double deviation() {
        return Math.sqrt(2 * time);
    }

    /** The density of q_t(·|from) at {@code to}; not defined at t = 0. */
    public double density(double from, double to) {
        double distance = to - from;
        return Math.exp(-distance * distance / (4 * time)) / Math.sqrt(4 * Math.PI * time);
    }

    /** Draws y ~ N(from, 2t). */
    public double draw(double from, RandomStream random) {
        return from + deviation() * random.nextGaussian();
    }
}
