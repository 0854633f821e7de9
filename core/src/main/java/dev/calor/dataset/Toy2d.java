package dev.calor.dataset;

import dev.calor.random.RandomStream;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The seven sets of points in the plane of [P tab:synthetic_nll], drawn as the released code draws them. Their
 * densities are ours: the released code has none. {@link Discretisation} turns points into rows.
 *
 * <p>Deviation: where the released code takes equal numbers of points from every arm, at equally spaced angles of a
 * circle, we draw arm and angle of each point independently. The distribution of a point is the same, whatever the
 * number of points.
 */
@SuppressWarnings(
        "ImmutableEnumChecker") // distributions are immutable, which the checker cannot see in their functions and
// arrays
public enum Toy2d {
    /**
     * Angle n = 3π√u on two arms ±(−n cos n, n sin n)/3, jittered by ± a uniform draw on [0, 1/6]², plus N(0, 0.1²).
     */
    TWO_SPIRALS("2spirals", NoisyCurves.of(0.1, spiral(1), spiral(-1))),

    /** Eight Gaussians of deviation 0.5 at distance 4, all divided by 1.414. */
    EIGHT_GAUSSIANS(
            "8gaussians",
            NoisyCurves.of(
                    0.5 / 1.414,
                    IntStream.range(0, 8)
                            .mapToObj(i -> Curve.point(
                                    4 / 1.414 * Math.cos(i * Math.PI / 4), 4 / 1.414 * Math.sin(i * Math.PI / 4)))
                            .toArray(Curve[]::new))),

    /** Circles of radius 1 and 0.5, plus N(0, 0.08²), all times 3. */
    CIRCLES("circles", NoisyCurves.of(3 * 0.08, circle(3), circle(1.5))),

    /**
     * Half circles (cos θ, sin θ) and (1 − cos θ, 0.5 − sin θ), plus N(0, 0.1²), all times 2 and moved by (−1, −0.2).
     */
    MOONS(
            "moons",
            NoisyCurves.of(
                    2 * 0.1,
                    Curve.uniform(v -> 2 * Math.cos(Math.PI * v) - 1, v -> 2 * Math.sin(Math.PI * v) - 0.2),
                    Curve.uniform(
                            v -> 2 * (1 - Math.cos(Math.PI * v)) - 1, v -> 2 * (0.5 - Math.sin(Math.PI * v)) - 0.2))),

    /** Five arms of deviations 0.3 and 0.1, wound up by e^a/4 at distance a, all times 2. */
    PINWHEEL("pinwheel", new Pinwheel()),

    /** (t cos t, t sin t) with t uniform on [1.5π, 4.5π], plus N(0, 1), all divided by 5. */
    SWISSROLL("swissroll", NoisyCurves.of(0.2, roll())),

    /** Uniform on eight squares of a 4×4 board on [−4, 4]². */
    CHECKERBOARD("checkerboard", new Checkerboard());

    private final String label;
    private final PlanarDistribution distribution;

    Toy2d(String label, PlanarDistribution distribution) {
        this.label = label;
        this.distribution = distribution;
    }

    private static Curve spiral(double sign) {
        DoubleUnaryOperator angle = v -> 3 * Math.PI * v;
        return new Curve(
                2,
                v -> -sign * angle.applyAsDouble(v) * Math.cos(angle.applyAsDouble(v)) / 3,
                v -> sign * angle.applyAsDouble(v) * Math.sin(angle.applyAsDouble(v)) / 3,
                sign * 0.5 / 3);
    }

    private static Curve circle(double radius) {
        return Curve.uniform(v -> radius * Math.cos(2 * Math.PI * v), v -> radius * Math.sin(2 * Math.PI * v));
    }

    private static Curve roll() {
        DoubleUnaryOperator angle = v -> 1.5 * Math.PI * (1 + 2 * v);
        return Curve.uniform(
                v -> angle.applyAsDouble(v) * Math.cos(angle.applyAsDouble(v)) / 5,
                v -> angle.applyAsDouble(v) * Math.sin(angle.applyAsDouble(v)) / 5);
    }

    /**
     * The set of this name, as in the paper's tables.
     *
     * @throws IllegalArgumentException if there is no such set
     */
    public static Toy2d named(String name) {
        return Arrays.stream(values())
                .filter(set -> set.label.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + name + "' is not a toy set: give one of "
                        + Arrays.stream(values()).map(Toy2d::toString).collect(Collectors.joining(", "))));
    }

    /**
     * Draws {@code n} independent points (x, y).
     *
     * @throws IllegalArgumentException if {@code n} is negative
     */
    public double[][] draw(int n, RandomStream random) {
        double[][] points = new double[Counts.check(n, "points")][];
        for (int i = 0; i < n; i++) {
            points[i] = distribution.draw(random);
        }
        return points;
    }

    /**
     * log p(x, y), in nats; −∞ where there are no points. Exact for 8gaussians, pinwheel and checkerboard; an integral
     * over the curve's parameter for the others, with a relative error of 1e-6.
     */
    public double logDensity(double x, double y) {
        return distribution.logDensity(x, y);
    }

    /** The name in the paper's tables, for example 2spirals. */
    @Override
    public String toString() {
        return label;
    }
}
