package dev.calor.lab.density;

import dev.calor.energy.Energy;
import dev.calor.heat.DiffusionTime;
import dev.calor.objective.ContrastiveDivergence;
import dev.calor.objective.EnergyDiscrepancy;
import dev.calor.objective.Objective;
import dev.calor.objective.PersistentDivergence;
import dev.calor.perturb.BernoulliFlip;
import dev.calor.perturb.Grid;
import dev.calor.perturb.HeatProduct;
import dev.calor.perturb.Neighbourhood;
import dev.calor.random.RandomStream;
import dev.calor.sampler.Gibbs;
import dev.calor.space.ProductSpace;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The methods of the density tables, by the names users type. */
enum DensityMethod {
    /** Bits flip with probability 0.1; with more states, uniform heat that redraws as often. */
    ED_BERN,
    /** One bit flips, there and back; with more states, one digit is masked and filled in again. */
    ED_GRID,
    /** Contrastive divergence with one Gibbs sweep from the data. */
    CD,
    /** Persistent contrastive divergence, one Gibbs sweep per step, with a buffer of 10,000 chains. */
    PCD;

    private static final double EPSILON = 0.1;
    private static final int BUFFER = 10_000;

    Objective objective(Energy energy, int negatives, RandomStream random) {
        ProductSpace space = energy.space();
        boolean bits = energy.layout().widest() == 2;
        return switch (this) {
            case ED_BERN ->
                new EnergyDiscrepancy(
                        bits ? new BernoulliFlip(EPSILON) : new HeatProduct(space, DiffusionTime.fixed(heat(energy))),
                        negatives,
                        1);
            case ED_GRID -> new EnergyDiscrepancy(bits ? new Neighbourhood(space) : new Grid(space), negatives, 1);
            case CD -> new ContrastiveDivergence(new Gibbs(), 1);
            case PCD -> new PersistentDivergence(new Gibbs(), 1, BUFFER, energy, random);
        };
    }

    /** The time at which a digit has changed with probability ε: ε = (1 − 1/S)(1 − e^−t). */
    private static double heat(Energy energy) {
        double size = energy.layout().widest();
        return -Math.log1p(-EPSILON * size / (size - 1));
    }

    static DensityMethod named(String name) {
        return Arrays.stream(values())
                .filter(known -> known.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("method '" + name + "' is not one of "
                        + Arrays.stream(values()).map(DensityMethod::toString).collect(Collectors.joining(", "))));
    }

    /** The name in the paper's tables. */
    String title() {
        return switch (this) {
            case ED_BERN -> "ED-Bern";
            case ED_GRID -> "ED-Grid";
            case CD -> "CD";
            case PCD -> "PCD";
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
