package dev.calor.perturb;

import dev.calor.rows.Batch;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;

/** Every bit flips with probability ε, twice: y = x + ξ, x⁻ = y + ξ′ modulo 2 [P subsec:Binary]. The perturbation of ED-Bern. */
public record BernoulliFlip(double epsilon) implements Perturbation {
    public BernoulliFlip {
        if (!(epsilon > 0 && epsilon < 1)) {
            throw new IllegalArgumentException("flip probability " + epsilon + ": allowed are numbers between 0 and 1");
        }
    }

    @Override
    public Batch negatives(Batch x, int count, Noise noise) {
        Batch y = x.withStates(flip(x.states(), noise)).repeatRows(count);
        return y.withStates(flip(y.states(), noise));
    }

    private Tensor flip(Tensor bits, Noise noise) {
        Tensor flips = noise.uniform(bits.shape()).lessThan(epsilon);
        return bits.minus(flips).abs(); // exclusive or
    }
}
