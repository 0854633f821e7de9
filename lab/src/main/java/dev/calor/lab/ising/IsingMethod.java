package dev.calor.lab.ising;

import dev.calor.energy.Energy;
import dev.calor.objective.ContrastiveDivergence;
import dev.calor.objective.EnergyDiscrepancy;
import dev.calor.objective.Objective;
import dev.calor.objective.PersistentDivergence;
import dev.calor.objective.PseudoLikelihood;
import dev.calor.perturb.BernoulliFlip;
import dev.calor.perturb.Neighbourhood;
import dev.calor.random.RandomStream;
import dev.calor.sampler.GibbsWithGradients;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The methods that learn the couplings, by the names users type. */
enum IsingMethod {
    /** Energy discrepancy, every spin flips with probability ε, there and back. */
    ED_BERN("ED-Bern", 600, 500),
    /** Energy discrepancy, one random spin flips, and for every negative another one. */
    ED_GRID("ED-Grid", 600, 200),
    /** A random spin given all others. */
    PSEUDO_LIKELIHOOD("pseudo-likelihood", 4000, 20),
    /** Contrastive divergence, {@value #TRANSITIONS} transitions of Gibbs with gradients from the data. */
    CD("CD", 600, 2000),
    /** Persistent contrastive divergence, as many transitions of chains from a buffer of {@value #BUFFER}. */
    PCD("PCD", 600, 2000);

    private static final int TRANSITIONS = 10;
    private static final int BUFFER = 1000;
    /** w. With 1 the loss is that of classifying x among its M negatives, whose minimum is the data distribution for every M. */
    private static final double STABILISER = 1;

    private final String title;
    private final int steps;
    private final double largest;

    /**
     * @param steps of a fit that suffice at the default rate; cheap ones need more
     * @param largest coefficient of the penalty worth trying on the paper's lattices: gradients differ in scale
     */
    IsingMethod(String title, int steps, double largest) {
        this.title = title;
        this.steps = steps;
        this.largest = largest;
    }

    /** The method a user means. */
    static IsingMethod named(String name) {
        return Arrays.stream(values())
                .filter(method -> method.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("method '" + name + "' is not one of "
                        + Arrays.stream(values()).map(IsingMethod::toString).collect(Collectors.joining(", "))));
    }

    Objective objective(Energy energy, int negatives, double epsilon, RandomStream random) {
        return switch (this) {
            case ED_BERN -> new EnergyDiscrepancy(new BernoulliFlip(epsilon), negatives, STABILISER);
            case ED_GRID -> new EnergyDiscrepancy(new Neighbourhood(energy.space()), negatives, STABILISER);
            case PSEUDO_LIKELIHOOD -> new PseudoLikelihood();
            case CD -> new ContrastiveDivergence(new GibbsWithGradients(), TRANSITIONS);
            case PCD -> new PersistentDivergence(new GibbsWithGradients(), TRANSITIONS, BUFFER, energy, random);
        };
    }

    int defaultSteps() {
        return steps;
    }

    /** Coefficients of the penalty to choose from, two decades down. */
    List<Double> defaultCoefficients() {
        return Stream.of(100, 50, 30, 20, 10, 5, 2, 1)
                .map(percent -> largest * percent / 100)
                .toList();
    }

    /** The name in tables. */
    String title() {
        return title;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
