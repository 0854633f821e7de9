package dev.calor.tabular;

import dev.calor.energy.Clamped;
import dev.calor.energy.Energy;
import dev.calor.energy.TrainableEnergy;
import dev.calor.energy.WithBase;
import dev.calor.energy.mlp.DerivedInputs;
import dev.calor.energy.mlp.MlpEnergy;
import dev.calor.energy.mlp.NumberStatistics;
import dev.calor.estimate.Denoising;
import dev.calor.estimate.EnergyPath;
import dev.calor.objective.DenoisingDiscrepancy;
import dev.calor.objective.EnergyDiscrepancy;
import dev.calor.objective.Objective;
import dev.calor.perturb.Annealing;
import dev.calor.perturb.DataNoise;
import dev.calor.perturb.LevelHeat;
import dev.calor.perturb.MultiScale;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.rows.Marginals;
import dev.calor.rows.OneHot;
import dev.calor.sampler.Alternating;
import dev.calor.sampler.Annealed;
import dev.calor.sampler.CategoryRatios;
import dev.calor.sampler.Chain;
import dev.calor.sampler.DiscreteLangevin;
import dev.calor.sampler.Langevin;
import dev.calor.sampler.NoiseSchedule;
import dev.calor.sampler.ReverseHeat;
import dev.calor.sampler.SamplePart;
import dev.calor.space.ProductSpace;
import dev.calor.tensor.Noise;
import dev.calor.train.LearningRate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Calor's own method, and the default: energy discrepancy at every noise level, on all scales, with the network relative to the
 * marginals of the table (docs/decisions/011, 012).
 */
final class AnnealedMethod extends TabularMethod {
    static final AnnealedMethod INSTANCE = new AnnealedMethod();

    /** Langevin steps of numbers and of categories, with adaptive step sizes that start here. */
    static final Alternating MOVES =
            new Alternating(new Langevin(0.5, true, true), new DiscreteLangevin(1, true, true));

    /** The fraction of training rows without noise: scores and predictions are computed at level 0. */
    private static final double CLEAN_SHARE = 0.1;

    /** Low noise levels are drawn somewhat more often. */
    private static final double LEVEL_POWER = 1.25;

    /** Times of heat: a category is redrawn with probability .05 to .98, a number blurred by a standard deviation of .05 to 1. */
    private static final MultiScale.Range TIMES = new MultiScale.Range(0.05, 4);

    private static final MultiScale.Range NUMBER_TIMES = new MultiScale.Range(0.00125, 4);

    /** For a quarter of the rows the loss compares noise levels, .02 to .3 apart. */
    private static final double LEVEL_SHARE = 0.25;

    private static final MultiScale.Range LEVEL_DEVIATIONS = new MultiScale.Range(0.02, 0.3);
    private static final double STABILISER = 1;

    /** With more numbers the network sees the numbers alone: their features would cost more than the network. */
    static final int MOST_FEATURES = 64;

    private static final int WARM_UP = 100;

    /**
     * With at least this many rows, deviations of their marginals from those of the data are not just chance, and are
     * corrected.
     */
    private static final int STEERED_ROWS = 512;

    /** Smaller tables have a lower learning rate, proportional to their rows, but not below a quarter of the full rate. */
    private static final double FULL_RATE_ROWS = 20_000;

    private static final double LEAST_RATE = 0.25;

    /**
     * Each row is seen at most this often. Trained for longer, a small table is learned by heart: with 1,200 passes over 6,000 rows of
     * four tables 49 to 58 % of the synthetic rows are nearer to a training row than to one of 8,000 unseen ones, with 600 passes 45 to
     * 51 %, where 43 % are expected; utility is the same (docs/decisions/023).
     */
    private static final int MOST_PASSES = 800;

    private AnnealedMethod() {
        super("annealed");
    }

    @Override
    Structure structure() {
        return Structure.UNIFORM;
    }

    @Override
    boolean drawsNumbers() {
        return true;
    }

