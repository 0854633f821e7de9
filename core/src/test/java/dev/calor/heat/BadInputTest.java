package dev.calor.heat;

import static dev.calor.Refusal.assertRefused;

import dev.calor.random.RandomStream;
import dev.calor.space.Absorbing;
import dev.calor.space.Cyclic;
import dev.calor.space.FiniteSpace;
import dev.calor.space.GraphSpace;
import dev.calor.space.GraphSpace.Edge;
import dev.calor.space.RateMatrix;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BadInputTest {
    @ParameterizedTest
    @ValueSource(doubles = {-1, -0.001, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    @DisplayName("Negative, NaN and infinite times are refused")
    void times(double time) {
        assertRefused(() -> DiffusionTime.fixed(time), "time " + time, "finite numbers from 0 up");
        assertRefused(() -> DiffusionTime.quadratic(time), "time " + time, "finite numbers from 0 up");
        assertRefused(() -> new GaussianKernel(time), "time " + time, "finite numbers from 0 up");
    }

    @Test
    @DisplayName("A time that overflows by its scaling is refused, with the size")
    void overflow() {
        assertRefused(
                () -> HeatKernel.of(new Cyclic(1000), DiffusionTime.quadratic(1e305)),
                "time 1.0E305 with quadratic scaling overflows at size 1000",
                "smaller time");
    }

    @Test
    @DisplayName("Every kernel refuses states out of range, in every argument")
    void states() {
        RandomStream random = RandomStream.of(0);
        for (int size : new int[] {3, 300}) {
            for (FiniteSpace space : Spaces.ofSize(size).toList()) {
                HeatKernel kernel = HeatKernel.of(space, DiffusionTime.fixed(0.1));
                for (int state : new int[] {-1, size, Integer.MAX_VALUE}) {
                    String[] parts = {"state " + state + " is not in", "0 to " + (size - 1), "give one of these"};
                    assertRefused(() -> kernel.probability(state, 0), parts);
                    assertRefused(() -> kernel.probability(0, state), parts);
                    assertRefused(() -> kernel.row(state), parts);
                    assertRefused(() -> kernel.column(state), parts);
                    assertRefused(() -> kernel.draw(state, random), parts);
                    assertRefused(() -> kernel.drawPosterior(state, random), parts);
                }
            }
        }
    }

    @Test
    @DisplayName("An eigenbasis of an asymmetric matrix is refused, with the rates that differ")
    void asymmetry() {
        assertRefused(
                () -> EigenBasis.of(RateMatrix.of(new Absorbing(3))),
                "the rate from 2 to 0 is 0.0, back it is 1.0",
                "symmetric rate matrix",
                "use HeatKernel.of");
    }

    @Test
    @DisplayName("A time for which a graph's row would take too long is refused")
    void endlessTimes() {
        GraphSpace directed = GraphSpace.directed(2, List.of(new Edge(0, 1)));
        assertRefused(
                () -> HeatKernel.of(directed, DiffusionTime.fixed(1e12)).row(0),
                "1.0e+12 passes",
                "give a smaller time");
        GraphSpace large = GraphSpace.undirected(300, Spaces.path(300));
        assertRefused(() -> HeatKernel.of(large, DiffusionTime.fixed(1e20)).row(0), "passes", "give a smaller time");
    }

    @Test
    @DisplayName("A negative deviation is refused")
    void deviations() {
        assertRefused(() -> GaussianKernel.ofDeviation(-0.1), "standard deviation -0.1", "from 0 up");
        assertRefused(() -> GaussianKernel.ofDeviation(Double.NaN), "standard deviation NaN");
    }
}
