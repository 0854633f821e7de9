package dev.calor.energy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.energy.mlp.MlpEnergy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.space.Numeric;
import dev.calor.space.ProductSpace;
import dev.calor.space.Uniform;
import dev.calor.tensor.Device;
import dev.calor.tensor.Engine;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Columns of many levels are evaluated a bounded number of rows at a time, with the energies of all at once. */
class ConditionalsTest {
    private static final int ROWS = 100;
    private static final int LEVELS = 500;
    private static final ProductSpace SPACE =
            new ProductSpace(List.of(new Numeric(), new Uniform(3), new Uniform(LEVELS)));

    @BeforeAll
    static void oneThread() {
        Engine.setThreads(1); // small tensors: more threads only wait for each other
    }

    /** Remembers the most rows it was asked for at once. */
    private static final class Watched implements DerivedEnergy {
        private final Energy inner;
        private long most;

        Watched(Energy inner) {
            this.inner = inner;
        }

        @Override
        public Energy original() {
            return inner;
        }

        @Override
        public Tensor energy(Batch batch) {
            most = Math.max(most, batch.rows());
            return inner.energy(batch);
        }

        @Override
        public Tensor relaxed(Tensor oneHot, Tensor numbers, @Nullable Tensor levels) {
            return inner.relaxed(oneHot, numbers, levels);
        }
    }

    private static MlpEnergy network() {
        return new MlpEnergy(
                SPACE, new MlpEnergy.Architecture(2, 8, 1, false, false, false, 1), Device.CPU, RandomStream.of(1));
    }

    @Test
    @DisplayName("500 levels of 100 rows: at most 4,096 rows at once, and the energies of all 50,000 together")
    void levels() {
        try (MlpEnergy network = network();
                Scope scope = Scope.open()) {
            Watched energy = new Watched(network);
            Batch rows = network.start(ROWS, Noise.of(RandomStream.of(2), Device.CPU));
            double[] together = Conditionals.ofLevels(energy, rows, 1).detach().toDoubles();
            assertEquals(ROWS * LEVELS, energy.most, "with gradients: all at once");
            energy.most = 0;
            try (NoGradient guard = NoGradient.open()) {
                assertArrayEquals(
                        together, Conditionals.ofLevels(energy, rows, 1).toDoubles(), 1e-5); // single precision
            }
            assertTrue(energy.most <= Conditionals.ROWS_AT_ONCE, energy.most + " rows at once");
        }
    }

    @Test
    @DisplayName(
            "Chunks keep every row's own part of the space: levels that are forbidden to one row only stay infinite")
    void clamped() {
        try (MlpEnergy network = network();
                Scope scope = Scope.open();
                NoGradient guard = NoGradient.open()) {
            double[] forbidden = new double[ROWS * network.layout().slots()];
            for (int row = 0; row < ROWS; row++) {
                forbidden[row * network.layout().slots() + network.layout().offset(1) + row] = Double.POSITIVE_INFINITY;
            }
            Clamped clamped = new Clamped(
                    network,
                    Tensor.real(Device.CPU, forbidden, ROWS, network.layout().slots()),
                    Tensor.zeros(Device.CPU, ROWS, 1),
                    Tensor.full(Device.CPU, 1, ROWS, 1));
            double[] found = Conditionals.ofLevels(
                            clamped, network.start(ROWS, Noise.of(RandomStream.of(2), Device.CPU)), 1)
                    .toDoubles();
            for (int row = 0; row < ROWS; row++) {
                for (int level = 0; level < LEVELS; level++) {
                    assertEquals(level == row, Double.isInfinite(found[row * LEVELS + level]), row + ", " + level);
                }
            }
        }
    }

    @Test
    @DisplayName("Points of a number: the energies of rows changed one by one")
    void numbers() {
        try (MlpEnergy network = network();
                Scope scope = Scope.open();
                NoGradient guard = NoGradient.open()) {
            Watched energy = new Watched(network);
            Batch rows = network.start(ROWS, Noise.of(RandomStream.of(2), Device.CPU));
            double[] points = new double[64];
            for (int j = 0; j < points.length; j++) {
                points[j] = j / 16.0 - 2;
            }
            double[] found = Conditionals.ofNumbers(energy, rows, 0, Tensor.real(Device.CPU, points, points.length))
                    .toDoubles();
            assertTrue(energy.most <= Conditionals.ROWS_AT_ONCE, energy.most + " rows at once");
            for (int j = 0; j < points.length; j += 9) {
                double[] own = network.energy(rows.withNumbers(Tensor.full(Device.CPU, points[j], ROWS, 1)))
                        .toDoubles();
                for (int row = 0; row < ROWS; row++) {
                    assertEquals(own[row], found[row * points.length + j], 1e-5); // single precision
                }
            }
        }
    }
}
