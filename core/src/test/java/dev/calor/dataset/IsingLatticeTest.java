package dev.calor.dataset;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.calor.random.ChiSquare;
import dev.calor.random.RandomStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IsingLatticeTest {
    @Test
    @DisplayName("J joins neighbours of the grid, symmetrically, and does not wrap around")
    void coupling() {
        double s = 0.3;
        double[][] expected = {
            {0, s, 0, s, 0, 0, 0, 0, 0},
            {s, 0, s, 0, s, 0, 0, 0, 0},
            {0, s, 0, 0, 0, s, 0, 0, 0},
            {s, 0, 0, 0, s, 0, s, 0, 0},
            {0, s, 0, s, 0, s, 0, s, 0},
            {0, 0, s, 0, s, 0, 0, 0, s},
            {0, 0, 0, s, 0, 0, 0, s, 0},
            {0, 0, 0, 0, s, 0, s, 0, s},
            {0, 0, 0, 0, 0, s, 0, s, 0},
        };
        double[][] found = new IsingLattice(3, s).coupling();
        for (int i = 0; i < 9; i++) {
            assertArrayEquals(expected[i], found[i]);
        }
        assertArrayEquals(new double[] {0}, new IsingLattice(1, s).coupling()[0]);
    }

    @ParameterizedTest
    @CsvSource({"1, 0.5", "2, 0.1", "2, -0.7", "3, 0.3", "3, -0.2", "4, 0.5", "4, 40"})
    @DisplayName("log Z agrees with enumeration")
    void logPartition(int side, double strength) {
        IsingLattice lattice = new IsingLattice(side, strength);
        LogSum sum = new LogSum();
        for (double logWeight : logWeights(lattice)) {
            sum.add(logWeight);
        }
        assertEquals(sum.value(), lattice.logPartition(), 1e-12 * (1 + Math.abs(sum.value())));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.1, 0.25, 0.5, -0.2, -1})
    @DisplayName(
            "Exact draws follow the distribution over all 512 states of a 3 × 3 lattice (chi-square, false alarm 1e-6)")
    void exactDraws(double strength) {
        IsingLattice lattice = new IsingLattice(3, strength);
        assertFollowsDistribution(lattice, lattice.draw(100_000, RandomStream.of(31)));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.1, 0.25, -0.2})
    @DisplayName("So do Gibbs draws, after 50 sweeps (chi-square, false alarm 1e-6)")
    void gibbsDraws(double strength) {
        IsingLattice lattice = new IsingLattice(3, strength);
        assertFollowsDistribution(lattice, lattice.gibbs(50_000, 50, RandomStream.of(32)));
    }

    private static void assertFollowsDistribution(IsingLattice lattice, int[][] samples) {
        double logPartition = lattice.logPartition();
        double[] probabilities = logWeights(lattice);
        double edgeMean = 0;
        double edgeSquare = 0;
        for (int state = 0; state < probabilities.length; state++) {
            probabilities[state] = Math.exp(probabilities[state] - logPartition);
            double edges = edges(spins(state, lattice.dimension()), lattice.side());
            edgeMean += probabilities[state] * edges;
            edgeSquare += probabilities[state] * edges * edges;
        }
        long[] counts = new long[probabilities.length];
        double sum = 0;
        for (int[] spins : samples) {
            int state = 0;
            for (int i = 0; i < spins.length; i++) {
                assertEquals(1, Math.abs(spins[i]));
                state |= ((spins[i] + 1) / 2) << i;
            }
            counts[state]++;
            sum += edges(spins, lattice.side());
        }
        ChiSquare.assertFits(lattice.toString(), counts, probabilities);
        // 4.9 deviations: false alarm 1e-6.
        double deviation = Math.sqrt((edgeSquare - edgeMean * edgeMean) / samples.length);
        assertEquals(edgeMean, sum / samples.length, 4.9 * deviation + 1e-9);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.15, -0.1})
    @DisplayName("On the paper's 10 × 10 lattice, exact and Gibbs draws agree in their edges (false alarm 1e-6)")
    void largerLattice(double strength) {
        IsingLattice lattice = new IsingLattice(10, strength);
        int count = 1000;
        double[] exact = edgeMoments(lattice.draw(count, RandomStream.of(33)));
        double[] gibbs = edgeMoments(lattice.gibbs(count, 100, RandomStream.of(34)));
        assertEquals(exact[0], gibbs[0], 4.9 * Math.sqrt((exact[1] + gibbs[1]) / count));
        // d log Z / dσ = 2 E Σ_{i~j} x_i x_j; the difference errs by h², times a third derivative of some 10⁴.
        double h = 1e-4;
        double slope =
                (new IsingLattice(10, strength + h).logPartition() - new IsingLattice(10, strength - h).logPartition())
                        / (2 * h);
        assertEquals(slope / 2, exact[0], 4.9 * Math.sqrt(exact[1] / count) + 1e-3);
    }

    private static double[] edgeMoments(int[][] samples) {
        double sum = 0;
        double squares = 0;
        for (int[] spins : samples) {
            double edges = edges(spins, 10);
            sum += edges;
            squares += edges * edges;
        }
        double mean = sum / samples.length;
        return new double[] {mean, squares / samples.length - mean * mean};
    }

    /** Σ_{i~j} x_i x_j, each edge once. */
    private static double edges(int[] spins, int side) {
        double sum = 0;
        for (int row = 0; row < side; row++) {
            for (int column = 0; column < side; column++) {
                int at = side * row + column;
                sum += column + 1 < side ? spins[at] * spins[at + 1] : 0;
                sum += row + 1 < side ? spins[at] * spins[at + side] : 0;
            }
        }
        return sum;
    }

    /** xᵀJx of every state, by the matrix. */
    private static double[] logWeights(IsingLattice lattice) {
        double[][] coupling = lattice.coupling();
        double[] logWeights = new double[1 << lattice.dimension()];
        for (int state = 0; state < logWeights.length; state++) {
            int[] spins = spins(state, lattice.dimension());
            for (int i = 0; i < spins.length; i++) {
                for (int j = 0; j < spins.length; j++) {
                    logWeights[state] += coupling[i][j] * spins[i] * spins[j];
                }
            }
        }
        return logWeights;
    }

    private static int[] spins(int state, int dimension) {
        int[] spins = new int[dimension];
        for (int i = 0; i < dimension; i++) {
            spins[i] = 2 * ((state >> i) & 1) - 1;
        }
        return spins;
    }

    @Test
    @DisplayName("Invalid lattices, and lattices too large to sum, are refused")
    void refusals() {
        assertRefused(() -> new IsingLattice(0, 0.1), "side 0", "1 to 1000");
        assertRefused(() -> new IsingLattice(3, Double.NaN), "strength NaN", "finite");
        IsingLattice large = new IsingLattice(15, 0.1);
        assertRefused(() -> large.draw(1, RandomStream.of(0)), "side 15", "at most 14", "use gibbs");
        assertRefused(large::logPartition, "side 15");
        assertRefused(() -> large.draw(-1, RandomStream.of(0)), "-1 lattices");
        assertRefused(() -> large.gibbs(1, -1, RandomStream.of(0)), "-1 sweeps", "0 or more");
        assertEquals(225, large.gibbs(1, 1, RandomStream.of(0))[0].length);
    }
}
