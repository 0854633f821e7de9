package dev.calor.heat;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.random.ChiSquare;
import dev.calor.random.RandomStream;
import dev.calor.space.FiniteSpace;
import dev.calor.space.GraphSpace;
import dev.calor.space.ProductSpace;
import dev.calor.space.RateMatrix;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every heat kernel must satisfy, on every kind of space, whatever form computes it. */
class HeatKernelTest {
    static Stream<HeatKernel> kernels() {
        return IntStream.of(1, 2, 3, 16, 101, 1000).boxed().flatMap(size -> Spaces.ofSize(size)
                .flatMap(space -> times(space).mapToObj(time -> HeatKernel.of(space, DiffusionTime.fixed(time)))));
    }

    static Stream<HeatKernel> smallKernels() {
        return kernels().filter(kernel -> kernel.space().size() <= 101);
    }

    /** Still, small, middling, and large enough to go round; not where a graph's rows would take the test's time. */
    private static DoubleStream times(FiniteSpace space) {
        double round = 0.02 * space.size() * space.size();
        if (space instanceof GraphSpace && (space.size() == 1000 || !space.symmetric())) {
            return DoubleStream.of(0, 1e-9, 0.1, 3);
        }
        return DoubleStream.of(0, 1e-9, 0.1, 3, round, 1e6);
    }

    @ParameterizedTest
    @MethodSource("kernels")
    @DisplayName("Rows are distributions: non-negative, and sum to one")
    void rowsAreDistributions(HeatKernel kernel) {
        for (int from = 0; from < kernel.space().size(); from++) {
            double[] row = kernel.row(from);
            assertTrue(Arrays.stream(row).allMatch(p -> p >= 0), kernel.toString());
            // S roundings of at most one ulp each.
            assertEquals(1, Arrays.stream(row).sum(), 1e-12, kernel.toString());
        }
    }

    @ParameterizedTest
    @MethodSource("smallKernels")
    @DisplayName("q_t = exp(tR), by scaling and squaring")
    void agreesWithMatrixExponential(HeatKernel kernel) {
        double[][] exponential = Matrices.exponential(RateMatrix.of(kernel.space()), kernel.time());
        for (int from = 0; from < exponential.length; from++) {
            // Squaring 30 times (t = 10⁶) multiplies the oracle's rounding error by up to 2^30.
            double tolerance = kernel.time() > 1e5 ? 1e-6 : 1e-11;
            assertArrayEquals(exponential[from], kernel.row(from), tolerance, kernel.toString());
        }
    }

    @ParameterizedTest
    @MethodSource("smallKernels")
    @DisplayName("q_s q_t = q_{s+t}")
    void semigroup(HeatKernel kernel) {
        double s = 0.3;
        HeatKernel first = HeatKernel.of(kernel.space(), DiffusionTime.fixed(s));
        HeatKernel both = HeatKernel.of(kernel.space(), DiffusionTime.fixed(s + kernel.time()));
        double[][] product = Matrices.times(Matrices.rows(first), Matrices.rows(kernel));
        for (int from = 0; from < product.length; from++) {
            assertArrayEquals(both.row(from), product[from], 1e-12, kernel.toString());
        }
    }

    @ParameterizedTest
    @MethodSource("smallKernels")
    @DisplayName("Columns are the transposed rows, and equal them where the space is symmetric")
    void columnsAreTransposedRows(HeatKernel kernel) {
        int size = kernel.space().size();
        double[][] rows = Matrices.rows(kernel);
        for (int to = 0; to < size; to++) {
            int fixed = to;
            double[] transposed = IntStream.range(0, size)
                    .mapToDouble(from -> rows[from][fixed])
                    .toArray();
            assertArrayEquals(transposed, kernel.column(to), 1e-13, kernel.toString());
            if (kernel.space().symmetric()) {
                assertArrayEquals(rows[to], kernel.column(to), 1e-13, kernel.toString());
            }
            double total = Arrays.stream(transposed).sum();
            double[] posterior = kernel.posterior(to);
            for (int from = 0; from < size; from++) {
                if (total > 0) { // e^−t underflows at t = 10⁶; the posterior of such a y is known all the same
                    assertEquals(transposed[from] / total, posterior[from], 1e-13, kernel.toString());
                }
                assertEquals(rows[from][to], kernel.probability(from, to), kernel.toString());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    @DisplayName("Draws follow the row, negatives follow the posterior (chi-square, false alarm 1e-6 each)")
    void drawsFollowTheDistributions(HeatKernel kernel) {
        int size = kernel.space().size();
        for (int state : new int[] {0, size / 3, size - 1}) {
            RandomStream random = RandomStream.of(42).child(size).child(state);
            long[] drawn = new long[size];
            long[] negatives = new long[size];
            for (int i = 0; i < 20_000; i++) {
                drawn[kernel.draw(state, random)]++;
                negatives[kernel.drawPosterior(state, random)]++;
            }
            ChiSquare.assertFits("draws of " + kernel, drawn, kernel.row(state));
            ChiSquare.assertFits("negatives of " + kernel, negatives, kernel.posterior(state));
        }
    }

    @Test
    @DisplayName("Heat on a product is the product of its columns' heat [P eq:pde-heat-diffuion]")
    void productOfKernels() {
        ProductSpace space = ProductSpace.of(Spaces.ofSize(3).limit(4).toArray(FiniteSpace[]::new));
        double time = 0.7;
        double[][] exponential = Matrices.exponential(RateMatrix.of(space), time);
        for (int from = 0; from < space.count(); from++) {
            for (int to = 0; to < space.count(); to++) {
                double product = 1;
                for (int k = 0; k < space.dimension(); k++) {
                    product *= HeatKernel.of(space.finite(k), DiffusionTime.fixed(time))
                            .probability(space.state(from)[k], space.state(to)[k]);
                }
                assertEquals(exponential[from][to], product, 1e-13);
            }
        }
    }

    @Test
    @DisplayName("The number of states decides the form, and the form does not show in the numbers")
    void formsAgree() {
        int size = GraphKernel.LARGEST_EIGENBASIS;
        GraphSpace small = GraphSpace.undirected(size, Spaces.tree(size));
        HeatKernel eigen = HeatKernel.of(small, DiffusionTime.fixed(5));
        assertEquals("eigendecomposition", eigen.form());
        for (int from = 0; from < size; from += 17) {
            assertArrayEquals(eigen.row(from), GraphHeat.chebyshev(small, 5, from), 1e-13);
            assertArrayEquals(
                    eigen.row(from), GraphHeat.uniformise(small, 5, from, GraphHeat.Direction.FORWARD), 1e-13);
        }
    }
}
