package dev.calor.objective;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.calor.energy.QuadraticEnergy;
import dev.calor.energy.TrainableEnergy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.tensor.Device;
import dev.calor.tensor.Scope;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SparseTest {
    private static final Device DEVICE = Device.CPU_DOUBLE;
    private static final RatioMatching PLAIN = new RatioMatching();

    @Test
    @DisplayName("The penalty adds λ mean |J| to the loss, λ sign(J)/D² to its gradient, and fades above a knee")
    void valueAndGradient() {
        double[][] coupling = {{0, 0.5, -0.2}, {0.5, 0, 0}, {-0.2, 0, 0}};
        try (Scope scope = Scope.open();
                TrainableEnergy energy = new QuadraticEnergy(DEVICE, coupling)) {
            Batch data = Batch.ofStates(DEVICE, new int[][] {{0, 1, 1}, {1, 1, 0}});
            double[][] loss = new double[3][];
            double[] value = new double[3];
            Objective[] objectives = {PLAIN, new Sparse(PLAIN, 3), new Sparse(PLAIN, 3, 0.1)};
            for (int i = 0; i < 3; i++) {
                var tensor = objectives[i].loss(energy, data, RandomStream.of(1));
                value[i] = tensor.number();
                loss[i] = tensor.gradients(energy.parameters()).get(0).toDoubles();
            }
            assertEquals(3 * 1.4 / 9, value[1] - value[0], 1e-14);
            assertEquals(3 * 0.1 * 2 * (Math.log(6) + Math.log(3)) / 9, value[2] - value[0], 1e-14);
            for (int i = 0; i < 9; i++) {
                double number = coupling[i / 3][i % 3];
                double expected = 3 * Math.signum(number) / 9;
                assertEquals(expected, loss[1][i] - loss[0][i], 1e-14);
                assertEquals(expected / (1 + Math.abs(number) / 0.1), loss[2][i] - loss[0][i], 1e-14);
            }
        }
    }

    @Test
    @DisplayName("State and lower bound are the inner objective's; λ = 0 changes nothing; a bad λ is refused")
    void inner() {
        Objective bounded = new EnergyDiscrepancy((x, count, noise) -> x, 1, 1);
        assertEquals(bounded.lowerBound(), new Sparse(bounded, 1).lowerBound());
        assertEquals(bounded.state(), new Sparse(bounded, 1).state());
        try (Scope scope = Scope.open();
                TrainableEnergy energy = new QuadraticEnergy(DEVICE, new double[][] {{0, 1}, {1, 0}})) {
            Batch data = Batch.ofStates(DEVICE, new int[][] {{0, 1}});
            assertEquals(
                    PLAIN.loss(energy, data, RandomStream.of(1)).number(),
                    new Sparse(PLAIN, 0).loss(energy, data, RandomStream.of(1)).number());
        }
        assertRefused(() -> new Sparse(PLAIN, -1), "-1.0", "from 0 up");
        assertRefused(() -> new Sparse(PLAIN, Double.NaN), "NaN");
        assertRefused(() -> new Sparse(PLAIN, 1, 0), "knee 0.0", "above 0");
    }
}
