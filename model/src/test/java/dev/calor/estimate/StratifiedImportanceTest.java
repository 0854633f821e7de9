package dev.calor.estimate;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.energy.Energy;
import dev.calor.energy.Tempered;
import dev.calor.energy.mlp.MlpEnergy;
import dev.calor.energy.mlp.MlpEnergy.Architecture;
import dev.calor.random.RandomStream;
import dev.calor.space.ProductSpace;
import dev.calor.space.Uniform;
import dev.calor.tensor.Device;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class StratifiedImportanceTest {
    private static final ProductSpace SPACE =
            ProductSpace.of(new Uniform(4), new Uniform(3), new Uniform(4), new Uniform(5), new Uniform(3));

    @Test
    @DisplayName(
            "Agrees with enumeration within its error, which is honest: mean square of 30 standardised deviations near one")
    void agreesWithEnumeration() {
        Architecture architecture = new Architecture(3, 16, 2, false, false, false);
        try (Energy network = new MlpEnergy(SPACE, architecture, Device.CPU_DOUBLE, RandomStream.of(1))) {
            Energy peaked = new Tempered(network, 100);
            double exact = Enumeration.logPartition(peaked).value();
            double squares = 0;
            double error = 0;
            for (int seed = 0; seed < 30; seed++) {
                LogPartition estimate = new StratifiedImportance(new int[] {0, 1, 2, 3}, 20, 2000)
                        .logPartition(peaked, RandomStream.of(seed));
                squares += Math.pow((estimate.value() - exact) / estimate.standardError(), 2) / 30;
                error += estimate.standardError() / 30;
            }
            assertTrue(squares > 0.4 && squares < 2, "mean square " + squares);
            LogPartition plain = new ImportanceSampling(2000).logPartition(peaked, RandomStream.of(0));
            assertTrue(error < plain.standardError() / 2, error + " against " + plain.standardError());
        }
    }

    @Test
    @DisplayName("Where strata are single states and the pilot sees all, a flat energy is summed without error")
    void flat() {
        Architecture architecture = new Architecture(1, 1, 1, false, false, false);
        try (Energy network = new MlpEnergy(SPACE, architecture, Device.CPU_DOUBLE, RandomStream.of(1))) {
            LogPartition estimate = new StratifiedImportance(new int[] {0, 1, 2, 3, 4}, 1, 500)
                    .logPartition(new Tempered(network, 0), RandomStream.of(3));
            assertEquals(Math.log(720), estimate.value(), 1e-12);
            assertEquals(0, estimate.standardError(), 1e-7);
        }
    }

    @Test
    @DisplayName("Too few points or too many strata are refused")
    void refusals() {
        assertRefused(() -> new StratifiedImportance(new int[0], 1, 2), "0 columns", "at least 1");
        ProductSpace bits = ProductSpace.power(new Uniform(2), 24);
        int[] all = new int[24];
        Arrays.setAll(all, k -> k);
        Architecture architecture = new Architecture(1, 1, 1, false, false, false);
        try (Energy network = new MlpEnergy(bits, architecture, Device.CPU, RandomStream.of(1))) {
            assertRefused(
                    () -> new StratifiedImportance(all, 1, 2).logPartition(network, RandomStream.of(1)),
                    "more than 1048576 strata",
                    "fewer leading columns");
        }
    }
}