    @Override
    boolean statesForFewValues() {
        return true;
    }

    /** A residual network that is conditioned on the noise level. */
    @Override
    MlpEnergy.Architecture architecture(TabularSpec.Network size) {
        return new MlpEnergy.Architecture(
                size.embedding(), size.width(), size.depth(), true, false, true, size.components());
    }

    @Override
    DerivedInputs derivedInputs(TableEncoder encoder, TrainingRows rows, Noise noise) {
        return new DerivedInputs(
                statistics(encoder, rows, noise), rows.crosses(new OneHot(encoder.space()), noise.device()));
    }

    /** Statistics for features of numbers; null for no features. */
    private static @Nullable NumberStatistics statistics(TableEncoder encoder, TrainingRows rows, Noise noise) {
        return encoder.numbers() == 0 || encoder.numbers() > MOST_FEATURES
                ? null
                : new NumberStatistics(rows.correlation(noise), atoms(encoder));
    }

    /** The heavy atoms of all numbers. */
    private static List<NumberStatistics.Atom> atoms(TableEncoder encoder) {
        List<NumberStatistics.Atom> atoms = new ArrayList<>();
        List<List<Quantiles.Atom>> byNumber = encoder.heavyAtoms();
        for (int number = 0; number < byNumber.size(); number++) {
            for (Quantiles.Atom atom : byNumber.get(number)) {
                atoms.add(new NumberStatistics.Atom(number, atom.low(), atom.high()));
            }
        }
        return atoms;
    }

    @Override
    TrainableEnergy energy(MlpEnergy network, Marginals marginals) {
        return new WithBase(network, marginals);
    }

    @Override
    DataNoise noise(Marginals marginals) {
        return new Annealing(marginals, CLEAN_SHARE, LEVEL_POWER);
    }

    @Override
    Objective objective(TabularSpec.Training training, ProductSpace space, Marginals marginals) {
        MultiScale rows = new MultiScale(marginals, TIMES, NUMBER_TIMES);
        EnergyDiscrepancy discrepancy = new EnergyDiscrepancy(
                new LevelHeat(rows, LEVEL_SHARE, LEVEL_DEVIATIONS), training.negatives(), STABILISER);
        return training.denoising() == 0
                ? discrepancy
                : new DenoisingDiscrepancy(discrepancy, marginals, training.denoising());
    }

    @Override
    long steps(long most, int rows, int batch) {
        return Math.min(most, (long) Math.ceil(MOST_PASSES * (double) rows / batch));
    }

    @Override
    LearningRate schedule(double rate, int rows) {
        double share = Math.max(LEAST_RATE, Math.min(1, rows / FULL_RATE_ROWS));
        return new LearningRate(rate * share, WARM_UP, true);
    }

    @Override
    Batch sample(Energy target, Batch start, TabularSpec.Sampling sampling, SamplePart part, RandomStream random) {
        if (sampling.reverseSteps() == 0) {
            return sampleByChains(target, start, sampling, random);
        }
        boolean free = !(target instanceof Clamped);
        ReverseHeat pass = new ReverseHeat(
                target.base(),
                NoiseSchedule.even(sampling.reverseSteps()),
                CategoryRatios.linear(),
                MOVES,
                free ? sampling.correctEvery() : 1,
                free && start.rows() >= STEERED_ROWS ? part : null);
        return pass.step(pass.start(start), target, random).next().rows();
    }

    /** How models were sampled before {@link ReverseHeat}; files without reverse steps still are. */
    private static Batch sampleByChains(
            Energy target, Batch start, TabularSpec.Sampling sampling, RandomStream random) {
        Annealed pass = Annealed.evenly(MOVES, sampling.levels(), sampling.rounds());
        Chain cooled =
                pass.step(pass.start(start), target, random.child("anneal")).next();
        return MOVES.run(cooled, target, sampling.lastRounds(), random.child("last"))
                .next()
                .rows();
    }

    @Override
    EnergyPath path(Energy energy) {
        return new Denoising(energy);
    }
}
