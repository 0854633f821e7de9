package dev.calor.heat;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.random.RandomStream;
import dev.calor.space.Cyclic;
import dev.calor.space.FiniteSpace;
import dev.calor.space.Ordinal;
import dev.calor.space.Uniform;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntFunction;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** [P thm:ScalingLimit]. State b of S covers the interval [b/S, (b+1)/S]; the walk starts in the middle of its own. */
class ScalingLimitTest {
    private static final int[] SIZES = {18, 54, 162, 486, 1458};

    @ParameterizedTest
    @ValueSource(doubles = {0.005, 0.01, 0.05})
    @DisplayName("Quadratic rule: y/S tends to the wrapped or reflected Gaussian of variance 2t, as 1/S²")
    void quadratic(double base) {
        assertConverges(Cyclic::new, base, true);
        assertConverges(Ordinal::new, base, false);
    }

    private static void assertConverges(IntFunction<FiniteSpace> spaces, double base, boolean wrapped) {
        double previous = Double.POSITIVE_INFINITY;
        for (int size : SIZES) {
            int from = size / 3; // µ = 1/3 + 1/(2S)
            double mean = (from + 0.5) / size;
            double[] row = HeatKernel.of(spaces.apply(size), DiffusionTime.quadratic(base))
                    .row(from);
            double distance = kolmogorov(
                    row,
                    b -> wrapped ? wrappedCdf(mean, base, (b + 1) / size) : reflectedCdf(mean, base, (b + 1) / size));
            assertTrue(distance < previous / 5, distance + " after " + previous + " at size " + size);
            previous = distance;
        }
        assertTrue(previous < 2e-7 / base, "distance " + previous + " in the end");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.5})
    @DisplayName("Linear rule: (y − x)/√S tends to the Gaussian of variance 2t on the line, as 1/S")
    void linear(double base) {
        for (IntFunction<FiniteSpace> spaces : Arrays.<IntFunction<FiniteSpace>>asList(Cyclic::new, Ordinal::new)) {
            double previous = Double.POSITIVE_INFINITY;
            for (int size : SIZES) {
                int from = size / 2;
                double[] row = HeatKernel.of(spaces.apply(size), DiffusionTime.linear(base))
                        .row(from);
                double distance = kolmogorov(row, b -> phi((b + 0.5 - from) / Math.sqrt(size) / Math.sqrt(2 * base)));
                assertTrue(distance < previous / 2, distance + " after " + previous + " at size " + size);
                previous = distance;
            }
            assertTrue(previous < 1e-3, "distance " + previous + " in the end");
        }
    }

    @Test
    @DisplayName("The limits' densities are the derivatives of their distribution functions")
    void densities() {
        double h = 1e-5;
        for (double x = 0.05; x < 1; x += 0.1) {
            double wrapped = (wrappedCdf(0.3, 0.05, x + h) - wrappedCdf(0.3, 0.05, x - h)) / (2 * h);
            double reflected = (reflectedCdf(0.3, 0.05, x + h) - reflectedCdf(0.3, 0.05, x - h)) / (2 * h);
            double line = (phi((x + h) / Math.sqrt(0.1)) - phi((x - h) / Math.sqrt(0.1))) / (2 * h);
            // Central differences: h² of truncation, 1e-15/h of rounding.
            assertEquals(
                    wrapped, ScalingLimit.quadratic(new Cyclic(2), 0.3, 0.05).applyAsDouble(x), 1e-8);
            assertEquals(
                    reflected, ScalingLimit.quadratic(new Ordinal(2), 0.3, 0.05).applyAsDouble(x), 1e-8);
            assertEquals(line, ScalingLimit.linear(0.05).applyAsDouble(x), 1e-8);
        }
        assertRefused(() -> ScalingLimit.quadratic(new Uniform(3), 0.5, 1), "Uniform[size=3]", "cyclic and ordinal");
    }

    @Test
    @DisplayName(
            "The Gaussian limit is within its stated error of the exact walk, at every time where both can be computed")
    void statedError() {
        for (double time = 1; time < 5e6; time *= 3) {
            int window = (int) (2 * RingWalk.reach(time) + 1);
            SpectralWalk exact = SpectralWalk.of(window, window, time);
            GaussianWalk limit = new GaussianWalk(window, time);
            double density = 0;
            double rounded = 0;
            double deviation = Math.sqrt(2 * time);
            for (int d = -window / 2; d <= window / 2; d++) {
                density += Math.abs(exact.probability(d) - limit.probability(d)) / 2;
                rounded += Math.abs(exact.probability(d) - phi((d + 0.5) / deviation) + phi((d - 0.5) / deviation)) / 2;
            }
            assertTrue(density <= limit.error(), "probability() is off by " + density + " at " + time);
            // Draws are rounded: their distribution is a difference of Φ, here with rounding noise of its own.
            assertTrue(rounded <= limit.error() + 1e-13 * deviation, "draw() is off by " + rounded + " at " + time);
        }
    }

    @Test
    @DisplayName("The two forms meet where one takes over from the other")
    void formsMeet() {
        int size = 1_000_000;
        double time = 6e6;
        assertEquals(
                "closed form (Fourier sum)",
                HeatKernel.of(new Cyclic(size), DiffusionTime.fixed(time)).form());
        RingWalk exact = RingWalk.of(size, time);
        RingWalk limit = new GaussianWalk(size, time);
        for (int d = 0; d < 30_000; d += 100) {
            assertEquals(exact.probability(d), limit.probability(d), 2e-8 * exact.probability(0));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-3, 0.1, 1, 1e3, 1e6, 1e9, 1e12, 1e300})
    @DisplayName("A million levels are legal and cheap at every time")
    void millionLevels(double time) {
        int size = 1_000_000;
        RandomStream random = RandomStream.of(5);
        for (FiniteSpace space : new FiniteSpace[] {new Cyclic(size), new Ordinal(size)}) {
            HeatKernel kernel = HeatKernel.of(space, DiffusionTime.fixed(time));
            double[] row = kernel.row(3);
            assertEquals(1, Arrays.stream(row).sum(), 1e-9, kernel.toString());
            assertTrue(Arrays.stream(row).allMatch(p -> p >= 0));
            assertTrue(kernel.error() < 1e-8, kernel.form() + " " + kernel.error());
            double spread = 0;
            for (int i = 0; i < 1000; i++) {
                int y = kernel.draw(size / 2, random);
                spread += (y - size / 2.0) * (y - size / 2.0) / 1000;
            }
            // The sample variance of 1,000 draws lies within 30 % of the truth, 6 deviations: false alarm below 1e-8.
            double variance = time < 1e9 ? 2 * time : time > 1e12 ? (double) size * size / 12 : spread;
            if (time >= 1) {
                assertEquals(variance, spread, 0.3 * variance, kernel.toString());
            }
        }
    }

    /** sup |F_row − F| over the right ends of the states' intervals. */
    private static double kolmogorov(double[] row, DoubleUnaryOperator limit) {
        double cumulative = 0;
        double distance = 0;
        for (int b = 0; b < row.length; b++) {
            cumulative += row[b];
            distance = Math.max(distance, Math.abs(cumulative - limit.applyAsDouble(b)));
        }
        return distance;
    }

    /** P(φ(ξ) ≤ x) for ξ ~ N(µ, 2t) and φ the fractional part. */
    private static double wrappedCdf(double mean, double time, double x) {
        double deviation = Math.sqrt(2 * time);
        double sum = 0;
        for (int n = -10; n <= 10; n++) {
            sum += phi((n + x - mean) / deviation) - phi((n - mean) / deviation);
        }
        return sum;
    }

    /** The same with φ folding ℝ like a paper strip: x on [2n, 2n+1], mirrored on [2n−1, 2n]. */
    private static double reflectedCdf(double mean, double time, double x) {
        double deviation = Math.sqrt(2 * time);
        double sum = 0;
        for (int n = -10; n <= 10; n++) {
            sum += phi((2 * n + x - mean) / deviation) - phi((2 * n - x - mean) / deviation);
        }
        return sum;
    }

    /**
     * The normal distribution function by Abramowitz and Stegun 26.2.11: ½ + φ(x) Σ x^(2n+1)/(1·3·…·(2n+1)), all terms
     * of one sign.
     */
    private static double phi(double x) {
        if (Math.abs(x) > 9) {
            return x > 0 ? 1 : 0;
        }
        double term = x;
        double sum = x;
        for (int n = 1; Math.abs(term) > 1e-17 * Math.abs(sum); n++) {
            term *= x * x / (2 * n + 1);
            sum += term;
        }
        return 0.5 + sum * Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
    }
}
