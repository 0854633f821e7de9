package dev.calor.objective;

import dev.calor.energy.Energy;
import dev.calor.energy.TrainableEnergy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.sampler.Sampler;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.List;
import java.util.function.Supplier;

/**
 * PCD (Tieleman 2008) with a replay buffer: chains go on from step to step. Each step takes as many random chains from the buffer as
 * there are data, moves them on by k transitions, and puts them back. The buffer is part of the state of training.
 */
public final class PersistentDivergence implements Objective, AutoCloseable {
    private final Sampler sampler;
    private final int steps;
    private final Tensor buffer; // [chains, columns], whole

    /** A buffer of chains that start uniformly over the finite space of the energy. */
    public PersistentDivergence(Sampler sampler, int steps, int chains, Energy energy, RandomStream random) {
        this(sampler, steps, kept(() -> energy.base().draw(chains, Noise.of(random, energy.device()))));
    }

    /** A buffer of chains that start in the given rows. */
    public PersistentDivergence(Sampler sampler, int steps, Supplier<Batch> start) {
        this(sampler, steps, kept(start));
    }

    private PersistentDivergence(Sampler sampler, int steps, Tensor buffer) {
        if (steps < 1 || buffer.size(0) < 1) {
            throw new IllegalArgumentException(steps + " steps of " + buffer.size(0) + " chains: both are at least 1");
        }
        this.sampler = sampler;
        this.steps = steps;
        this.buffer = buffer;
    }

    private static Tensor kept(Supplier<Batch> start) {
        try (Scope scope = Scope.open()) {
            return start.get().states().copy().keep();
        }
    }

    @Override
    public Tensor loss(TrainableEnergy energy, Batch data, RandomStream random) {
        Noise noise = Noise.of(random.child("chains"), energy.device());
        Tensor chosen = noise.whole(buffer.size(0), data.rows());
        Batch chains = Batch.ofStates(energy.device(), buffer.indexSelect(0, chosen));
        Batch samples =
                sampler.run(chains, energy, steps, random.child("steps")).next().rows();
        try (NoGradient guard = NoGradient.open()) {
            buffer.putRows(chosen, samples.states());
        }
        return Divergence.loss(energy, data, samples);
    }

    @Override
    public List<Tensor> state() {
        return List.of(buffer);
    }

    /** Not: every step writes to the buffer. */
    @Override
    public boolean rowwise() {
        return false;
    }

    @Override
    public void close() {
        buffer.release();
    }
}
