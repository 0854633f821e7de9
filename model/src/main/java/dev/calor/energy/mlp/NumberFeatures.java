package dev.calor.energy.mlp;

import dev.calor.tensor.Device;
import dev.calor.tensor.Tensor;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.jspecify.annotations.Nullable;

/**
 * Fixed functions of the numbers x of a row at noise level s, with a = cos(πs/2) and σ = sin(πs/2): further inputs of a network.
 *
 * <ul>
 *   <li>Whitened numbers y = Vᵀx / √(a²λ + σ²), where VΛVᵀ is the correlation of the data. At every noise level they are uncorrelated
 *       and have variance 1, so the network needs no large weights where numbers nearly determine each other.
 *   <li>Soft bins Φ((c_k − a·x_j) / max(σ, 0.1)) − ½ at quantiles c_k of N(0, 1), for the fine structure of one number.
 *   <li>For every {@linkplain NumberStatistics.Atom atom} the probability that a·x + max(σ, 0.03)·N(0, 1) lies in its interval.
 * </ul>
 */
final class NumberFeatures implements AutoCloseable {
    /** Smaller eigenvalues of the correlation are raised to this: they are dominated by sampling error. */
    private static final double LEAST_EIGENVALUE = 1e-3;

    /** About this many bins in total, but 8 to 16 per number. */
    private static final double BINS = 128;

    private static final int FEWEST_BINS = 8;
    private static final int MOST_BINS = 16;
    private static final double LEAST_BIN_WIDTH = 0.1;
    private static final double LEAST_ATOM_WIDTH = 0.03;

    /** Replaces infinite ends of intervals. */
    private static final double FARTHEST = 40;

    private final Tensor vectors; // V [numbers, numbers]
    private final Tensor eigenvalues; // λ [numbers]
    private final Tensor centres; // [bins per number]
    private final @Nullable Tensor
            atomNumber; // [numbers, atoms], 1 if the atom is of the number; null if there is no atom
    private final @Nullable Tensor atomLow; // [atoms]
    private final @Nullable Tensor atomHigh;
    private final int local;

    /**
     * Features of numbers with these statistics.
     *
     * @throws ArithmeticException if the eigendecomposition of the correlation does not converge
     */
    NumberFeatures(NumberStatistics statistics, Device device) {
        int numbers = statistics.numbers();
        EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(numbers, true, true);
        if (!eigen.decompose(new DMatrixRMaj(statistics.correlation()))) {
            throw new ArithmeticException("the eigendecomposition of " + numbers + " correlations did not converge");
        }
        double[] lambda = new double[numbers];
        double[] v = new double[numbers * numbers];
        for (int p = 0; p < numbers; p++) {
            lambda[p] = Math.max(LEAST_EIGENVALUE, eigen.getEigenvalue(p).getReal());
            for (int j = 0; j < numbers; j++) {
                v[j * numbers + p] = eigen.getEigenVector(p).get(j);
            }
        }
        vectors = Tensor.real(device, v, numbers, numbers).keep();
        eigenvalues = Tensor.real(device, lambda, numbers).keep();
        double[] quantiles = new double[bins(numbers)];
        Arrays.setAll(quantiles, bin -> (bin + 1.0) / (quantiles.length + 1));
        centres = Tensor.real(device, quantiles, quantiles.length)
                .normalQuantile()
                .keep();
        local = local(statistics);
        if (statistics.atoms().isEmpty()) {
            atomNumber = null;
            atomLow = null;
            atomHigh = null;
        } else {
            atomNumber = numbersOfAtoms(device, statistics).keep();
            atomLow = ends(device, statistics, NumberStatistics.Atom::low).keep();
            atomHigh = ends(device, statistics, NumberStatistics.Atom::high).keep();
        }
    }

    /** The number of bins per number. */
    static int bins(int numbers) {
        return (int) Math.max(FEWEST_BINS, Math.min(MOST_BINS, Math.round(BINS / numbers)));
    }

    /** The number of bins and atoms in total. */
    static int local(NumberStatistics statistics) {
        return statistics.numbers() * bins(statistics.numbers())
                + statistics.atoms().size();
    }

    /** The number of all features. */
    long count() {
        return vectors.size(0) + local;
    }

    /** Ends of the intervals of atoms on the scale of N(0, 1), finite. */
    private static Tensor ends(
            Device device, NumberStatistics statistics, ToDoubleFunction<NumberStatistics.Atom> end) {
        double[] probabilities = statistics.atoms().stream().mapToDouble(end).toArray();
        return Tensor.real(device, probabilities, probabilities.length)
                .normalQuantile()
                .clampBelow(-FARTHEST)
                .clampAbove(FARTHEST);
    }

    private static Tensor numbersOfAtoms(Device device, NumberStatistics statistics) {
        int atoms = statistics.atoms().size();
        double[] ones = new double[statistics.numbers() * atoms];
        for (int atom = 0; atom < atoms; atom++) {
            ones[statistics.atoms().get(atom).number() * atoms + atom] = 1;
        }
        return Tensor.real(device, ones, statistics.numbers(), atoms);
    }

