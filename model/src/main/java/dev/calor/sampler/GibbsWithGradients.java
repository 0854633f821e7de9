package dev.calor.sampler;

import dev.calor.energy.Batch;
import dev.calor.energy.Energy;
import dev.calor.energy.OneHot;
import dev.calor.random.RandomStream;
import dev.calor.tensor.Device;
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
        Batch rows = chain.rows();
        LocalChanges.Informed here = LocalChanges.of(energy, rows);
        Tensor logForward = logProposal(energy, here, rows);
        Tensor slot =
                logForward.plus(noise.gumbel(logForward.shape())).argMax(1).unsqueeze(1);
        Batch proposed = rows.withStates(setSlot(energy.layout(), energy.device(), rows.states(), slot));

        LocalChanges.Informed there = LocalChanges.of(energy, proposed);
        Tensor back = slotBack(energy.layout(), energy.device(), rows.states(), slot);
        Tensor logRatio = Metropolis.logRatio(
                here.energy(),
                there.energy(),
                logForward.gather(1, slot).select(1, 0),
                logProposal(energy, there, proposed).gather(1, back).select(1, 0));
        Metropolis.Outcome outcome = Metropolis.decide(rows, proposed, logRatio, noise);
        return new Transition(chain.withRows(outcome.rows()), outcome.share());
    }

    /** log q(slot | x): [rows, slots]; −∞, not a large penalty, at present levels: a finite one would still propose staying. */
    static Tensor logProposal(Energy energy, LocalChanges.Informed informed, Batch rows) {
        Tensor present = energy.layout().slotsOf(energy.device(), rows.states());
        return informed.changes()
                .times(-0.5)
                .scatter(1, present, Double.NEGATIVE_INFINITY)
                .logSoftmax(1);
    }

    private static Tensor columnOf(OneHot layout, Device device, Tensor slot) {
        double[] starts = new double[layout.columns()];
        for (int k = 0; k < starts.length; k++) {
            starts[k] = layout.offset(k);
        }
        // The last column that starts at or before the slot.
        return Tensor.real(device, starts, starts.length)
                .searchSorted(slot.toReal(device))
                .plus(-1L);
    }

    private static Tensor offsets(OneHot layout, Device device, Tensor column) {
        return layout.slotsOf(device, Tensor.fullWhole(device, 0, column.size(0), layout.columns()))
                .gather(1, column);
    }

    private static Tensor setSlot(OneHot layout, Device device, Tensor states, Tensor slot) {
        Tensor column = columnOf(layout, device, slot);
        return states.scatter(1, column, slot.minus(offsets(layout, device, column)));
    }

    /** The slot that leads back: the present level of the column that {@code slot} changes. */
    private static Tensor slotBack(OneHot layout, Device device, Tensor states, Tensor slot) {
        return layout.slotsOf(device, states).gather(1, columnOf(layout, device, slot));
    }
}
