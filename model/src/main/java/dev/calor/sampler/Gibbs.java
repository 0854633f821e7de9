package dev.calor.sampler;

import dev.calor.energy.Conditionals;
import dev.calor.energy.Energy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;

/**
 * One sweep: the finite columns in their order, each redrawn from p(x_k | x_¬k) ∝ exp(−U) over all its levels [P eq:app-sample-cat].
 * A sweep costs Σ S_k evaluations per row. It leaves exp(−U) invariant; being a systematic scan, it is not reversible.
 */
public record Gibbs() implements Sampler {
    @Override
    public Transition step(Chain chain, Energy energy, RandomStream random) {
        try (NoGradient guard = NoGradient.open()) {
            Noise noise = Noise.of(random, energy.device());
            Tensor states = chain.rows().states().copy();
            Batch rows = chain.rows().withStates(states);
            for (int k = 0; k < energy.layout().columns(); k++) {
                // One scope per column: its tensors are freed before the next column.
                try (Scope scope = Scope.open()) {
                    Tensor logits = Conditionals.ofLevels(energy, rows, k).negate();
                    Tensor drawn = logits.plus(noise.gumbel(logits.shape())).argMax(1);
                    states.narrow(1, k, 1).assign(drawn.unsqueeze(1));
                }
            }
            return Transition.certain(chain.withRows(rows), energy);
        }
    }
}
