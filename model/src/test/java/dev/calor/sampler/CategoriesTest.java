package dev.calor.sampler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.random.ChiSquare;
import dev.calor.random.RandomStream;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CategoriesTest {
    @Test
    @DisplayName("Draws follow the weights, and never a weight of zero: chi-square with a false alarm of 1e-6")
    void draws() {
        try (Scope scope = Scope.open()) {
            double[] weights = {3, 0, 1, 0, 5, 2, 0.1, 0.3, 0};
            Tensor many = Tensor.real(Device.CPU_DOUBLE, weights, 1, 3, 3).expand(40_000, 3, 3);
            long[] drawn = Categories.draw(many, Noise.of(RandomStream.of(3), Device.CPU_DOUBLE))
                    .toLongs();
            for (int k = 0; k < 3; k++) {
                long[] counts = new long[3];
                for (int i = k; i < drawn.length; i += 3) {
                    counts[(int) drawn[i]]++;
                }
                double[] own = Arrays.copyOfRange(weights, 3 * k, 3 * k + 3);
                double sum = Arrays.stream(own).sum();
                ChiSquare.assertFits(
                        "column " + k,
                        counts,
                        Arrays.stream(own).map(w -> w / sum).toArray());
            }
        }
    }

    @Test
    @DisplayName("Weights that are NaN draw level 0, and leave other columns alone")
    void notANumber() {
        try (Scope scope = Scope.open()) {
            double[] weights = {Double.NaN, Double.NaN, 0, 1, 1, Double.NaN};
            Tensor drawn = Categories.draw(
                    Tensor.real(Device.CPU, weights, 1, 3, 2), Noise.of(RandomStream.of(5), Device.CPU));
            assertArrayEquals(new long[] {0, 1, 0}, drawn.toLongs());
        }
    }

    @Test
    @DisplayName("Single precision draws no weight of zero either, first, last or between, in 150,000 draws")
    void zeroes() {
        try (Scope scope = Scope.open()) {
            double[] weights = {0, 1e-3, 0, 0.7, 1e6, 0, 0, 1e-9, 0, 3, 0, 0};
            Tensor many = Tensor.real(Device.CPU, weights, 1, 3, 4).expand(50_000, 3, 4);
            long[] drawn = Categories.draw(many, Noise.of(RandomStream.of(4), Device.CPU))
                    .toLongs();
            for (int i = 0; i < drawn.length; i++) {
                assertTrue(drawn[i] < 4 && weights[i % 3 * 4 + (int) drawn[i]] > 0, "level " + drawn[i]);
            }
        }
    }
}
