package dev.calor.sampler;

import dev.calor.energy.Energy;
import dev.calor.energy.Gradient;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;

/**
 * Discrete Langevin (Zhang and others 2022): every finite column proposes at once, level v with probability
 * ∝ exp(−ΔU_lin(v)/2 − 1[v ≠ x_k]/2α). With Metropolis, DMALA, reversible; without, DULA, biased by the step α. Rows without
 * categories stay as they are. With adaptation the step drifts towards an acceptance of 57 %, as that of {@link Langevin} does.
 *
 * @param step α, positive
 */
public record DiscreteLangevin(double step, boolean metropolis, boolean adapt) implements Sampler {
    public DiscreteLangevin {
        if (!(step > 0)) {
            throw new IllegalArgumentException("step " + step + " of discrete Langevin: allowed are positive numbers");
        }
        if (adapt && !metropolis) {
            throw new IllegalArgumentException("a step adapted without Metropolis: there is no acceptance to adapt to");
        }
    }

    /** With a fixed step. */
    public DiscreteLangevin(double step, boolean metropolis) {
        this(step, metropolis, false);
    }

    @Override
    public Chain start(Batch rows) {
        return Chain.of(rows, step);
    }

    @Override
    public Transition step(Chain chain, Energy energy, RandomStream random) {
        if (energy.layout().columns() == 0) {
            return Transition.certain(chain, energy);
        }
        Noise noise = Noise.of(random, energy.device());
        Batch rows = chain.rows();
        double alpha = chain.stepSize();
        Gradient innermost = chain.innermost(energy);
        Gradient here = energy.gradient(innermost, rows);
        Tensor logForward = logProposal(energy, here, rows, alpha);
        Tensor drawn = draw(logForward, noise);
        Batch proposed = rows.withStates(drawn);
        if (!metropolis) {
            return Transition.certain(chain.withRows(proposed), energy);
        }
        Gradient proposedInnermost = energy.innermost(proposed);
        Gradient there = energy.gradient(proposedInnermost, proposed);
        Tensor logBackward = logProposal(energy, there, proposed, alpha);
        Tensor logRatio = Metropolis.logRatio(
                here.energy(), there.energy(), at(logForward, drawn), at(logBackward, rows.states()));
        Transition step = Metropolis.decide(chain, innermost, proposed, proposedInnermost, logRatio, noise);
        return adapt ? Metropolis.adapted(step) : step;
    }

    @Override
    public boolean exact() {
        return metropolis;
    }

    /** log q of every level of every column: [rows, columns, widest]. */
    static Tensor logProposal(Energy energy, Gradient gradient, Batch rows, double step) {
        Tensor present = energy.layout().slotsOf(energy.device(), rows.states());
        Tensor changes = LocalChanges.linear(energy.layout(), energy.device(), gradient.oneHot(), rows.states());
        Tensor logits = changes.times(-0.5).plus(-0.5 / step).scatter(1, present, 0);
        return energy.layout().padded(energy.device(), logits).logSoftmax(2);
    }

    /** By Gumbel noise. {@link Categories#draw} would be faster, but model files are to give the same rows for the same seed forever. */
    private static Tensor draw(Tensor logProposal, Noise noise) {
        return logProposal.plus(noise.gumbel(logProposal.shape())).argMax(2);
    }

    /** The sum over columns of log q at given states: [rows]. */
    static Tensor at(Tensor logProposal, Tensor states) {
        return logProposal.gather(2, states.unsqueeze(2)).select(2, 0).sum(1);
    }
}
