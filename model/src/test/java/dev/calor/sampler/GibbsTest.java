package dev.calor.sampler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.energy.Conditionals;
import dev.calor.tensor.Engine;
import dev.calor.tensor.Scope;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The sweep against the product of its columns' conditional matrices. */
class GibbsTest {
    @BeforeAll
    static void oneThread() {
        Engine.setThreads(1); // small tensors: more threads only wait for each other
    }

    static Stream<Enumerated> spaces() {
        return Enumerated.all();
    }

    /** P_k(x,y) = π(y) / Σ π over the states that agree with x off column k, if y is one of them. */
    private static double[][] conditional(Enumerated on, int k) {
        double[][] matrix = new double[on.count][on.count];
        for (int x = 0; x < on.count; x++) {
            double total = 0;
            for (int y = 0; y < on.count; y++) {
                if (x == y || on.onlyDifference(x, y) == k) {
                    matrix[x][y] = on.probabilities[y];
                    total += on.probabilities[y];
                }
            }
            for (int y = 0; y < on.count; y++) {
                matrix[x][y] = total > 0 ? matrix[x][y] / total : x == y ? 1 : 0;
            }
        }
        return matrix;
    }

    static double[][] sweep(Enumerated on) {
        double[][] product = conditional(on, 0);
        for (int k = 1; k < on.space.dimension(); k++) {
            product = times(product, conditional(on, k));
        }
        return product;
    }

    static double[][] times(double[][] left, double[][] right) {
        double[][] product = new double[left.length][left.length];
        for (int x = 0; x < left.length; x++) {
            for (int y = 0; y < left.length; y++) {
                for (int z = 0; z < left.length; z++) {
                    product[x][y] += left[x][z] * right[z][y];
                }
            }
        }
        return product;
    }

    @ParameterizedTest
    @MethodSource("spaces")
    @DisplayName("Conditional energies are those of the enumeration")
    void conditionals(Enumerated on) {
        try (Scope scope = Scope.open()) {
            for (int k = 0; k < on.space.dimension(); k++) {
                int size = on.space.finite(k).size();
                double[] found =
                        Conditionals.ofLevels(on.energy, on.states(), k).toDoubles();
                for (int x = 0; x < on.count; x++) {
                    int[] state = on.space.state(x);
                    for (int v = 0; v < size; v++) {
                        state[k] = v;
                        assertEquals(
                                on.energies[(int) on.space.index(state)], found[x * size + v], Enumerated.ROUNDING);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("spaces")
    @DisplayName("A sweep has the distribution of the product of conditional matrices, which leaves π invariant")
    void sweepIsProduct(Enumerated on) {
        double[][] transition = sweep(on);
        assertArrayEquals(on.probabilities, on.after(transition), Enumerated.ROUNDING);
        on.assertSteps(new Gibbs(), transition, 5000);
    }

    @Test
    @DisplayName("The order of columns shows: a sweep is not reversible")
    void notReversible() {
        Enumerated on = Enumerated.mixed();
        double[][] transition = sweep(on);
        double largest = 0;
        for (int x = 0; x < on.count; x++) {
            for (int y = 0; y < on.count; y++) {
                largest = Math.max(
                        largest,
                        Math.abs(on.probabilities[x] * transition[x][y] - on.probabilities[y] * transition[y][x]));
            }
        }
        assertTrue(largest > 1e-4, "largest imbalance " + largest);
    }
}
