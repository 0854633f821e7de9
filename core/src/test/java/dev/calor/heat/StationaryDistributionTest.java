package dev.calor.heat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.random.RandomStream;
import dev.calor.space.Cyclic;
import dev.calor.space.FiniteSpace;
import dev.calor.space.GraphSpace;
import dev.calor.space.Ordinal;
import dev.calor.space.ProductSpace;
import dev.calor.space.RateMatrix;
import dev.calor.space.Uniform;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What large times do: heat becomes uniform at the rate of the spectral gap, and energy discrepancy becomes likelihood.
 */
class StationaryDistributionTest {
    static Stream<FiniteSpace> symmetricSpaces() {
        return IntStream.of(2, 3, 8, 20)
                .boxed()
                .flatMap(size -> Stream.of(
                        new Uniform(size),
                        new Cyclic(size),
                        new Ordinal(size),
                        GraphSpace.undirected(size, Spaces.tree(size))));
    }

    @ParameterizedTest
    @MethodSource("symmetricSpaces")
    @DisplayName(
            "Distance to the uniform distribution is at most ½√S e^(−|λ₂|t), and falls at just that rate in the end")
    void uniformInTheLimit(FiniteSpace space) {
        double gap = EigenBasis.of(RateMatrix.of(space)).spectralGap();
        for (double time = 0; time * gap < 25; time += 0.5 / gap) {
            double bound = 0.5 * Math.sqrt(space.size()) * Math.exp(-gap * time);
            assertTrue(farthest(space, time) <= bound + 1e-14, space + " at " + time);
        }
        // By e^−15 the slowest wave is all that is left; rounding is then still seven digits away.
        double ratio = farthest(space, 17 / gap) / farthest(space, 15 / gap);
        assertEquals(-2, Math.log(ratio), 1e-3, space.toString());
    }

    /** sup over origins of the total variation distance to the uniform distribution. */
    private static double farthest(FiniteSpace space, double time) {
        HeatKernel kernel = HeatKernel.of(space, DiffusionTime.fixed(time));
        double uniform = 1.0 / space.size();
        return IntStream.range(0, space.size())
                .mapToDouble(from -> Arrays.stream(kernel.row(from))
                                .map(p -> Math.abs(p - uniform))
                                .sum()
                        / 2)
                .max()
                .orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("symmetricSpaces")
    @DisplayName("[P TheoremMLElimit] by enumeration: |ED − MLE − z_t| ≤ √S e^(−|λ₂|t) KL(p_data ‖ p_θ)")
    void energyDiscrepancyBecomesLikelihood(FiniteSpace space) {
        double gap = EigenBasis.of(RateMatrix.of(space)).spectralGap();
        for (int trial = 0; trial < 5; trial++) {
            RandomStream random = RandomStream.of(1).child(trial);
            double[] data = randomDistribution(space.size(), random);
            double[] energy = random.doubles(space.size(), -3, 3).toArray();
            for (double decay : new double[] {0, 0.01, 0.3, 1, 3, 10}) {
                double[][] q = Matrices.rows(HeatKernel.of(space, DiffusionTime.fixed(decay / gap)));
                assertTheorem(q, decay, data, energy);
            }
        }
    }

    @Test
    @DisplayName("The same on a product, whose gap is its columns' smallest")
    void energyDiscrepancyBecomesLikelihoodOnProducts() {
        ProductSpace space = ProductSpace.of(new Uniform(3), new Ordinal(4), new Cyclic(3));
        RateMatrix rates = RateMatrix.of(space);
        double gap = EigenBasis.of(rates).spectralGap();
        assertEquals(2 - 2 * Math.cos(Math.PI / 4), gap, 1e-12); // the ordinal column's
        RandomStream random = RandomStream.of(2);
        double[] data = randomDistribution(36, random);
        double[] energy = random.doubles(36, -3, 3).toArray();
        for (double time : new double[] {0.1, 1, 5, 10}) {
            assertTheorem(Matrices.exponential(rates, time), gap * time, data, energy);
        }
    }

    private static void assertTheorem(double[][] q, double decay, double[] data, double[] energy) {
        int size = data.length;
        double z = Arrays.stream(energy).map(u -> Math.exp(-u)).sum();
        double likelihood = 0; // L_MLE = −E log p_θ
        double divergence = 0; // KL(p_data ‖ p_θ)
        double discrepancy = 0; // ED = E U(x) − E U_q(y)
        double entropy = 0; // z_t = Σ_y Q_t p_data(y) log Q_t p_data(y)
        for (int x = 0; x < size; x++) {
            double logModel = -energy[x] - Math.log(z);
            likelihood -= data[x] * logModel;
            divergence += data[x] * (Math.log(data[x]) - logModel);
            discrepancy += data[x] * energy[x];
        }
        for (int y = 0; y < size; y++) {
            double marginal = 0;
            double contrast = 0;
            for (int x = 0; x < size; x++) {
                marginal += q[x][y] * data[x];
                contrast += q[x][y] * Math.exp(-energy[x]);
            }
            discrepancy -= marginal * -Math.log(contrast);
            entropy += marginal * Math.log(marginal);
        }
        double difference = Math.abs(discrepancy - likelihood - entropy);
        double bound = Math.sqrt(size) * Math.exp(-decay) * divergence;
        assertTrue(difference <= bound + 1e-13, difference + " above " + bound + " at decay " + decay);
        if (decay == 0) {
            // Without heat ED vanishes, and what is missing to likelihood is the whole divergence.
            assertEquals(divergence, difference, 1e-12);
        }
    }

    private static double[] randomDistribution(int size, RandomStream random) {
        double[] probabilities = random.doubles(size, 0.01, 1).toArray();
        Distribution.normalise(probabilities);
        return probabilities;
    }
}
