package dev.calor.sampler;

import dev.calor.energy.Energy;
import dev.calor.energy.Gradient;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.rows.OneHot;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;

/**
 * Gibbs with gradients (Grathwohl and others 2021): one column changes to one other level, chosen with probability
 * ∝ exp(−ΔU_lin/2), and Metropolis corrects for the linearisation. Reversible. Rows without categories stay as
 * they are.
 */
public record GibbsWithGradients() implements Sampler {
    @Override
    public Transition step(Chain chain, Energy energy, RandomStream random) {
        if (energy.layout().columns() == 0) {
            return Transition.certain(chain, energy);
        }
        Noise noise = Noise.of(random, energy.device());
        OneHot layout = energy.layout();
        Batch rows = chain.rows();
        Gradient innermost = chain.innermost(energy);
        Gradient here = energy.gradient(innermost, rows);
        Tensor logForward = logProposal(energy, here, rows);
        Tensor slot =
                logForward.plus(noise.gumbel(logForward.shape())).argMax(1).unsqueeze(1);
        Tensor column = layout.columnOf(energy.device(), slot);
        Tensor offset = layout.offsets(energy.device())
                .select(0, 0)
                .indexSelect(0, column.reshape(-1))
                .unsqueeze(1);
        Batch proposed = rows.withStates(rows.states().scatter(1, column, slot.minus(offset)));

        Gradient proposedInnermost = energy.innermost(proposed);
        Gradient there = energy.gradient(proposedInnermost, proposed);
        Tensor back = rows.states().gather(1, column).plus(offset); // the slot of the present level of that column
        Tensor logRatio = Metropolis.logRatio(
                here.energy(),
                there.energy(),
                logForward.gather(1, slot).select(1, 0),
                logProposal(energy, there, proposed).gather(1, back).select(1, 0));
        return Metropolis.decide(chain, innermost, proposed, proposedInnermost, logRatio, noise);
    }

    /** log q(slot | x): [rows, slots]; −∞, not a large penalty, at present levels: a finite one would still propose staying. */
    static Tensor logProposal(Energy energy, Gradient gradient, Batch rows) {
        Tensor present = energy.layout().slotsOf(energy.device(), rows.states());
        return LocalChanges.linear(energy.layout(), energy.device(), gradient.oneHot(), rows.states())
                .times(-0.5)
                .scatter(1, present, Double.NEGATIVE_INFINITY)
                .logSoftmax(1);
    }
}
