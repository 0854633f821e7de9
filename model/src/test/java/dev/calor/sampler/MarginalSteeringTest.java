package dev.calor.sampler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.energy.mlp.MlpEnergy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.rows.Marginals;
import dev.calor.space.ProductSpace;
import dev.calor.space.Uniform;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MarginalSteeringTest {
    private static final Device DEVICE = Device.CPU_DOUBLE;

    @Test
    @DisplayName("Numbers become normal scores within their ranks, column by column")
    void normalScores() {
        double third = 0.430727299295457; // Φ⁻¹(2/3)
        try (Scope scope = Scope.open()) {
            Tensor numbers = Tensor.real(DEVICE, new double[] {3, -1, 0.5, 7, 100, 2}, 3, 2);
            double[] scores = MarginalSteering.normalScores(
                            numbers, SamplePart.WHOLE, 0, Noise.of(RandomStream.of(1), DEVICE))
                    .toDoubles();
            int[] ranks = {1, 0, 0, 2, 2, 1};
            double[] ends = {Double.NEGATIVE_INFINITY, -third, third, Double.POSITIVE_INFINITY};
            for (int i = 0; i < ranks.length; i++) {
                assertTrue(scores[i] > ends[ranks[i]] && scores[i] < ends[ranks[i] + 1], i + ": " + scores[i]);
            }
        }
    }

    @Test
    @DisplayName(
            "The largest of 100 numbers is beyond the quantile 0.999 as often as among independent draws from N(0, 1)")
    void tails() {
        int beyond = 0;
        try (Scope scope = Scope.open()) {
            Noise noise = Noise.of(RandomStream.of(2), DEVICE);
            for (int i = 0; i < 4_000; i++) {
                double[] scores = MarginalSteering.normalScores(
                                Tensor.range(DEVICE, 100).toReal(DEVICE).unsqueeze(1), SamplePart.WHOLE, i, noise)
                        .toDoubles();
                beyond += scores[99] > 3.090232306167813 ? 1 : 0;
            }
        }
        assertEquals(400, beyond, 4 * Math.sqrt(4_000 * 0.1 * 0.9)); // (99 + u)/100 > .999 with probability .1
    }

    @Test
    @DisplayName("Parts of a sample together have one number in every slice of the distribution, as a whole sample has")
    void parts() {
        int count = 5;
        int rows = 20;
        int columns = 3;
        int[][] found = new int[columns][count * rows];
        try (Scope scope = Scope.open()) {
            for (int part = 0; part < count; part++) {
                Noise noise = Noise.of(RandomStream.of(10 + part), DEVICE);
                double[] uniform = MarginalSteering.normalScores(
                                noise.normal(rows, columns), new SamplePart(part, count, 7), 3, noise)
                        .normalCdf()
                        .toDoubles();
                for (int i = 0; i < uniform.length; i++) {
                    found[i % columns][(int) (uniform[i] * count * rows)]++;
                }
            }
        }
        for (int[] column : found) {
            assertTrue(Arrays.stream(column).allMatch(one -> one == 1), Arrays.toString(column));
        }
    }

    @Test
    @DisplayName("A level that is too rare gets half the logarithm of how much, and no more than 2 in the end")
    void bonuses() {
        ProductSpace space = ProductSpace.of(new Uniform(2));
        try (MlpEnergy energy =
                        new MlpEnergy(space, MlpEnergy.Architecture.paperDensity(), DEVICE, RandomStream.of(1));
                Scope scope = Scope.open()) {
            MarginalSteering steering =
                    new MarginalSteering(new Marginals(space, new double[] {3, 1}), energy, SamplePart.WHOLE);
            Tensor changes = Tensor.zeros(DEVICE, 1, 2);
            assertArrayEquals(new double[2], steering.tilted(changes).toDoubles(), "nothing is known yet");
            int[][] rows = new int[100][1]; // all of the first level, of which there should be 75
            steering.steered(Batch.ofStates(DEVICE, rows), 0, Noise.of(RandomStream.of(1), DEVICE));
            double[] tilted = steering.tilted(changes).toDoubles();
            assertEquals(-0.5 * Math.log(95 / 120.0), tilted[0], 1e-12);
            assertEquals(-0.5 * Math.log(45 / 20.0), tilted[1], 1e-12);
            Batch both = Batch.ofStates(DEVICE, new int[][] {{0}, {1}});
            Tensor expected = energy.energy(both).plus(Tensor.real(DEVICE, tilted, 2));
            assertArrayEquals(
                    expected.toDoubles(), steering.tilted(energy).energy(both).toDoubles(), 1e-12);
            for (int step = 0; step < 50; step++) {
                steering.steered(Batch.ofStates(DEVICE, rows), step, Noise.of(RandomStream.of(1), DEVICE));
            }
            assertArrayEquals(new double[] {2, -2}, steering.tilted(changes).toDoubles(), 1e-12);
        }
    }
}
