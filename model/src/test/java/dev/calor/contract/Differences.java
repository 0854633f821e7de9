package dev.calor.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.calor.tensor.Device;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.function.DoubleSupplier;

/** Gradients against central differences, in double precision. */
final class Differences {
    /** Of central differences with h = 1e-6: h² of truncation and 1e-16/h of rounding, times the size of the value. */
    static final double TOLERANCE = 1e-8;

    private static final double H = 1e-6;

    private Differences() {}

    /** Asserts that {@code gradient} is that of a value with respect to a variable, which is moved and put back. */
    static void assertGradient(Tensor variable, Tensor gradient, DoubleSupplier value) {
        assertArrayEquals(of(variable, value), gradient.toDoubles(), TOLERANCE);
    }

    /** The gradient of a value with respect to a variable, which is moved and put back. */
    static double[] of(Tensor variable, DoubleSupplier value) {
        try (NoGradient guard = NoGradient.open()) {
            double[] numbers = variable.toDoubles();
            double[] gradient = new double[numbers.length];
            for (int i = 0; i < numbers.length; i++) {
                gradient[i] =
                        (shifted(variable, numbers, i, H, value) - shifted(variable, numbers, i, -H, value)) / (2 * H);
            }
            return gradient;
        }
    }

    private static double shifted(Tensor variable, double[] numbers, int i, double by, DoubleSupplier value) {
        try (Scope scope = Scope.open()) {
            double[] moved = numbers.clone();
            moved[i] += by;
            variable.assign(Tensor.real(Device.CPU_DOUBLE, moved, variable.shape()));
            double result = value.getAsDouble();
            variable.assign(Tensor.real(Device.CPU_DOUBLE, numbers, variable.shape()));
            return result;
        }
    }
}
