package dev.calor.energy.mlp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.energy.Gradient;
import dev.calor.energy.TrainableEnergy;
import dev.calor.energy.mlp.MlpEnergy.Architecture;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.space.Cyclic;
import dev.calor.space.Numeric;
import dev.calor.space.ProductSpace;
import dev.calor.space.Uniform;
import dev.calor.tensor.Device;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The gradient of a function of gradients, written out, against the engine's and against finite differences. */
class TrackedGradientTest {
    private static final Device DEVICE = Device.CPU_DOUBLE;
    private static final double[][] CORRELATION = {{1, 0.6, 0}, {0.6, 1, -0.3}, {0, -0.3, 1}};
    private static final NumberStatistics STATISTICS = new NumberStatistics(
            CORRELATION, List.of(new NumberStatistics.Atom(0, 0, 0.55), new NumberStatistics.Atom(2, 0.7, 0.8)));

    private static final DerivedInputs FEATURES = new DerivedInputs(STATISTICS, List.of());

    static Stream<MlpEnergy> energies() {
        RandomStream random = RandomStream.of(3);
        ProductSpace mixed =
                ProductSpace.of(new Uniform(3), new Numeric(), new Numeric(), new Cyclic(4), new Numeric());
        ProductSpace numbers = ProductSpace.of(new Numeric(), new Numeric(), new Numeric());
        ProductSpace bits = ProductSpace.power(new Uniform(2), 4);
        return Stream.of(
                learned(new MlpEnergy(
                        mixed,
                        new Architecture(2, 7, 3, true, false, true, 5),
                        new DerivedInputs(STATISTICS, List.of(List.of(0, 1))),
                        DEVICE,
                        random)),
                new MlpEnergy(mixed, new Architecture(2, 7, 3, true, false, true, 5), FEATURES, DEVICE, random),
                new MlpEnergy(
                        numbers,
                        new Architecture(2, 6, 2, false, false, true, 1),
                        new DerivedInputs(new NumberStatistics(CORRELATION, List.of()), List.of()),
                        DEVICE,
                        random),
                new MlpEnergy(numbers, new Architecture(2, 6, 1, true, false, false, 4), DEVICE, random),
                new MlpEnergy(bits, new Architecture(3, 5, 2, true, false, true, 3), DEVICE, random),
                learned(new MlpEnergy(
                        bits,
                        new Architecture(3, 5, 2, true, false, true, 3),
                        new DerivedInputs(null, List.of(List.of(2, 0, 3), List.of(1, 2))),
                        DEVICE,
                        random)),
                new MlpEnergy(mixed, new Architecture(2, 6, 2, true, true, true, 2), FEATURES, DEVICE, random));
    }

    /** The same with other weights: vectors of crosses are zero at first, where little can go wrong. */
    private static MlpEnergy learned(MlpEnergy energy) {
        try (NoGradient guard = NoGradient.open();
                Scope scope = Scope.open()) {
            Noise noise = Noise.of(RandomStream.of(9), DEVICE);
            energy.parameters().forEach(parameter -> parameter.add(0.3, noise.normal(parameter.shape())));
        }
        return energy;
    }

    private static Batch rows(TrainableEnergy energy) {
        Noise noise = Noise.of(RandomStream.of(5), DEVICE);
        Batch drawn = energy.base().draw(6, noise);
        return new Batch(drawn.states(), drawn.numbers(), noise.uniform(6));
    }

    /** A loss of energies and of both gradients, none of them linear. */
    private static Tensor loss(Gradient gradient) {
        return gradient.energy()
                .square()
                .mean()
                .plus(gradient.oneHot().times(0.7).exp().sum())
                .plus(gradient.numbers().plus(0.3).square().sum());
    }

    @ParameterizedTest
    @MethodSource("energies")
    @DisplayName("Written out, the gradient with respect to every parameter is the engine's")
    void writtenOut(MlpEnergy energy) {
        try (energy;
                Scope scope = Scope.open()) {
            Batch rows = rows(energy);
            List<Tensor> expected = loss(energy.trackedGradient(rows)).gradients(energy.parameters());
            TrainableEnergy folded = energy.folded();
            TrainableEnergy recording = folded.recording();
            Tensor loss = loss(recording.trackedGradient(rows))
                    .plus(recording.energy(rows).square().sum()); // both kinds of evaluation in one loss
            Tensor plain = energy.energy(rows).square().sum();
            List<Tensor> more = plain.gradients(energy.parameters());
            List<Tensor> actual = folded.unfolded(recording.gradients(loss));
            for (int p = 0; p < expected.size(); p++) {
                double[] sum = expected.get(p).plus(more.get(p)).toDoubles();
                assertArrayEquals(sum, actual.get(p).toDoubles(), 1e-9 * (1 + max(sum)), "parameter " + p);
            }
        }
    }

