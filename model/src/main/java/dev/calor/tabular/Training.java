package dev.calor.tabular;

import dev.calor.energy.Marginals;
import dev.calor.heat.DiffusionTime;
import dev.calor.heat.GaussianKernel;
import dev.calor.objective.ContrastiveDivergence;
import dev.calor.objective.EnergyDiscrepancy;
import dev.calor.objective.Objective;
import dev.calor.perturb.Gaussian;
import dev.calor.perturb.Grid;
import dev.calor.perturb.HeatProduct;
import dev.calor.perturb.LevelHeat;
import dev.calor.perturb.Mixed;
import dev.calor.perturb.MultiScale;
import dev.calor.perturb.Perturbation;
import dev.calor.sampler.Alternating;
import dev.calor.sampler.Gibbs;
import dev.calor.sampler.Mala;
import dev.calor.space.ProductSpace;

/** The objectives of the methods, with the scales of noise they were published or measured with. */
final class Training {
    private static final double STABILISER = 1;

    /** A category is redrawn with probability .05 to .98; a number blurred by a deviation of .05 to 1. */
    private static final MultiScale.Range TIMES = new MultiScale.Range(0.05, 4);

    private static final MultiScale.Range NUMBER_TIMES = new MultiScale.Range(0.00125, 4);

    /** A quarter of the rows compare levels of noise, .02 to .3 apart. */
    private static final double LEVEL_SHARE = 0.25;

    private static final MultiScale.Range LEVEL_DEVIATIONS = new MultiScale.Range(0.02, 0.3);

    /** [P tbl:exp-mle]: numbers are blurred by N(0, 0.1²), categories for t = 0.1, on rings and paths for 0.005·S². */
    private static final GaussianKernel BLUR = GaussianKernel.ofDeviation(0.1);

    private static final DiffusionTime TIME = DiffusionTime.fixed(0.1);
    private static final DiffusionTime STRUCTURED_TIME = DiffusionTime.quadratic(0.005);

    private Training() {}

    /** The objective of a network on {@code base}. */
    static Objective objective(TabularSpec spec, ProductSpace space, Marginals base) {
        if (spec.method() == Method.TAB_CD) {
            return new ContrastiveDivergence(new Alternating(new Mala(1e-2, false, false), new Gibbs()), 1);
        }
        return new EnergyDiscrepancy(perturbation(spec.method(), space, base), spec.negatives(), STABILISER);
    }

    private static Perturbation perturbation(Method method, ProductSpace space, Marginals base) {
        return switch (method) {
            case ANNEALED, TAB_CD ->
                new LevelHeat(new MultiScale(base, TIMES, NUMBER_TIMES), LEVEL_SHARE, LEVEL_DEVIATIONS);
            case TABED_UNI, TABED_MASK -> new Mixed(new HeatProduct(space, TIME), new Gaussian(BLUR));
            case TABED_GRID -> new Mixed(new Grid(space), new Gaussian(BLUR));
            case TABED_CYC, TABED_ORD -> new Mixed(new HeatProduct(space, STRUCTURED_TIME), new Gaussian(BLUR));
            case TABED_STR ->
                new Mixed(
                        new HeatProduct(
                                space, column -> column instanceof dev.calor.space.Uniform ? TIME : STRUCTURED_TIME),
                        new Gaussian(BLUR));
        };
    }
}