    /**
     * The features of rows.
     *
     * @param whitened y [rows, numbers]
     * @param whitening 1/√(a²λ + σ²) [rows, numbers]
     * @param local bins and atoms [rows, local]
     * @param slopes derivatives of {@code local}, each with respect to its own number; null if not asked for
     */
    record Values(
            Tensor whitened,
            Tensor whitening,
            Tensor local,
            @Nullable Tensor slopes) {}

    /**
     * The features of rows.
     *
     * @param numbers [rows, numbers]
     * @param levels noise levels [rows]; null for level 0
     * @param slopes whether to compute derivatives of bins and atoms
     */
    Values of(Tensor numbers, @Nullable Tensor levels, Device device, boolean slopes) {
        Tensor level = levels == null ? Tensor.zeros(device, numbers.size(0)) : levels;
        Tensor angle = level.unsqueeze(1).times(Math.PI / 2);
        Tensor kept = angle.cos();
        Tensor deviation = angle.sin();
        Tensor whitening =
                kept.square().times(eigenvalues).plus(deviation.square()).sqrt().reciprocal();
        Tensor whitened = numbers.matmul(vectors).times(whitening);
        Tensor shrunk = numbers.times(kept);
        Tensor binScale = deviation.clampBelow(LEAST_BIN_WIDTH).reciprocal();
        Tensor binPlace = flat(centres.minus(shrunk.unsqueeze(2))).times(binScale);
        Tensor bins = binPlace.normalCdf().plus(-0.5);
        Tensor binSlopes =
                slopes ? binPlace.normalDensity().times(binScale.times(kept)).negate() : null;
        if (atomNumber == null || atomLow == null || atomHigh == null) {
            return new Values(whitened, whitening, bins, binSlopes);
        }
        Tensor atomScale = deviation.clampBelow(LEAST_ATOM_WIDTH).reciprocal();
        Tensor inAtom = shrunk.matmul(atomNumber);
        Tensor below = atomLow.minus(inAtom).times(atomScale);
        Tensor above = atomHigh.minus(inAtom).times(atomScale);
        Tensor local = Tensor.cat(1, bins, above.normalCdf().minus(below.normalCdf()));
        if (binSlopes == null) {
            return new Values(whitened, whitening, local, null);
        }
        Tensor atomSlopes = below.normalDensity().minus(above.normalDensity()).times(atomScale.times(kept));
        return new Values(whitened, whitening, local, Tensor.cat(1, binSlopes, atomSlopes));
    }

    /** Per number and bin [rows, numbers, bins] in one dimension [rows, numbers·bins]. */
    private static Tensor flat(Tensor perNumber) {
        return perNumber.reshape(perNumber.size(0), perNumber.size(1) * perNumber.size(2));
    }

    /** The Gaussian part of U relative to N(0, 1), ½(‖y‖² − ‖x‖²) [rows]. With it the network need not learn linear correlations. */
    Tensor gaussian(Values values, Tensor numbers) {
        return values.whitened.square().sum(1).minus(numbers.square().sum(1)).times(0.5);
    }

    /** The gradient of {@link #gaussian} with respect to the numbers. */
    Tensor gaussianSlope(Values values, Tensor numbers) {
        return fromWhitened(values, values.whitened).minus(numbers);
    }

    private Tensor fromWhitened(Values values, Tensor ofWhitened) {
        return ofWhitened.times(values.whitening).matmul(vectors.transpose());
    }

    /** Forward chain rule: the derivative of all features along a direction of the numbers, [rows, numbers + local]. */
    Tensor pushed(Values values, Tensor direction) {
        Tensor ofBins = flat(direction.unsqueeze(2).expand(direction.size(0), direction.size(1), centres.size(0)));
        Tensor ofNumber = atomNumber == null ? ofBins : Tensor.cat(1, ofBins, direction.matmul(atomNumber));
        return Tensor.cat(
                1,
                direction.matmul(vectors).times(values.whitening),
                ofNumber.times(Objects.requireNonNull(values.slopes)));
    }

    /** Backward chain rule: from gradients of all features [rows, numbers + local] to those of the numbers. */
    Tensor pulled(Values values, Tensor ofFeatures) {
        long numbers = values.whitened.size(1);
        Tensor ofLocal = ofFeatures.narrow(1, numbers, local).times(Objects.requireNonNull(values.slopes));
        long bins = numbers * centres.size(0);
        Tensor sum = fromWhitened(values, ofFeatures.narrow(1, 0, numbers))
                .plus(ofLocal.narrow(1, 0, bins)
                        .reshape(ofLocal.size(0), numbers, centres.size(0))
                        .sum(2));
        return atomNumber == null
                ? sum
                : sum.plus(ofLocal.narrow(1, bins, local - bins).matmul(atomNumber.transpose()));
    }

    @Override
    public void close() {
        vectors.release();
        eigenvalues.release();
        centres.release();
        if (atomNumber != null && atomLow != null && atomHigh != null) {
            atomNumber.release();
            atomLow.release();
            atomHigh.release();
        }
    }
}
