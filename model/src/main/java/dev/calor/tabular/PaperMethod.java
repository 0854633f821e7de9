package dev.calor.tabular;

import dev.calor.energy.Energy;
import dev.calor.energy.TrainableEnergy;
import dev.calor.energy.mlp.DerivedInputs;
import dev.calor.energy.mlp.MlpEnergy;
import dev.calor.estimate.EnergyPath;
import dev.calor.estimate.Tempering;
import dev.calor.heat.DiffusionTime;
import dev.calor.heat.GaussianKernel;
import dev.calor.objective.ContrastiveDivergence;
import dev.calor.objective.EnergyDiscrepancy;
import dev.calor.objective.Objective;
import dev.calor.perturb.DataNoise;
import dev.calor.perturb.Gaussian;
import dev.calor.perturb.Grid;
import dev.calor.perturb.HeatProduct;
import dev.calor.perturb.Mixed;
import dev.calor.perturb.Perturbation;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.rows.Marginals;
import dev.calor.sampler.Alternating;
import dev.calor.sampler.Gibbs;
import dev.calor.sampler.Langevin;
import dev.calor.sampler.SamplePart;
import dev.calor.space.ProductSpace;
import dev.calor.space.Uniform;
import dev.calor.tensor.Noise;
import dev.calor.train.LearningRate;
import java.util.List;
import java.util.function.Function;

/**
 * The methods of the paper's tables [P tbl:exp-mle]: TabED with different kinds of heat on categories, and TabCD for
 * comparison.
 */
final class PaperMethod extends TabularMethod {
    /** Numbers are blurred by N(0, 0.1²), categories for t = 0.1, on rings and paths for 0.005·S². */
    private static final GaussianKernel BLUR = GaussianKernel.ofDeviation(0.1);

    private static final DiffusionTime TIME = DiffusionTime.fixed(0.1);
    private static final DiffusionTime STRUCTURED_TIME = DiffusionTime.quadratic(0.005);
    private static final double STABILISER = 1;

    /** Rounds of one Langevin step of 1e-4 and one Gibbs sweep. */
    private static final Alternating MOVES = new Alternating(new Langevin(1e-4, false, false), new Gibbs());

    /** The chains of TabCD, which start from the data. */
    private static final Alternating SHORT_MOVES = new Alternating(new Langevin(1e-2, false, false), new Gibbs());

    static final List<PaperMethod> ALL = List.of(
            discrepancy("tabed-uni", Structure.UNIFORM, space -> new HeatProduct(space, TIME)),
            discrepancy("tabed-grid", Structure.UNIFORM, Grid::new),
            discrepancy("tabed-cyc", Structure.CYCLIC, space -> new HeatProduct(space, STRUCTURED_TIME)),
            discrepancy("tabed-ord", Structure.ORDINAL, space -> new HeatProduct(space, STRUCTURED_TIME)),
            discrepancy(
                    "tabed-str",
                    Structure.OWN,
                    space -> new HeatProduct(space, column -> column instanceof Uniform ? TIME : STRUCTURED_TIME)),
            discrepancy("tabed-mask", Structure.MASK, space -> new HeatProduct(space, TIME)),
            new PaperMethod(
                    "tab-cd", Structure.UNIFORM, (training, space) -> new ContrastiveDivergence(SHORT_MOVES, 1)));

    private final Structure structure;
    private final Loss loss;

    private interface Loss {
        Objective of(TabularSpec.Training training, ProductSpace space);
    }

    private PaperMethod(String name, Structure structure, Loss loss) {
        super(name);
        this.structure = structure;
        this.loss = loss;
    }

    /** Energy discrepancy, with a perturbation of the categories; numbers are blurred. */
    private static PaperMethod discrepancy(
            String name, Structure structure, Function<ProductSpace, Perturbation> categories) {
        return new PaperMethod(
                name,
                structure,
                (training, space) -> new EnergyDiscrepancy(
                        new Mixed(categories.apply(space), new Gaussian(BLUR)), training.negatives(), STABILISER));
    }

    @Override
    Structure structure() {
        return structure;
    }

    @Override
    boolean drawsNumbers() {
        return false;
    }

    @Override
    boolean statesForFewValues() {
        return false;
    }

    /** A plain network. */
    @Override
    MlpEnergy.Architecture architecture(TabularSpec.Network size) {
        return new MlpEnergy.Architecture(
                size.embedding(), size.width(), size.depth(), false, false, false, size.components());
    }

    @Override
    DerivedInputs derivedInputs(TableEncoder encoder, TrainingRows rows, Noise noise) {
        return DerivedInputs.NONE;
    }

    @Override
    TrainableEnergy energy(MlpEnergy network, Marginals marginals) {
        return network;
    }

    @Override
    DataNoise noise(Marginals marginals) {
        return DataNoise.NONE;
    }

    @Override
    Objective objective(TabularSpec.Training training, ProductSpace space, Marginals marginals) {
        return loss.of(training, space);
    }

    @Override
    LearningRate schedule(double rate, int rows) {
        return LearningRate.constant(rate);
    }

    @Override
    Batch sample(Energy target, Batch start, TabularSpec.Sampling sampling, SamplePart part, RandomStream random) {
        return MOVES.run(start, target, sampling.levels(), random).next().rows();
    }

    @Override
    EnergyPath path(Energy energy) {
        return new Tempering(energy);
    }
}
