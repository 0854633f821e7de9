package dev.calor.heat;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.calor.space.Cyclic;
import dev.calor.space.FiniteSpace;
import dev.calor.space.Ordinal;
import dev.calor.space.RateMatrix;
import dev.calor.space.Uniform;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** [P prop:SolutionHeatEquation], [P equ:uniform_perturbation_estimation] and [P eq:MatrixExponential2D], as printed. */
class ClosedFormTest {
    @ParameterizedTest
    @CsvSource({"1,.5", "2,.5", "3,.5", "16,.01", "16,4", "101,.2", "101,500", "1000,7", "1000,20000"})
    @DisplayName("The paper's sums over all S frequencies, states counted from 1")
    void asPrinted(int size, double time) {
        HeatKernel cyclic = HeatKernel.of(new Cyclic(size), DiffusionTime.fixed(time));
        HeatKernel ordinal = HeatKernel.of(new Ordinal(size), DiffusionTime.fixed(time));
        for (int a = 1; a <= size; a += Math.max(1, size / 7)) {
            for (int b = 1; b <= size; b++) {
                assertEquals(printedCyclic(size, time, a, b), cyclic.probability(a - 1, b - 1), 1e-13);
                assertEquals(printedOrdinal(size, time, a, b), ordinal.probability(a - 1, b - 1), 1e-13);
            }
        }
    }

    private static double printedCyclic(int size, double time, int a, int b) {
        double sum = 0;
        for (int p = 1; p <= size; p++) {
            double omega = (p - 1.0) / size;
            // The imaginary parts of p and S−p+2 cancel.
            sum += Math.cos(2 * Math.PI * (b - a) * omega) * Math.exp((2 * Math.cos(2 * Math.PI * omega) - 2) * time);
        }
        return sum / size;
    }

    private static double printedOrdinal(int size, double time, int a, int b) {
        double sum = 0;
        for (int p = 1; p <= size; p++) {
            double omega = (p - 1.0) / (2.0 * size);
            double z = p == 1 ? 2 : 1;
            sum += Math.cos((2 * b - 1) * Math.PI * omega)
                    * Math.exp((2 * Math.cos(2 * Math.PI * omega) - 2) * time)
                    * Math.cos((2 * a - 1) * Math.PI * omega)
                    / z;
        }
        return 2 * sum / size;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 16, 101, 200})
    @DisplayName("Closed forms = eigendecompositions of the same rate matrix")
    void closedFormIsEigenForm(int size) {
        for (FiniteSpace space : new FiniteSpace[] {new Uniform(size), new Cyclic(size), new Ordinal(size)}) {
            EigenBasis basis = EigenBasis.of(RateMatrix.of(space));
            for (double time : new double[] {0, 0.05, 1, 40, 0.01 * size * size}) {
                HeatKernel kernel = HeatKernel.of(space, DiffusionTime.fixed(time));
                for (int from = 0; from < size; from++) {
                    assertArrayEquals(basis.row(from, time), kernel.row(from), 1e-12, space + " at " + time);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 16, 101})
    @DisplayName("The spectral gaps are those of the closed forms")
    void spectralGaps(int size) {
        assertEquals(1, EigenBasis.of(RateMatrix.of(new Uniform(size))).spectralGap(), 1e-12);
        assertEquals(
                2 - 2 * Math.cos(2 * Math.PI / size),
                EigenBasis.of(RateMatrix.of(new Cyclic(size))).spectralGap(),
                1e-12);
        assertEquals(
                2 - 2 * Math.cos(Math.PI / size),
                EigenBasis.of(RateMatrix.of(new Ordinal(size))).spectralGap(),
                1e-12);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1e-6, 0.1, 0.5, 2, 30})
    @DisplayName("Bits flip with ε = ½(1−e^−t) uniform, ½(1−e^−2t) ordinal, ½(1−e^−4t) cyclic, whose edge is double")
    void binaryFlips(double time) {
        assertFlips(new Uniform(2), 1, time);
        assertFlips(new Ordinal(2), 2, time);
        assertFlips(new Cyclic(2), 4, time);
    }

    private static void assertFlips(FiniteSpace space, double rate, double time) {
        HeatKernel kernel = HeatKernel.of(space, DiffusionTime.fixed(time));
        double epsilon = 0.5 * (1 - Math.exp(-rate * time));
        assertEquals(epsilon, kernel.probability(0, 1), 1e-15);
        assertEquals(epsilon, kernel.probability(1, 0), 1e-15);
        assertEquals(1 - epsilon, kernel.probability(0, 0), 1e-15);
    }

    @Test
    @DisplayName("On the line, variance 2t: density and deviation agree")
    void gaussianKernel() {
        GaussianKernel kernel = GaussianKernel.ofDeviation(0.1);
        assertEquals(0.005, kernel.time(), 1e-18);
        assertEquals(0.1, kernel.deviation(), 1e-16);
        double mass = 0;
        double variance = 0;
        for (double x = -2; x <= 2; x += 1e-3) {
            mass += kernel.density(0.5, 0.5 + x) * 1e-3;
            variance += x * x * kernel.density(0.5, 0.5 + x) * 1e-3;
        }
        assertEquals(1, mass, 1e-12);
        assertEquals(0.01, variance, 1e-12);
    }
}
