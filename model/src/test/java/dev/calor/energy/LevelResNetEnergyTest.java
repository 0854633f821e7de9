package dev.calor.energy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.contract.EnergyContract;
import dev.calor.energy.ResNetEnergy.Architecture;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The network of images conditioned on the noise level. It has too many parameters for finite differences of each: those of
 * parameters are taken along random directions.
 */
class LevelResNetEnergyTest extends EnergyContract {
    private static final int ROWS = 3;
    private static final double H = 1e-6;

    @Override
    protected Stream<Energy> energies() {
        return Stream.of(network());
    }

    /** A network whose scales and shifts depend on the level: in the beginning they do not. */
    private static LevelResNetEnergy network() {
        LevelResNetEnergy energy = new LevelResNetEnergy(new Architecture(6, 3, 1), DEVICE, RandomStream.of(1));
        Noise noise = Noise.of(RandomStream.of(2), DEVICE);
        try (Scope scope = Scope.open();
                NoGradient guard = NoGradient.open()) {
            energy.parameters().forEach(parameter -> parameter.add(0.2, noise.normal(parameter.shape())));
        }
        return energy;
    }

    private static Batch at(Batch rows, double... levels) {
        return new Batch(rows.states(), rows.numbers(), Tensor.real(DEVICE, levels, levels.length));
    }

    @Test
    @DisplayName("Data are at level 0, pure noise has energy 0, and levels in between have energies of their own")
    void levels() {
        try (Scope scope = Scope.open();
                LevelResNetEnergy energy = network()) {
            Batch rows = energy.base().draw(ROWS, Noise.of(RandomStream.of(3), DEVICE));
            double[] data = energy.energy(rows).toDoubles();
            assertArrayEquals(data, energy.energy(at(rows, 0, 0, 0)).toDoubles(), 1e-13);
            assertArrayEquals(new double[ROWS], energy.energy(at(rows, 1, 1, 1)).toDoubles(), 1e-13);
            // Not only the factor cos(πs/2) depends on the level.
            double[] half = energy.energy(at(rows, 0.5, 0.5, 0.5)).toDoubles();
            for (int row = 0; row < ROWS; row++) {
                double alone = data[row] * Math.cos(Math.PI / 4);
                assertTrue(Math.abs(half[row] - alone) > 1e-3, half[row] + " is " + alone);
            }
            double[] each = energy.energy(at(rows, 0, 0.5, 1)).toDoubles();
            assertArrayEquals(new double[] {data[0], half[1], 0}, each, 1e-13);
        }
    }

    @Test
    @DisplayName("The gradients of a function of energies and input gradients are those of finite differences")
    void gradientOfGradient() {
        try (Scope scope = Scope.open();
                LevelResNetEnergy energy = network()) {
            Batch rows = at(energy.base().draw(ROWS, Noise.of(RandomStream.of(3), DEVICE)), 0, 0.3, 0.8);
            Tensor direction = Noise.of(RandomStream.of(4), DEVICE)
                    .normal(ROWS, energy.layout().slots());
            List<Tensor> gradients = energy.gradients(loss(energy, rows, direction));
            Noise noise = Noise.of(RandomStream.of(5), DEVICE);
            for (int p = 0; p < gradients.size(); p++) {
                Tensor parameter = energy.parameters().get(p);
                Tensor along = noise.normal(parameter.shape());
                double expected = gradients.get(p).dot(along).number();
                move(parameter, along, H);
                double after = number(energy, rows, direction);
                move(parameter, along, -2 * H);
                double before = number(energy, rows, direction);
                move(parameter, along, H);
                // Truncation of third order, some h² times the size of the value; rounding is 1e-16/h.
                assertEquals(expected, (after - before) / (2 * H), 1e-6 * (1 + Math.abs(expected)), "tensor " + p);
            }
        }
    }

    private static void move(Tensor parameter, Tensor along, double by) {
        try (NoGradient guard = NoGradient.open()) {
            parameter.add(by, along);
        }
    }

    private static Tensor loss(LevelResNetEnergy energy, Batch rows, Tensor direction) {
        Gradient gradient = energy.trackedGradient(rows);
        return gradient.oneHot()
                .times(direction)
                .sum()
                .plus(gradient.energy().square().sum());
    }

    private static double number(LevelResNetEnergy energy, Batch rows, Tensor direction) {
        Gradient gradient = energy.innermost(rows);
        return gradient.oneHot().times(direction).sum().number()
                + gradient.energy().square().sum().number();
    }

    @Test
    @DisplayName("A pixel counts with a weight of its place: where the whole image is shifted, the energy changes")
    void places() {
        try (Scope scope = Scope.open();
                LevelResNetEnergy energy = network()) {
            int[][] images = new int[2][36];
            images[0][14] = 1;
            images[1][16] = 1; // two pixels to the right: the same for a convolution of stride two, far from borders
            double[] energies = energy.energy(Batch.ofStates(DEVICE, images)).toDoubles();
            assertTrue(Math.abs(energies[0] - energies[1]) > 1e-6, Arrays.toString(energies));
            assertEquals(2, energies.length);
        }
    }
}
