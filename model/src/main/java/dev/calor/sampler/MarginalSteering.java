package dev.calor.sampler;

import dev.calor.energy.Energy;
import dev.calor.rows.Base;
import dev.calor.rows.Batch;
import dev.calor.rows.OneHot;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;
import java.util.Arrays;

/**
 * Keeps the marginal distributions of many rows while they are drawn (docs/decisions/016). At every noise level these are known, N(0, 1)
 * for a number and that of the base for a category, but small errors of the energy add up over the steps. After each step every number is
 * replaced by a normal score of its rank among the rows. Levels that are too rare get a bonus in later draws: half the logarithm of
 * expected over counted rows, added up over the steps.
 */
final class MarginalSteering {
    /** The share of a deviation that one step corrects. */
    private static final double GAIN = 0.5;

    /** Added to expected and counted rows, so that chance does not look like an error. */
    private static final double PRIOR_ROWS = 20;

    private static final double LARGEST_CHANGE = 1;
    private static final double LARGEST_BONUS = 2;

    /** Keeps scores finite in single precision. */
    private static final double LEAST_PLACE = 1e-7;

    private final OneHot layout;
    private final Device device;
    private final SamplePart part;
    private final double[] probabilities; // of each slot
    private final double[] bonus;

    MarginalSteering(Base base, Energy energy, SamplePart part) {
        this.part = part;
        layout = energy.layout();
        device = energy.device();
        double[] energies = base.slotEnergies(device).toDoubles();
        probabilities = new double[energies.length];
        for (int k = 0; k < layout.columns(); k++) {
            int first = layout.offset(k);
            int end = first + layout.size(k);
            double sum = 0;
            for (int slot = first; slot < end; slot++) {
                sum += Math.exp(-energies[slot]);
            }
            for (int slot = first; slot < end; slot++) {
                probabilities[slot] = Math.exp(-energies[slot]) / sum;
            }
        }
        bonus = new double[probabilities.length];
    }

    /** Changes of energy [rows, slots] less the bonuses of the levels. */
    Tensor tilted(Tensor changes) {
        return Arrays.stream(bonus).allMatch(one -> one == 0)
                ? changes
                : changes.minus(Tensor.real(device, bonus, 1, bonus.length));
    }

    /** The energy less the bonuses of the levels. */
    Energy tilted(Energy energy) {
        return new Tilted(energy, Tensor.real(device, bonus, 1, bonus.length));
    }

    /** Replaces numbers by their normal scores, and updates the bonuses by the levels of the rows, after a step of a pass. */
    Batch steered(Batch rows, int step, Noise noise) {
        if (layout.columns() > 0) {
            count(rows);
        }
        return rows.numbers().size(1) == 0 ? rows : rows.withNumbers(normalScores(rows.numbers(), part, step, noise));
    }

    private void count(Batch rows) {
        double[] counts = layout.encode(device, rows.states()).sum(0).toDoubles();
        for (int slot = 0; slot < bonus.length; slot++) {
            double expected = probabilities[slot] * rows.rows() + PRIOR_ROWS;
            double deviation = within(Math.log(expected / (counts[slot] + PRIOR_ROWS)), LARGEST_CHANGE);
            bonus[slot] = within(bonus[slot] + GAIN * deviation, LARGEST_BONUS);
        }
    }

    private static double within(double value, double most) {
        return Math.max(-most, Math.min(most, value));
    }

    /**
     * Φ⁻¹((rank + u) / rows), column by column, with u uniform between 0 and 1. A fixed u = ½ would cut off the tails: no row beyond the
     * quantile 1 − 1/(2·rows) would ever be drawn. Every part of a sample takes u from slices of its own, so that all parts together have
     * the tails that one part of their size would have.
     */
    static Tensor normalScores(Tensor numbers, SamplePart part, int step, Noise noise) {
        long rows = numbers.size(0);
        Tensor ranks = Tensor.range(noise.device(), rows).toReal(noise.device()).unsqueeze(1);
        Tensor places =
                ranks.plus(part.places(rows, numbers.size(1), step, noise)).times(1.0 / rows);
        Tensor scores =
                places.clampBelow(LEAST_PLACE).clampAbove(1 - LEAST_PLACE).normalQuantile();
        return numbers.scatter(0, numbers.argSort(0), scores);
    }
}
