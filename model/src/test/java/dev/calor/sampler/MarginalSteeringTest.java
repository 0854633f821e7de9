package dev.calor.sampler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.calor.energy.mlp.MlpEnergy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.rows.Marginals;
import dev.calor.space.ProductSpace;
import dev.calor.space.Uniform;
import dev.calor.tensor.Device;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MarginalSteeringTest {
    private static final Device DEVICE = Device.CPU_DOUBLE;

    @Test
    @DisplayName("Numbers become the normal scores of their ranks, column by column")
    void normalScores() {
        try (Scope scope = Scope.open()) {
            Tensor numbers = Tensor.real(DEVICE, new double[] {3, -1, 0.5, 7, 100, 2}, 3, 2);
            double third = 0.967421566101701; // Φ⁻¹(5/6)
            assertArrayEquals(
                    new double[] {0, -third, -third, third, third, 0},
                    MarginalSteering.normalScores(numbers, DEVICE).toDoubles(),
                    1e-12);
        }
    }

    @Test
    @DisplayName("A level that is too rare gets half the logarithm of how much, and no more than 2 in the end")
    void bonuses() {
        ProductSpace space = ProductSpace.of(new Uniform(2));
        try (MlpEnergy energy =
                        new MlpEnergy(space, MlpEnergy.Architecture.paperDensity(), DEVICE, RandomStream.of(1));
                Scope scope = Scope.open()) {
            MarginalSteering steering = new MarginalSteering(new Marginals(space, new double[] {3, 1}), energy);
            Tensor changes = Tensor.zeros(DEVICE, 1, 2);
            assertArrayEquals(new double[2], steering.tilted(changes).toDoubles(), "nothing is known yet");
            int[][] rows = new int[100][1]; // all of the first level, of which there should be 75
            steering.steered(Batch.ofStates(DEVICE, rows));
            double[] tilted = steering.tilted(changes).toDoubles();
            assertEquals(-0.5 * Math.log(95 / 120.0), tilted[0], 1e-12);
            assertEquals(-0.5 * Math.log(45 / 20.0), tilted[1], 1e-12);
            for (int step = 0; step < 50; step++) {
                steering.steered(Batch.ofStates(DEVICE, rows));
            }
            assertArrayEquals(new double[] {2, -2}, steering.tilted(changes).toDoubles(), 1e-12);
        }
    }
}
