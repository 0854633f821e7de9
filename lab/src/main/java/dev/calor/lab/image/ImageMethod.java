package dev.calor.lab.image;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.calor.energy.Energy;
import dev.calor.energy.TrainableEnergy;
import dev.calor.energy.WithBase;
import dev.calor.objective.ContrastiveDivergence;
import dev.calor.objective.DenoisingDiscrepancy;
import dev.calor.objective.EnergyDiscrepancy;
import dev.calor.objective.Objective;
import dev.calor.objective.PersistentDivergence;
import dev.calor.perturb.Annealing;
import dev.calor.perturb.BernoulliFlip;
import dev.calor.perturb.DataNoise;
import dev.calor.perturb.Either;
import dev.calor.perturb.LevelHeat;
import dev.calor.perturb.MultiScale;
import dev.calor.perturb.Neighbourhood;
import dev.calor.perturb.Perturbation;
import dev.calor.random.RandomStream;
import dev.calor.rows.Base;
import dev.calor.rows.Marginals;
import dev.calor.sampler.DiscreteLangevin;
import dev.calor.sampler.Gibbs;
import dev.calor.sampler.GibbsWithGradients;
import dev.calor.sampler.Sampler;
import dev.calor.tensor.Noise;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A method that trains an energy of images, by the name users type: {@code ed-bern}, {@code ed-grid}, {@code ed-focus}
 * for ED-Grid whose flips are drawn by how much a pixel varies, {@code ed-wide} for the same where a tenth of the
 * images are perturbed in many pixels, {@code ed-annealed} for energy discrepancy and denoising at every noise level, {@code cd-K} for contrastive divergence with K transitions from the data,
 * {@code pcd-K} with chains from a buffer, {@code pcd} for pcd-40.
 *
 * @param transitions the number of transitions per step; 0 if there are no chains
 */
record ImageMethod(Kind kind, int transitions) {
    /** The number of chains of PCD; they start from the base distribution. */
    private static final int BUFFER = 10_000;

    private static final double LEAST_INK = 0.003;

    /** ED-Wide redraws every pixel of a tenth of the images with probability .02 to .98. */
    private static final double WIDE_SHARE = 0.1;

    private static final MultiScale.Range WIDE_TIMES = new MultiScale.Range(0.02, 4);

    /** ED-Annealed: the fraction of images without noise. The levels of the others are uniform. */
    private static final double CLEAN_SHARE = 0.05;

    /** A pixel is redrawn with probability .005, a change of a pixel or none, to .63. */
    private static final MultiScale.Range ANNEALED_TIMES = new MultiScale.Range(0.005, 1);

    /** For a quarter of the images the level itself changes, by little: 784 pixels show the level to within some .02. */
    private static final double LEVEL_SHARE = 0.25;

    private static final MultiScale.Range LEVEL_DEVIATIONS = new MultiScale.Range(0.003, 0.1);
    private static final int PCD_TRANSITIONS = 40;
    private static final Pattern CHAINS = Pattern.compile("(cd|pcd)-([1-9][0-9]{0,3})");

    enum Kind {
        ED_BERN("ED-Bern"),
        ED_GRID("ED-Grid"),
        ED_FOCUS("ED-Focus"),
        ED_WIDE("ED-Wide"),
        ED_ANNEALED("ED-Annealed"),
        CD("CD"),
        PCD("PCD");

        private final String title;

        Kind(String title) {
            this.title = title;
        }
    }

    @JsonCreator
    static ImageMethod named(String name) {
        Matcher chains = CHAINS.matcher(name);
        if (chains.matches()) {
            return new ImageMethod(
                    chains.group(1).equals("cd") ? Kind.CD : Kind.PCD, Integer.parseInt(chains.group(2)));
        }
        return switch (name) {
            case "ed-bern" -> new ImageMethod(Kind.ED_BERN, 0);
            case "ed-grid" -> new ImageMethod(Kind.ED_GRID, 0);
            case "ed-focus" -> new ImageMethod(Kind.ED_FOCUS, 0);
            case "ed-wide" -> new ImageMethod(Kind.ED_WIDE, 0);
            case "ed-annealed" -> new ImageMethod(Kind.ED_ANNEALED, 0);
            case "pcd" -> new ImageMethod(Kind.PCD, PCD_TRANSITIONS);
            default ->
                throw new IllegalArgumentException(
                        "method '" + name
                                + "' is not one of ed-bern, ed-grid, ed-focus, ed-wide, ed-annealed, cd-K, pcd, pcd-K, K from 1 up");
        };
    }

    /** Whether the energy is conditioned on the noise level, and trained on all levels. */
    boolean seesLevels() {
        return kind == Kind.ED_ANNEALED;
    }

