package dev.calor.sampler;

import dev.calor.energy.Energy;
import dev.calor.energy.Gradient;
import dev.calor.perturb.Annealing;
import dev.calor.rows.Base;
import dev.calor.rows.Batch;
import dev.calor.rows.OneHot;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;

/**
 * The steps of {@link ReverseHeat} with their probabilities, to first order and without corrections. A step draws the columns
 * independently, so the probability p(x′|x) of a step from level s to a lower level s′ is known; so is the probability q(x|x′) of
 * heat from s′ to s. Reverse heat is then a normalised model of rows, with x₁ from the base and x₀ as its result. For finite
 * columns only.
 *
 * @param base the distribution that noise relaxes to
 * @param schedule the noise levels; rows of the base are taken for rows at its second level
 */
public record HeatPath(Base base, NoiseSchedule schedule) {
    /** Mixed into every step: where τ-leaping rules a level out, heat may still have come from it. */
    private static final double FLOOR = 1e-8;

    /**
     * Checks the base and the first level.
     *
     * @throws IllegalArgumentException if there are numeric columns, or the schedule does not start from pure noise
     */
    public HeatPath {
        if (base.numbers() > 0) {
            throw new IllegalArgumentException("paths of heat with " + base.numbers()
                    + " numeric columns: allowed are finite columns; use annealed importance sampling");
        }
        if (schedule.levels().get(0) != 1) {
            throw new IllegalArgumentException("paths of heat from level "
                    + schedule.levels().get(0) + ": they start from pure noise; let the schedule start at 1");
        }
    }

    /**
     * Rows after a step.
     *
     * @param rows at the level after the step
     * @param logRatio log q(x|x′) − log p(x′|x), with x the row at the higher level: [rows]
     */
    public record Step(Batch rows, Tensor logRatio) {}

    /** The number of the first step: the one before it, from pure noise, changes nothing. */
    public int first() {
        return 1;
    }

    /** Draws rows at the level where step {@link #first} starts. */
    public Batch start(Energy energy, long rows, Noise noise) {
        return at(energy, base.states(rows, noise), first());
    }

    /** Step i of reverse heat, from rows at level i to level i + 1. */
    public Step reverse(Energy energy, Batch rows, int i, Noise noise) {
        Tensor probabilities = probabilities(energy, rows, i);
        Tensor drawn = Categories.draw(probabilities, noise);
        return new Step(at(energy, drawn, i + 1), logRatio(energy, rows.states(), drawn, probabilities, i));
    }

    /** Heat from rows at level i + 1 to level i: the opposite of step i. */
    public Step heat(Energy energy, Batch rows, int i, Noise noise) {
        Tensor states = rows.states();
        Tensor redrawn =
                noise.uniform(states.shape()).lessThan(kept(i)).choose(states, base.states(states.size(0), noise));
        Batch heated = at(energy, redrawn, i);
        return new Step(heated, logRatio(energy, redrawn, states, probabilities(energy, heated, i), i));
    }

    /** p of every level of every column after step i: [rows, columns, widest]. */
    private Tensor probabilities(Energy energy, Batch rows, int i) {
        OneHot layout = energy.layout();
        Gradient here = energy.gradient(rows);
        Tensor marginals = marginals(energy);
        Tensor weights =
                schedule.step(i).weights(layout, energy.device(), here.oneHot().detach(), rows.states(), marginals);
        return weights.over(weights.sum(2).unsqueeze(2))
                .plus(marginals.times(FLOOR))
                .times(1 / (1 + FLOOR));
    }

    /** log q(higher|lower) − log p(lower|higher), summed over the columns: [rows]. */
    private Tensor logRatio(Energy energy, Tensor higher, Tensor lower, Tensor probabilities, int i) {
        Tensor logStep =
                probabilities.gather(2, lower.unsqueeze(2)).select(2, 0).log();
        Tensor byChance = marginals(energy)
                .expand(probabilities.shape())
                .gather(2, higher.unsqueeze(2))
                .select(2, 0)
                .times(1 - kept(i));
        Tensor logHeat = higher.equalTo(lower)
                .toReal(energy.device())
                .times(kept(i))
                .plus(byChance)
                .log();
        return logHeat.minus(logStep).sum(1);
    }

    /** π of every level of every column: [1, columns, widest]. */
    private Tensor marginals(Energy energy) {
        Device device = energy.device();
        return energy.layout()
                .padded(device, base.slotEnergies(device).negate().unsqueeze(0))
                .softmax(2);
    }

    /** The probability with which heat from level i + 1 to level i keeps a column. */
    private double kept(int i) {
        return Annealing.signal(schedule.levels().get(i))
                / Annealing.signal(schedule.levels().get(i + 1));
    }

    private Batch at(Energy energy, Tensor states, int i) {
        Batch rows = Batch.ofStates(energy.device(), states);
        return new Batch(
                states,
                rows.numbers(),
                Tensor.full(energy.device(), schedule.levels().get(i), states.size(0)));
    }
}
