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
 * Fixed functions of the numbers x of a row at noise level s, with a = cos(πs/2) and σ = sin(πs/2), that a network sees beside them.
 *
 * <ul>
 *   <li>Whitened numbers y = Vᵀx / √(a²λ + σ²), where the data have the correlation VΛVᵀ: at every level uncorrelated, with variance
 *       one. Numbers that nearly determine each other are told apart without large weights.
 *   <li>Soft bins Φ((c_k − a·x_j) / max(σ, 0.1)) − ½ at quantiles c_k of N(0, 1): fine structure of one number.
 *   <li>For every {@linkplain NumberStatistics.Atom atom} the probability that a·x + max(σ, 0.03)·N(0, 1) lies in its interval.
 * </ul>
 */
final class NumberFeatures implements AutoCloseable {
    /** Eigenvalues of the correlation below this are noise. */
    private static final double LEAST_EIGENVALUE = 1e-3;

    /** Bins: about 128 in all, but 8 to 16 for each number. */
    private static final double BINS = 128;

    private static final int FEWEST_BINS = 8;
    private static final int MOST_BINS = 16;
    private static final double LEAST_BIN_WIDTH = 0.1;
    private static final double LEAST_ATOM_WIDTH = 0.03;

    /** Stands for infinity. */
    private static final double FARTHEST = 40;

    private final Tensor vectors; // V [numbers, numbers]
    private final Tensor eigenvalues; // λ [numbers]
    private final Tensor binNumber; // [numbers, bins], a one where a bin is of a number
    private final Tensor centres; // [bins]
    private final @Nullable Tensor atomNumber; // [numbers, atoms]; null where there is no atom
    private final @Nullable Tensor atomLow; // [atoms]
    private final @Nullable Tensor atomHigh;
    private final int local;

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
        int perNumber = bins(numbers);
        int bins = numbers * perNumber;
        double[] quantiles = new double[bins];
        Arrays.setAll(quantiles, bin -> (bin % perNumber + 1.0) / (perNumber + 1));
        centres = Tensor.real(device, quantiles, bins).normalQuantile().keep();
        int[] ofBin = new int[bins];
        Arrays.setAll(ofBin, bin -> bin / perNumber);
        binNumber = selection(device, numbers, ofBin).keep();
        int atoms = statistics.atoms().size();
        local = bins + atoms;
        if (atoms == 0) {
            atomNumber = null;
            atomLow = null;
            atomHigh = null;
        } else {
            int[] ofAtom = statistics.atoms().stream()
                    .mapToInt(NumberStatistics.Atom::number)
                    .toArray();
            atomNumber = selection(device, numbers, ofAtom).keep();
            atomLow = ends(device, statistics, NumberStatistics.Atom::low).keep();
            atomHigh = ends(device, statistics, NumberStatistics.Atom::high).keep();
        }
    }

    /** How many bins each of so many numbers has. */
    static int bins(int numbers) {
        return (int) Math.max(FEWEST_BINS, Math.min(MOST_BINS, Math.round(BINS / numbers)));
    }

    /** How many bins and atoms there are. */
    static int local(NumberStatistics statistics) {
        return statistics.numbers() * bins(statistics.numbers())
                + statistics.atoms().size();
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

    private static Tensor selection(Device device, int numbers, int[] chosen) {
        double[] ones = new double[numbers * chosen.length];
        for (int f = 0; f < chosen.length; f++) {
            ones[chosen[f] * chosen.length + f] = 1;
        }
        return Tensor.real(device, ones, numbers, chosen.length);
    }

    /**
     * The features of rows.
     *
     * @param whitened y [rows, numbers]
     * @param whitening 1/√(a²λ + σ²) [rows, numbers]
     * @param local bins and atoms [rows, local]
     * @param slopes derivatives of {@code local}, each with respect to its own number; null where nobody asked for them
     */
    record Values(
            Tensor whitened,
            Tensor whitening,
            Tensor local,
            @Nullable Tensor slopes) {}

    /** The features of numbers [rows, numbers] at levels [rows]; null levels are zero. */
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
        Tensor binPlace = centres.minus(shrunk.matmul(binNumber)).times(binScale);
        Tensor bins = binPlace.normalCdf().plus(-0.5);
        Tensor binSlopes =
                slopes ? density(binPlace).times(binScale.times(kept)).negate() : null;
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
        Tensor atomSlopes = density(below).minus(density(above)).times(atomScale.times(kept));
        return new Values(whitened, whitening, local, Tensor.cat(1, binSlopes, atomSlopes));
    }

    /** φ(t). */
    private static Tensor density(Tensor t) {
        return t.square().times(-0.5).exp().times(1 / Math.sqrt(2 * Math.PI));
    }

    /** ½(‖y‖² − ‖x‖²) [rows]: with it the network need not learn that numbers are correlated Gaussians to begin with. */
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

    /** The derivative of all features along a direction of the numbers: [rows, numbers + local]. */
    Tensor pushed(Values values, Tensor direction) {
        Tensor ofNumber = atomNumber == null
                ? direction.matmul(binNumber)
                : Tensor.cat(1, direction.matmul(binNumber), direction.matmul(atomNumber));
        return Tensor.cat(
                1,
                direction.matmul(vectors).times(values.whitening),
                ofNumber.times(Objects.requireNonNull(values.slopes)));
    }

    /** The chain rule: from gradients with respect to all features [rows, numbers + local] to those with respect to the numbers. */
    Tensor pulled(Values values, Tensor ofFeatures) {
        long numbers = values.whitened.size(1);
        Tensor ofLocal = ofFeatures.narrow(1, numbers, local).times(Objects.requireNonNull(values.slopes));
        long bins = binNumber.size(1);
        Tensor sum = fromWhitened(values, ofFeatures.narrow(1, 0, numbers))
                .plus(ofLocal.narrow(1, 0, bins).matmul(binNumber.transpose()));
        return atomNumber == null
                ? sum
                : sum.plus(ofLocal.narrow(1, bins, local - bins).matmul(atomNumber.transpose()));
    }

    @Override
    public void close() {
        vectors.release();
        eigenvalues.release();
        binNumber.release();
        centres.release();
        if (atomNumber != null && atomLow != null && atomHigh != null) {
            atomNumber.release();
            atomLow.release();
            atomHigh.release();
        }
    }
}