    /** The noise on the images of a batch. */
    DataNoise noise(Base base) {
        return seesLevels() ? new Annealing(base, CLEAN_SHARE) : DataNoise.NONE;
    }

    /** What is trained: the whole energy, or, where negatives are drawn by heat towards the base, the network relative to it. */
    TrainableEnergy trained(WithBase energy) {
        return seesLevels() ? energy.network() : energy;
    }

    boolean hasChains() {
        return kind == Kind.CD || kind == Kind.PCD;
    }

    /**
     * The objective; the caller must close it if it holds chains.
     *
     * @param denoising the weight of the denoising term of ED-Annealed
     * @param mean the probability of ink of every pixel
     */
    Objective objective(
            WithBase energy,
            Chains chains,
            int negatives,
            double epsilon,
            double denoising,
            double[] mean,
            RandomStream random) {
        return switch (kind) {
            case ED_BERN -> new EnergyDiscrepancy(new BernoulliFlip(epsilon), negatives, 1);
            case ED_GRID -> new EnergyDiscrepancy(new Neighbourhood(energy.space()), negatives, 1);
            case ED_FOCUS -> new EnergyDiscrepancy(focus(energy, mean), negatives, 1);
            case ED_WIDE -> new EnergyDiscrepancy(wide(energy, mean), negatives, 1);
            case ED_ANNEALED -> annealed(energy.base(), negatives, denoising);
            case CD -> new ContrastiveDivergence(chains.sampler(), transitions);
            case PCD ->
                new PersistentDivergence(
                        chains.sampler(), transitions, () -> energy.start(BUFFER, Noise.of(random, energy.device())));
        };
    }

    private static Perturbation focus(Energy energy, double[] mean) {
        return new Neighbourhood(energy.space(), deviations(mean));
    }

    /** Single flips teach nothing about images far from all data, where the energy may then become very low. */
    private static Perturbation wide(Energy energy, double[] mean) {
        MultiScale many = new MultiScale(Marginals.uniform(energy.space()), WIDE_TIMES, WIDE_TIMES);
        return new Either(many, WIDE_SHARE, focus(energy, mean));
    }

    /**
     * Energy discrepancy of rows and of levels, and denoising of every pixel. With a weight of 1 the denoising term is the bound of
     * the negative log-likelihood that reverse heat has as a model of the images, in nats, but for a factor cos(πs/2).
     */
    private static Objective annealed(Marginals base, int negatives, double denoising) {
        MultiScale rows = new MultiScale(base, ANNEALED_TIMES, ANNEALED_TIMES);
        EnergyDiscrepancy discrepancy =
                new EnergyDiscrepancy(new LevelHeat(rows, LEVEL_SHARE, LEVEL_DEVIATIONS), negatives, 1);
        int pixels = base.probabilities().length / 2;
        return new DenoisingDiscrepancy(discrepancy, base, denoising * pixels * Math.PI / 2);
    }

    /** √(p(1 − p)) of every pixel, with p not too close to 0 or 1, so that every pixel is flipped sometimes. */
    private static double[] deviations(double[] mean) {
        return Arrays.stream(mean)
                .map(p -> Math.sqrt((p + LEAST_INK) * (1 + LEAST_INK - p)))
                .toArray();
    }

    /** The samplers of chains, by the names users type. */
    enum Chains {
        GIBBS,
        GWG,
        DULA,
        DMALA;

        /** α of discrete Langevin, as in its authors' code. */
        private static final double STEP = 0.1;

        static Chains named(String name) {
            return switch (name) {
                case "gibbs" -> GIBBS;
                case "gwg" -> GWG;
                case "dula" -> DULA;
                case "dmala" -> DMALA;
                default ->
                    throw new IllegalArgumentException("sampler '" + name + "' is not one of gibbs, gwg, dula, dmala");
            };
        }

        Sampler sampler() {
            return switch (this) {
                case GIBBS -> new Gibbs();
                case GWG -> new GibbsWithGradients();
                case DULA -> new DiscreteLangevin(STEP, false);
                case DMALA -> new DiscreteLangevin(STEP, true);
            };
        }

        @Override
        public String toString() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** The name in the tables. */
    String title() {
        return kind == Kind.CD ? "CD-" + transitions : kind.title;
    }

    @JsonValue
    @Override
    public String toString() {
        return switch (kind) {
            case ED_BERN -> "ed-bern";
            case ED_GRID -> "ed-grid";
            case ED_FOCUS -> "ed-focus";
            case ED_WIDE -> "ed-wide";
            case ED_ANNEALED -> "ed-annealed";
            case CD -> "cd-" + transitions;
            case PCD -> "pcd-" + transitions;
        };
    }
}
