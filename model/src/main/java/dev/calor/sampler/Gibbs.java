package dev.calor.sampler;

import dev.calor.energy.Energy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.rows.OneHot;
import dev.calor.tensor.Device;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;

/**
 * One sweep: the finite columns in their order, each redrawn from p(x_k | x_¬k) ∝ exp(−U) over all its levels [P eq:app-sample-cat].
 * A sweep costs Σ S_k evaluations a row. It leaves exp(−U) invariant; being a systematic scan, it is not reversible.
 */
public record Gibbs() implements Sampler {
    @Override
    public Transition step(Chain chain, Energy energy, RandomStream random) {
        try (NoGradient guard = NoGradient.open()) {
            Noise noise = Noise.of(random, energy.device());
            Tensor states = chain.rows().states().copy();
            Batch rows = chain.rows().withStates(states);
            for (int k = 0; k < energy.layout().columns(); k++) {
                // A scope a column: activations of Σ S_k evaluations at once would fill a graphics card.
                try (Scope scope = Scope.open()) {
                    Tensor logits = conditionalEnergies(energy, rows, k).negate();
                    Tensor drawn = logits.plus(noise.gumbel(logits.shape())).argMax(1);
                    states.narrow(1, k, 1).assign(drawn.unsqueeze(1));
                }
            }
            return Transition.certain(chain.withRows(rows), energy);
        }
    }

    /** U of every row with column k set to each of its levels: [rows, S_k]. */
    static Tensor conditionalEnergies(Energy energy, Batch rows, int k) {
        OneHot layout = energy.layout();
        Device device = energy.device();
        long size = layout.size(k);
        Tensor levels = Tensor.range(device, size)
                .reshape(1, size)
                .expand(rows.rows(), size)
                .reshape(-1, 1);
        Batch repeated = rows.repeatRows(size);
        Tensor states = replace(device, repeated.states(), k, levels);
        return energy.energy(repeated.withStates(states)).reshape(rows.rows(), size);
    }

    private static Tensor replace(Device device, Tensor states, int k, Tensor column) {
        return states.scatter(1, Tensor.fullWhole(device, k, states.size(0), 1), column);
    }
}
