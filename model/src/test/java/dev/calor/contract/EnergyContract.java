package dev.calor.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.energy.Energy;
import dev.calor.energy.Gradient;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.rows.OneHot;
import dev.calor.tensor.Device;
import dev.calor.tensor.Engine;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every {@link Energy} promises, in double precision. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class EnergyContract {
    /** In double precision, since gradients are compared with finite differences. */
    protected static final Device DEVICE = Device.CPU_DOUBLE;

    private static final int ROWS = 7;

    /** Small tensors: more threads only wait for each other. */
    @BeforeAll
    void oneThread() {
        Engine.setThreads(1);
    }

    /** The energies to test, on {@link #DEVICE}. */
    protected abstract Stream<? extends Energy> energies();

    /** Some rows, from which chains can start. */
    protected static Batch rows(Energy energy) {
        return energy.start(ROWS, Noise.of(RandomStream.of(3), DEVICE));
    }

    @ParameterizedTest
    @MethodSource("energies")
    @DisplayName("Data and their one-hot codes have the same energy")
    void codesAreData(Energy energy) {
        try (Scope scope = Scope.open()) {
            Batch rows = rows(energy);
            Tensor oneHot = energy.layout().encode(DEVICE, rows.states());
            double[] energies = energy.energy(rows).toDoubles();
            assertEquals(ROWS, energies.length);
            assertArrayEquals(
                    energies, energy.relaxed(oneHot, rows.numbers(), null).toDoubles(), 1e-13);
            assertArrayEquals(energies, energy.gradient(rows).energy().toDoubles(), 1e-13);
        }
    }

    @ParameterizedTest
    @MethodSource("energies")
    @DisplayName(
            "Gradients with respect to numbers and to categories are those of finite differences; +∞ at forbidden levels")
    void inputGradients(Energy energy) {
        try (Scope scope = Scope.open()) {
            Batch rows = rows(energy);
            Gradient gradient = energy.gradient(rows);
            Tensor numbers = rows.numbers().copy();
            Tensor oneHot = energy.layout().encode(DEVICE, rows.states());
            Differences.assertGradient(numbers, gradient.numbers(), () -> energy.relaxed(oneHot, numbers, null)
                    .sum()
                    .number());
            double[] expected = Differences.of(
                    oneHot, () -> energy.relaxed(oneHot, numbers, null).sum().number());
            forbid(energy, rows, expected);
            assertArrayEquals(expected, gradient.oneHot().toDoubles(), Differences.TOLERANCE);
        }
    }

    /** Writes +∞ wherever a row would have an infinite energy at a level, into one number per row and slot. */
    private static void forbid(Energy energy, Batch rows, double[] perSlot) {
        OneHot layout = energy.layout();
        for (int k = 0; k < layout.columns(); k++) {
            for (int level = 0; level < layout.size(k); level++) {
                try (Scope scope = Scope.open()) {
                    Tensor states = rows.states().copy();
                    states.narrow(1, k, 1).assign(Tensor.fullWhole(DEVICE, level, ROWS, 1));
                    double[] energies = energy.energy(rows.withStates(states)).toDoubles();
                    for (int row = 0; row < ROWS; row++) {
                        if (energies[row] == Double.POSITIVE_INFINITY) {
                            perSlot[row * layout.slots() + layout.offset(k) + level] = Double.POSITIVE_INFINITY;
                        }
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("energies")
    @DisplayName("The energy of a row does not depend on the rows beside it")
    void rowsAreIndependent(Energy energy) {
        try (Scope scope = Scope.open()) {
            Batch rows = rows(energy);
            double[] together = energy.energy(rows).toDoubles();
            for (int i = 0; i < ROWS; i++) {
                Batch one =
                        new Batch(rows.states().narrow(0, i, 1), rows.numbers().narrow(0, i, 1), null);
                assertEquals(together[i], energy.energy(one).number(), 1e-12, "row " + i);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("energies")
    @DisplayName("Chains start in rows of the space with a finite energy, the same from the same noise")
    void starts(Energy energy) {
        try (Scope scope = Scope.open()) {
            Batch rows = energy.start(50, Noise.of(RandomStream.of(5), DEVICE));
            int columns = energy.layout().columns();
            assertArrayEquals(new long[] {50, columns}, rows.states().shape());
            assertEquals(energy.space().dimension() - columns, rows.numbers().size(1));
            for (double one : energy.energy(rows).toDoubles()) {
                assertTrue(Double.isFinite(one), "U is " + one);
            }
            Batch again = energy.start(50, Noise.of(RandomStream.of(5), DEVICE));
            assertArrayEquals(rows.states().toLongs(), again.states().toLongs());
            assertArrayEquals(rows.numbers().toDoubles(), again.numbers().toDoubles());
        }
    }
}
