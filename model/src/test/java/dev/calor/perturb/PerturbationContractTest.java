package dev.calor.perturb;

import dev.calor.contract.PerturbationContract;
import dev.calor.heat.DiffusionTime;
import dev.calor.heat.GaussianKernel;
import dev.calor.heat.HeatKernel;
import dev.calor.rows.Marginals;
import dev.calor.space.Cyclic;
import dev.calor.space.Numeric;
import dev.calor.space.Ordinal;
import dev.calor.space.ProductSpace;
import dev.calor.space.Uniform;
import java.util.stream.Stream;

/** Our perturbations, each with its kernel written down. */
class PerturbationContractTest extends PerturbationContract {
    private static final ProductSpace BITS = ProductSpace.power(new Uniform(2), 3);
    private static final ProductSpace MIXED = ProductSpace.of(new Uniform(3), new Cyclic(4), new Ordinal(3));
    private static final DiffusionTime TIME = DiffusionTime.fixed(0.4);

    /** q(y|x) of one column. */
    private interface Column {
        double probability(int column, int from, int to);
    }

    @Override
    protected Stream<Case> cases() {
        return Stream.of(
                new Case(new BernoulliFlip(0.2), BITS, product(BITS, (k, from, to) -> from == to ? 0.8 : 0.2)),
                new Case(new HeatProduct(MIXED, TIME), MIXED, product(MIXED, (k, from, to) -> HeatKernel.of(
                                MIXED.finite(k), TIME)
                        .probability(from, to))),
                new Case(new Grid(MIXED), MIXED, masked(MIXED)),
                new Case(new Neighbourhood(MIXED), MIXED, neighbours(MIXED)),
                new Case(
                        new Mixed(
                                new BernoulliFlip(0.3),
                                new Gaussian(
                                        GaussianKernel.ofDeviation(0.5))), // without numbers: that of the categories
                        BITS,
                        product(BITS, (k, from, to) -> from == to ? 0.7 : 0.3)),
                new Case(
                        new LevelHeat(
                                new BernoulliFlip(0.2),
                                0.5,
                                new MultiScale.Range(0.1, 0.1)), // rows without levels stay
                        BITS,
                        product(BITS, (k, from, to) -> from == to ? 0.8 : 0.2)),
                new Case( // half of the rows stay, since their level moves
                        new LevelHeat(new BernoulliFlip(0.2), 0.5, new MultiScale.Range(0.1, 0.1)),
                        BITS,
                        besideLevels(0.5, product(BITS, (k, from, to) -> from == to ? 0.8 : 0.2)),
                        0.4),
                new Case(
                        new Either(new BernoulliFlip(0.5), 0, new BernoulliFlip(0.1)),
                        BITS,
                        product(BITS, (k, from, to) -> from == to ? 0.9 : 0.1)),
                new Case(
                        new MultiScale(
                                Marginals.uniform(MIXED),
                                new MultiScale.Range(0.7, 0.7),
                                new MultiScale.Range(0.7, 0.7)),
                        MIXED,
                        product(
                                MIXED,
                                (k, from, to) -> (from == to ? Math.exp(-0.7) : 0)
                                        + (1 - Math.exp(-0.7)) / MIXED.finite(k).size())));
    }

    @Override
    protected Stream<NumberCase> numberCases() {
        MultiScale.Range time = new MultiScale.Range(0.4, 0.4);
        Gaussian gaussian = new Gaussian(GaussianKernel.ofDeviation(0.5));
        return Stream.of(
                new NumberCase(gaussian, 1, 0.5),
                new NumberCase(new Mixed(new BernoulliFlip(0.3), gaussian), 1, 0.5),
                new NumberCase(
                        new MultiScale(Marginals.uniform(ProductSpace.of(new Uniform(2), new Numeric())), time, time),
                        Math.exp(-0.8),
                        1 - Math.exp(-1.6)));
    }

    /** A share of the rows stays as it is, known from the level; the others are perturbed. */
    private static double[][] besideLevels(double share, double[][] rows) {
        double[][] kernel = new double[rows.length][2 * rows.length];
        for (int x = 0; x < rows.length; x++) {
            for (int y = 0; y < rows.length; y++) {
                kernel[x][y] = (1 - share) * rows[x][y];
            }
            kernel[x][rows.length + x] = share;
        }
        return kernel;
    }

    /** Columns are perturbed independently. */
    private static double[][] product(ProductSpace space, Column column) {
        int count = (int) space.count();
        double[][] kernel = new double[count][count];
        for (int x = 0; x < count; x++) {
            for (int y = 0; y < count; y++) {
                kernel[x][y] = 1;
                for (int k = 0; k < space.dimension(); k++) {
                    kernel[x][y] *= column.probability(k, space.state(x)[k], space.state(y)[k]);
                }
            }
        }
        return kernel;
    }

    /** One column, drawn uniformly, is masked: y is the column and the rest of the row. */
    private static double[][] masked(ProductSpace space) {
        int count = (int) space.count();
        double[][] kernel = new double[count][count * space.dimension()];
        for (int x = 0; x < count; x++) {
            for (int k = 0; k < space.dimension(); k++) {
                int[] rest = space.state(x);
                rest[k] = 0;
                kernel[x][(int) space.index(rest) + count * k] = 1.0 / space.dimension();
            }
        }
        return kernel;
    }

    /** One of the rows that differ in one column, drawn uniformly. */
    private static double[][] neighbours(ProductSpace space) {
        int count = (int) space.count();
        double[][] kernel = new double[count][count];
        for (int x = 0; x < count; x++) {
            int total = 0;
            for (int y = 0; y < count; y++) {
                int different = 0;
                for (int k = 0; k < space.dimension(); k++) {
                    different += space.state(x)[k] == space.state(y)[k] ? 0 : 1;
                }
                kernel[x][y] = different == 1 ? 1 : 0;
                total += different == 1 ? 1 : 0;
            }
            for (int y = 0; y < count; y++) {
                kernel[x][y] /= total;
            }
        }
        return kernel;
    }
}
