package dev.calor.lab.graph;

import dev.calor.energy.Energy;
import dev.calor.objective.EnergyDiscrepancy;
import dev.calor.objective.GuidedRatioMatching;
import dev.calor.objective.Objective;
import dev.calor.objective.PersistentDivergence;
import dev.calor.perturb.BernoulliFlip;
import dev.calor.perturb.Neighbourhood;
import dev.calor.random.RandomStream;
import dev.calor.sampler.GibbsWithGradients;
import dev.calor.tensor.Noise;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What trains an energy of graphs, by the names users type [P tab:gg-quantitative]. */
enum GraphMethod {
    /** Every pair flips with probability ε, there and back. */
    ED_BERN("ED-Bern"),
    /** One pair flips, and for every negative another one. */
    ED_GRID("ED-Grid"),
    /** Persistent contrastive divergence, {@value #TRANSITIONS} transitions a step of {@value #BUFFER} chains a size. */
    GWG_PCD("EBM (GWG)"),
    /** Ratio matching by {@value #FLIPS} flips. */
    RMWGGIS("RMwGGIS");

    private static final int TRANSITIONS = 50;
    private static final int BUFFER = 200;
    private static final int FLIPS = 50;

    private final String title;

    GraphMethod(String title) {
        this.title = title;
    }

    /** The objective for graphs of one size, whose energy this is. */
    Objective objective(Energy energy, int negatives, double epsilon, RandomStream random) {
        return switch (this) {
            case ED_BERN -> new EnergyDiscrepancy(new BernoulliFlip(epsilon), negatives, 1);
            case ED_GRID -> new EnergyDiscrepancy(new Neighbourhood(energy.space()), negatives, 1);
            case GWG_PCD ->
                new PersistentDivergence(new GibbsWithGradients(), TRANSITIONS, () -> energy.base()
                        .draw(BUFFER, Noise.of(random, energy.device())));
            case RMWGGIS -> new GuidedRatioMatching(FLIPS);
        };
    }

    static GraphMethod named(String name) {
        return Arrays.stream(values())
                .filter(known -> known.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("method '" + name + "' is not one of "
                        + Arrays.stream(values()).map(GraphMethod::toString).collect(Collectors.joining(", "))));
    }

    /** The name in the paper's table. */
    String title() {
        return title;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
