package dev.calor.sampler;

import dev.calor.energy.Energy;
import dev.calor.rows.Base;
import dev.calor.rows.Batch;
import dev.calor.rows.OneHot;
import dev.calor.tensor.Device;
import dev.calor.tensor.Tensor;
import java.util.Arrays;

/**
 * Keeps the marginals of many rows on their way from noise to data. At every noise level they are known, N(0, 1) for a number and the
 * base's for a category, but small errors of the energy add up over the steps. After a step each number is replaced by the normal score
 * of its rank among the rows, a small monotone change; and levels that are too rare get a bonus, −log of how much too rare they are,
 * added up over the steps, in the draws that follow.
 */
final class MarginalSteering {
    /** The share of a deviation that one step makes good. */
    private static final double GAIN = 0.5;

    /** Rows added to expected and counted levels, so that chance does not look like an error. */
    private static final double PRIOR_ROWS = 20;

    private static final double LARGEST_CHANGE = 1;
    private static final double LARGEST_BONUS = 2;

    private final OneHot layout;
    private final Device device;
    private final double[] probabilities; // of each slot
    private final double[] bonus;

    MarginalSteering(Base base, Energy energy) {
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

    /** Changes of energy [rows, slots] with the bonuses of the levels. */
    Tensor tilted(Tensor changes) {
        return Arrays.stream(bonus).allMatch(one -> one == 0)
                ? changes
                : changes.minus(Tensor.real(device, bonus, 1, bonus.length));
    }

    /** The rows with the normal scores of their numbers; their levels change the bonuses. */
    Batch steered(Batch rows) {
        if (layout.columns() > 0) {
            count(rows);
        }
        return rows.numbers().size(1) == 0 ? rows : rows.withNumbers(normalScores(rows.numbers()));
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

    /** Φ⁻¹((rank + ½) / rows), column by column. */
    static Tensor normalScores(Tensor numbers, Device device) {
        long rows = numbers.size(0);
        Tensor scores = Tensor.range(device, rows)
                .toReal(device)
                .plus(0.5)
                .times(1.0 / rows)
                .normalQuantile();
        return numbers.scatter(0, numbers.argSort(0), scores.unsqueeze(1).expand(rows, numbers.size(1)));
    }

    private Tensor normalScores(Tensor numbers) {
        return normalScores(numbers, device);
    }
}
