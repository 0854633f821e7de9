package dev.calor.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.calor.energy.Energy;
import dev.calor.energy.TrainableEnergy;
import dev.calor.rows.Batch;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every {@link TrainableEnergy} promises besides: gradients with respect to its parameters, whichever way they are taken. */
public abstract class TrainableEnergyContract extends EnergyContract {
    /** The energies to test, on {@link #DEVICE}. */
    protected abstract Stream<? extends TrainableEnergy> trainable();

    @Override
    protected Stream<? extends Energy> energies() {
        return trainable();
    }

    @ParameterizedTest
    @MethodSource("trainable")
    @DisplayName("Gradients with respect to parameters are those of finite differences")
    void parameterGradients(TrainableEnergy energy) {
        try (Scope scope = Scope.open()) {
            Batch rows = rows(energy);
            List<Tensor> gradients = energy.energy(rows).sum().gradients(energy.parameters());
            for (int p = 0; p < gradients.size(); p++) {
                Differences.assertGradient(energy.parameters().get(p), gradients.get(p), () -> energy.energy(rows)
                        .sum()
                        .number());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("trainable")
    @DisplayName("So are those pulled back from the folded energy, which has the same values")
    void folded(TrainableEnergy energy) {
        try (Scope scope = Scope.open()) {
            Batch rows = rows(energy);
            TrainableEnergy folded = energy.folded();
            assertArrayEquals(
                    energy.energy(rows).toDoubles(), folded.energy(rows).toDoubles(), 0);
            List<Tensor> direct = energy.energy(rows).sum().gradients(energy.parameters());
            List<Tensor> gradients = folded.energy(rows).sum().gradients(folded.parameters());
            assertSame(direct, folded.unfolded(gradients));
        }
    }

    @ParameterizedTest
    @MethodSource("trainable")
    @DisplayName("And so are those that a recording takes itself, of a loss of energies and of relaxed rows")
    void recorded(TrainableEnergy energy) {
        try (Scope scope = Scope.open()) {
            Batch rows = rows(energy);
            TrainableEnergy folded = energy.folded();
            List<Tensor> direct = loss(folded, rows).gradients(folded.parameters());
            TrainableEnergy recording = folded.recording();
            Tensor loss = loss(recording, rows);
            assertEquals(loss(folded, rows).number(), loss.number());
            assertSame(direct, recording.gradients(loss));
        }
    }

    private static void assertSame(List<Tensor> expected, List<Tensor> actual) {
        assertEquals(expected.size(), actual.size());
        for (int p = 0; p < expected.size(); p++) {
            assertArrayEquals(expected.get(p).toDoubles(), actual.get(p).toDoubles(), 1e-12, "parameter " + p);
        }
    }

    /** Energies twice, with different gradients, beside some that are not differentiated. */
    private static Tensor loss(TrainableEnergy energy, Batch rows) {
        try (NoGradient guard = NoGradient.open()) {
            energy.energy(rows);
        }
        Tensor oneHot = energy.layout().encode(DEVICE, rows.states());
        return energy.energy(rows)
                .logSumExp(0)
                .plus(energy.energy(rows).square().sum())
                .plus(energy.relaxed(oneHot, rows.numbers(), null).exp().sum());
    }
}
