package dev.calor.dataset;

import dev.calor.random.RandomStream;
import java.util.function.DoubleUnaryOperator;

/**
 * A random point on a curve: (x(v), y(v)) + jitter · (a, b), with a and b uniform on [0, 1].
 *
 * @param power v ∈ [0, 1] has the density power · v^(power−1): uniform for 1, the square root of a uniform draw for 2
 * @param jitter side of the square, negative for a square to the lower left
 */
record Curve(int power, DoubleUnaryOperator x, DoubleUnaryOperator y, double jitter) {
    static Curve uniform(DoubleUnaryOperator x, DoubleUnaryOperator y) {
        return new Curve(1, x, y, 0);
    }

    /** A curve that is a single point. */
    static Curve point(double x, double y) {
        return uniform(v -> x, v -> y);
    }

    double[] draw(RandomStream random) {
        double v = Math.pow(random.nextDouble(), 1.0 / power);
        return new double[] {
            x.applyAsDouble(v) + jitter * random.nextDouble(), y.applyAsDouble(v) + jitter * random.nextDouble()
        };
    }

    double parameterDensity(double v) {
        return power * Math.pow(v, power - 1.0);
    }
}
