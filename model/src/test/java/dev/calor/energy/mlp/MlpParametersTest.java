package dev.calor.energy.mlp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.calor.random.RandomStream;
import dev.calor.space.Numeric;
import dev.calor.space.Ordinal;
import dev.calor.space.ProductSpace;
import dev.calor.space.StateSpace;
import dev.calor.space.Uniform;
import dev.calor.tensor.Device;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Names and shapes of parameters are those of the network, for every kind of network. */
class MlpParametersTest {
    @Test
    @DisplayName("Shapes agree with the parameters of 48 networks")
    void shapes() {
        int networks = 0;
        for (List<StateSpace> columns : List.<List<StateSpace>>of(
                List.of(new Uniform(3), new Ordinal(5)),
                List.of(new Uniform(2), new Numeric(), new Numeric()),
                List.of(new Numeric()))) {
            ProductSpace space = new ProductSpace(columns);
            int numbers =
                    (int) columns.stream().filter(Numeric.class::isInstance).count();
            for (int bits = 0; bits < 16; bits++) {
                MlpEnergy.Architecture architecture = new MlpEnergy.Architecture(
                        4, 6, 1 + bits % 2 * 2, true, bits / 2 % 2 == 1, bits / 4 % 2 == 1, bits < 8 ? 1 : 3);
                NumberStatistics statistics = numbers == 0 || bits % 3 == 0 ? null : statistics(numbers);
                List<List<Integer>> crosses = numbers == 0 && bits % 4 == 1 ? List.of(List.of(1, 0)) : List.of();
                DerivedInputs derived = new DerivedInputs(statistics, crosses);
                try (MlpEnergy energy =
                        new MlpEnergy(space, architecture, derived, Device.CPU, RandomStream.of(bits))) {
                    assertEquals(
                            energy.parameters().stream()
                                    .map(parameter -> Arrays.toString(parameter.shape()))
                                    .toList(),
                            MlpParameters.shapes(space, architecture, derived).values().stream()
                                    .map(Arrays::toString)
                                    .toList(),
                            columns + " " + architecture);
                }
                networks++;
            }
        }
        assertEquals(48, networks);
    }

    private static NumberStatistics statistics(int numbers) {
        double[][] correlation = new double[numbers][numbers];
        for (int i = 0; i < numbers; i++) {
            correlation[i][i] = 1;
        }
        return new NumberStatistics(correlation, List.of(new NumberStatistics.Atom(0, 0.1, 0.3)));
    }
}