    private static double max(double[] numbers) {
        double max = 0;
        for (double number : numbers) {
            max = Math.max(max, Math.abs(number));
        }
        return max;
    }

    @ParameterizedTest
    @MethodSource("energies")
    @DisplayName("Energies and gradients with respect to inputs are those of the energy itself")
    void sameGradient(MlpEnergy energy) {
        try (energy;
                Scope scope = Scope.open()) {
            Batch rows = rows(energy);
            Gradient expected = energy.gradient(rows);
            Gradient actual = energy.folded().recording().trackedGradient(rows);
            assertArrayEquals(energy.energy(rows).toDoubles(), actual.energy().toDoubles(), 1e-12);
            assertArrayEquals(expected.oneHot().toDoubles(), actual.oneHot().toDoubles(), 1e-12);
            assertArrayEquals(expected.numbers().toDoubles(), actual.numbers().toDoubles(), 1e-12);
        }
    }

    @Test
    @DisplayName("Finite differences of the loss in weights agree with its gradient")
    void finiteDifferences() {
        double step = 1e-5; // the error of a central difference is about step², that of rounding 1e-16/step
        try (MlpEnergy energy = energies().findFirst().orElseThrow();
                Scope scope = Scope.open()) {
            Batch rows = rows(energy);
            TrainableEnergy folded = energy.folded();
            TrainableEnergy recording = folded.recording();
            List<Tensor> gradients = folded.unfolded(recording.gradients(loss(recording.trackedGradient(rows))));
            for (int p = 0; p < gradients.size(); p++) {
                double[] gradient = gradients.get(p).toDoubles();
                Tensor parameter = energy.parameters().get(p);
                for (int place = 0; place < gradient.length; place += 1 + gradient.length / 5) {
                    double above = lossWith(energy, parameter, place, step, rows);
                    double below = lossWith(energy, parameter, place, -step, rows);
                    assertEquals((above - below) / (2 * step), gradient[place], 1e-6 * (1 + Math.abs(gradient[place])));
                }
            }
        }
    }

    private static double lossWith(MlpEnergy energy, Tensor parameter, int place, double step, Batch rows) {
        double[] change = new double[parameter.toDoubles().length];
        change[place] = step;
        Tensor direction = Tensor.real(DEVICE, change, parameter.shape());
        try (NoGradient guard = NoGradient.open()) {
            parameter.add(1, direction);
        }
        double loss = loss(energy.gradient(rows)).number();
        try (NoGradient guard = NoGradient.open()) {
            parameter.add(-1, direction);
        }
        return loss;
    }

    @Test
    @DisplayName("At every level the whitened numbers of correlated rows are uncorrelated, with variance one")
    void whitening() {
        try (NumberFeatures features = new NumberFeatures(new NumberStatistics(CORRELATION, List.of()), DEVICE);
                Scope scope = Scope.open()) {
            int count = 200_000;
            Noise noise = Noise.of(RandomStream.of(1), DEVICE);
            Tensor root = Tensor.real(DEVICE, choleskyOf(CORRELATION), 3, 3).transpose();
            Tensor clean = noise.normal(count, 3).matmul(root);
            for (double s : new double[] {0, 0.4, 1}) {
                Tensor x = clean.times(Math.cos(Math.PI * s / 2))
                        .plus(noise.normal(count, 3).times(Math.sin(Math.PI * s / 2)));
                Tensor y = features.of(x, Tensor.full(DEVICE, s, count), DEVICE, false)
                        .whitened();
                double[] covariance = y.transpose().matmul(y).times(1.0 / count).toDoubles();
                for (int i = 0; i < 9; i++) {
                    // deviation of a mean of 200,000 products: at most .0032; five of them, false alarms below 1e-5
                    assertEquals(i % 4 == 0 ? 1 : 0, covariance[i], 0.016);
                }
            }
            assertTrue(features.of(clean, null, DEVICE, false).local().toDoubles().length > 0);
        }
    }

    private static double[] choleskyOf(double[][] matrix) {
        double[] root = new double[9];
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = matrix[i][j];
                for (int k = 0; k < j; k++) {
                    sum -= root[3 * i + k] * root[3 * j + k];
                }
                root[3 * i + j] = i == j ? Math.sqrt(sum) : sum / root[3 * j + j];
            }
        }
        return root;
    }
}
