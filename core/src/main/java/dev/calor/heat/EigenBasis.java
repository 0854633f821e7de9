package dev.calor.heat;

import dev.calor.space.RateMatrix;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * R = V Λ Vᵀ for a symmetric rate matrix: one decomposition gives q_t = V e^{tΛ} Vᵀ for every t [P sec:EstimatingED].
 */
public final class EigenBasis {
    private final double[] eigenvalues; // λ₁ = 0 ≥ λ₂ ≥ …
    private final double[][] vectors; // vectors[p][a], orthonormal

    private EigenBasis(double[] eigenvalues, double[][] vectors) {
        this.eigenvalues = eigenvalues;
        this.vectors = vectors;
    }

    /**
     * Decomposes a symmetric rate matrix.
     *
     * @throws IllegalArgumentException if the matrix is not symmetric
     * @throws ArithmeticException if the decomposition does not converge
     */
    public static EigenBasis of(RateMatrix rates) {
        requireSymmetric(rates);
        EigenDecomposition_F64<DMatrixRMaj> decomposition = DecompositionFactory_DDRM.eig(rates.size(), true, true);
        if (!decomposition.decompose(new DMatrixRMaj(rates.toArray()))) {
            throw new ArithmeticException("the eigendecomposition of " + rates.size() + " states did not converge");
        }
        int[] descending = IntStream.range(0, rates.size())
                .boxed()
                .sorted(Comparator.comparingDouble(
                        p -> -decomposition.getEigenvalue(p).getReal()))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] eigenvalues = new double[rates.size()];
        double[][] vectors = new double[rates.size()][];
        for (int p = 0; p < descending.length; p++) {
            // R has no positive eigenvalue; a rounding error above zero would grow with t, so it is clamped.
            eigenvalues[p] =
                    Math.min(0, decomposition.getEigenvalue(descending[p]).getReal());
            vectors[p] = decomposition.getEigenVector(descending[p]).getData();
        }
        eigenvalues[0] = 0;
        return new EigenBasis(eigenvalues, vectors);
    }

    private static void requireSymmetric(RateMatrix rates) {
        for (int a = 0; a < rates.size(); a++) {
            for (int b = 0; b < a; b++) {
                if (rates.rate(a, b) != rates.rate(b, a)) {
                    throw new IllegalArgumentException("the rate from " + a + " to " + b + " is " + rates.rate(a, b)
                            + ", back it is " + rates.rate(b, a)
                            + ": an eigenbasis needs a symmetric rate matrix; use HeatKernel.of, which does not");
                }
            }
        }
    }

    /** All eigenvalues in descending order, from λ₁ = 0. */
    public double[] eigenvalues() {
        return eigenvalues.clone();
    }

    /** |λ₂|, the rate at which q_t converges to the uniform distribution. Zero for a space of one state. */
    public double spectralGap() {
        return eigenvalues.length == 1 ? 0 : -eigenvalues[1];
    }

    /** q_t(·|from). */
    public double[] row(int from, double time) {
        double[] row = new double[eigenvalues.length];
        for (int p = 0; p < row.length; p++) {
            double weight = Math.exp(eigenvalues[p] * time) * vectors[p][from];
            for (int to = 0; to < row.length; to++) {
                row[to] += weight * vectors[p][to];
            }
        }
        Distribution.clampAndNormalise(row);
        return row;
    }
}
