package dev.calor.lab.speed;

import dev.calor.random.RandomStream;
import dev.calor.tensor.Device;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;

/** What the machine can do: the speed of a product of two large square matrices in single precision, with the threads of the engine. */
final class MatrixPeak {
    /** Rows and columns of the matrices. */
    static final int SIZE = 2048;

    private MatrixPeak() {}

    /** GFLOP/s of one product, after one that warms up. */
    static double measure(Device place) {
        try (Scope scope = Scope.open();
                NoGradient guard = NoGradient.open()) {
            Tensor matrix = Noise.of(RandomStream.of(1), place).normal(SIZE, SIZE);
            matrix.matmul(matrix).sum().number();
            long started = System.nanoTime();
            matrix.matmul(matrix).sum().number();
            return 2.0 * SIZE * SIZE * SIZE / (System.nanoTime() - started);
        }
    }
}
