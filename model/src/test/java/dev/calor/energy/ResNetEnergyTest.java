package dev.calor.energy;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.calor.energy.ResNetEnergy.Architecture;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The network against one of plain loops that takes every convolution as it is written. */
class ResNetEnergyTest {
    @ParameterizedTest
    @CsvSource({"8, 3, 2", "6, 2, 1", "2, 2, 0", "10, 1, 1"})
    @DisplayName("The energy is that of the network as written, layer by layer")
    void asWritten(int side, int channels, int blocks) {
        RandomStream random = RandomStream.of(11);
        try (Scope scope = Scope.open();
                TrainableEnergy energy =
                        new ResNetEnergy(new Architecture(side, channels, blocks), Device.CPU_DOUBLE, random)) {
            Batch rows = energy.base().draw(5, Noise.of(random.child("rows"), Device.CPU_DOUBLE));
            long[] pixels = rows.states().toLongs();
            double[] expected = new double[5];
            for (int row = 0; row < 5; row++) {
                double[][][] image = new double[side][side][1];
                for (int i = 0; i < side * side; i++) {
                    image[i / side][i % side][0] = pixels[row * side * side + i];
                }
                expected[row] = plain(image, new ArrayDeque<>(energy.parameters()), blocks);
            }
            assertArrayEquals(expected, energy.energy(rows).toDoubles(), 1e-13);
        }
    }

    /** Weights are consumed in the order in which the energy lists them; the first block's shortcut comes before its second layer. */
    private static double plain(double[][][] image, Deque<Tensor> weights, int blocks) {
        double[][][] hidden = convolve(image, weights, 3, 1);
        double[][][] first = silu(convolve(hidden, weights, 3, 2));
        double[][][] shortcut = convolve(hidden, weights, 1, 2);
        hidden = silu(plus(convolve(first, weights, 3, 1), shortcut));
        double[][][] second = convolve(silu(convolve(hidden, weights, 3, 2)), weights, 3, 1);
        hidden = silu(plus(second, convolve(hidden, weights, 1, 2)));
        for (int block = 0; block < blocks; block++) {
            hidden = silu(plus(hidden, convolve(silu(convolve(hidden, weights, 3, 1)), weights, 3, 1)));
        }
        double[] last = weights.remove().toDoubles();
        double energy = weights.remove().number();
        for (double[][] line : hidden) {
            for (double[] pixel : line) {
                for (int c = 0; c < last.length; c++) {
                    energy += last[c] * pixel[c] / (hidden.length * line.length);
                }
            }
        }
        assertEquals(0, weights.size());
        return energy;
    }

    private static double[][][] convolve(double[][][] from, Deque<Tensor> weights, int kernel, int stride) {
        double[] weight = weights.remove().toDoubles();
        double[] bias = weights.remove().toDoubles();
        int side = (from.length + stride - 1) / stride;
        int inputs = from[0][0].length;
        double[][][] to = new double[side][side][];
        for (int y = 0; y < side; y++) {
            for (int x = 0; x < side; x++) {
                to[y][x] = bias.clone();
                for (int tap = 0; tap < kernel * kernel; tap++) {
                    int down = y * stride + tap / kernel - kernel / 2;
                    int right = x * stride + tap % kernel - kernel / 2;
                    if (down < 0 || down >= from.length || right < 0 || right >= from.length) {
                        continue;
                    }
                    for (int out = 0; out < bias.length; out++) {
                        for (int in = 0; in < inputs; in++) {
                            to[y][x][out] +=
                                    weight[(out * kernel * kernel + tap) * inputs + in] * from[down][right][in];
                        }
                    }
                }
            }
        }
        return to;
    }

    private static double[][][] plus(double[][][] some, double[][][] others) {
        double[][][] sum = new double[some.length][some.length][];
        for (int y = 0; y < some.length; y++) {
            for (int x = 0; x < some.length; x++) {
                double[] other = others[y][x];
                double[] pixel = some[y][x].clone();
                Arrays.setAll(pixel, c -> pixel[c] + other[c]);
                sum[y][x] = pixel;
            }
        }
        return sum;
    }

    private static double[][][] silu(double[][][] image) {
        return Arrays.stream(image)
                .map(line -> Arrays.stream(line)
                        .map(pixel -> Arrays.stream(pixel)
                                .map(x -> x / (1 + Math.exp(-x)))
                                .toArray())
                        .toArray(double[][]::new))
                .toArray(double[][][]::new);
    }

    @Test
    @DisplayName("The paper's network has 0.65 million numbers and takes 66 million operations an image")
    void paper() {
        try (TrainableEnergy energy = new ResNetEnergy(Architecture.paper(), Device.CPU, RandomStream.of(1))) {
            long numbers = energy.parameters().stream()
                    .mapToLong(tensor -> Arrays.stream(tensor.shape()).reduce(1, (a, b) -> a * b))
                    .sum();
            // 16 convolutions of 64·64·9 + 64, two 1×1 ones, the first, the last layer.
            assertEquals(16 * (64 * 64 * 9 + 64) + 2 * (64 * 64 + 64) + 640 + 65, numbers);
        }
        // At 14·14 pixels two kernels of 25 pixels and a 3×3 convolution; at 7·7 fourteen of these and one of 1×1.
        double convolution = 2 * 9 * 64 * 64;
        double expected = 196 * (2 * 2 * 25 * 64 + convolution) + 49 * (14 * convolution + 2 * 64 * 64) + 2 * 64;
        assertEquals(expected, Architecture.paper().operations(), 1);
    }

    @Test
    @DisplayName("Odd sides and empty networks are refused")
    void refused() {
        assertRefused(() -> new Architecture(7, 4, 1), "side 7", "even sides");
        assertRefused(() -> new Architecture(8, 0, 1), "0 channels", "at least 1");
    }
}
