package dev.calor.energy.mlp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.calor.energy.TrainableEnergy;
import dev.calor.objective.EnergyDiscrepancy;
import dev.calor.perturb.BernoulliFlip;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.space.ProductSpace;
import dev.calor.space.Uniform;
import dev.calor.tensor.Device;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows without weight are left out of gradients, and nothing else. */
class GatheredTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
    @DisplayName("The rows with weight are in front, each once, whatever the pattern")
    void gathers(int seed) {
        try (Scope scope = Scope.open()) {
            RandomStream random = RandomStream.of(seed);
            double[] weights = IntStream.range(0, 50)
                    .mapToDouble(row -> random.nextDouble() < 0.1 * (seed + 1) ? row + 1 : 1e-17 * row)
                    .toArray();
            double[] heavy =
                    Arrays.stream(weights).filter(weight -> weight >= 1).toArray();
            Gathered some = Gathered.weighty(Tensor.real(Device.CPU_DOUBLE, weights, 50), Device.CPU_DOUBLE);
            assertNotNull(some);
            Tensor pairs =
                    Tensor.real(Device.CPU_DOUBLE, weights, 50, 1).expand(50, 2).copy();
            Tensor front = some.of(pairs);
            double[] gathered = front.select(1, 1).toDoubles();
            Arrays.sort(gathered);
            assertArrayEquals(heavy, gathered);
            assertArrayEquals(
                    front.select(1, 0).toDoubles(), some.of(pairs).select(1, 0).toDoubles()); // twice is once
        }
    }

    @Test
    @DisplayName("Where nearly all rows have weight, or none has, all stay")
    void stays() {
        try (Scope scope = Scope.open()) {
            double[] weights = new double[50];
            assertNull(Gathered.weighty(Tensor.real(Device.CPU, weights, 50), Device.CPU));
            Arrays.fill(weights, 1);
            weights[7] = 0;
            assertNull(Gathered.weighty(Tensor.real(Device.CPU, weights, 50), Device.CPU));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"CPU", "CPU_DOUBLE"})
    @DisplayName("Gradients without the rows that weigh nothing are those of all rows, but for rounding")
    void gradients(Device device) {
        ProductSpace space = ProductSpace.power(new Uniform(2), 10);
        for (int components : new int[] {1, 3}) {
            MlpEnergy.Architecture architecture =
                    new MlpEnergy.Architecture(2, 8, 2, components > 1, true, false, components);
            try (Scope scope = Scope.open();
                    TrainableEnergy energy = new MlpEnergy(space, architecture, device, RandomStream.of(1))) {
                try (NoGradient guard = NoGradient.open()) { // so that energies differ by hundreds
                    energy.parameters().forEach(parameter -> parameter.scale(device == Device.CPU ? 4 : 6));
                }
                Batch rows = Batch.ofStates(
                        device, Noise.of(RandomStream.of(2), device).whole(2, 40, 10));
                EnergyDiscrepancy discrepancy = new EnergyDiscrepancy(new BernoulliFlip(0.3), 6, 1);
                TrainableEnergy folded = energy.folded();
                Tensor loss = discrepancy.loss(folded, rows, RandomStream.of(3));
                List<Tensor> all = loss.gradients(folded.parameters());
                TrainableEnergy recording = folded.recording();
                Tensor recorded = discrepancy.loss(recording, rows, RandomStream.of(3));
                assertEquals(loss.number(), recorded.number());
                List<Tensor> some = recording.gradients(recorded);
                for (int p = 0; p < all.size(); p++) {
                    double[] expected = all.get(p).toDoubles();
                    double largest =
                            Arrays.stream(expected).map(Math::abs).max().orElse(0);
                    assertArrayEquals(
                            expected, some.get(p).toDoubles(), 100 * device.rounding() * Math.max(1, largest));
                }
                assertLeftOut(folded, rows, discrepancy);
            }
        }
    }

    /** That the case is one in which rows weigh nothing. */
    private static void assertLeftOut(TrainableEnergy energy, Batch rows, EnergyDiscrepancy discrepancy) {
        Batch fakes = discrepancy
                .perturbation()
                .negatives(rows, discrepancy.negatives(), Noise.of(RandomStream.of(3), energy.device()));
        Tensor energies = energy.energy(rows.aboveEach(fakes, discrepancy.negatives()));
        Tensor variable = energies.detach().track();
        Tensor weights = variable.reshape(rows.rows(), 1L + discrepancy.negatives())
                .negate()
                .logSoftmax(1)
                .select(1, 0)
                .sum()
                .gradients(List.of(variable))
                .get(0);
        assertNotNull(Gathered.weighty(weights, energy.device()));
    }
}
