package dev.calor.perturb;

import dev.calor.rows.Batch;
import dev.calor.tensor.Noise;

/** One perturbation for the finite columns and one for the numeric columns, together [P eq:app-perturb-dist]. */
public record Mixed(Perturbation finite, Perturbation numeric) implements Perturbation {
    @Override
    public Batch negatives(Batch x, int count, Noise noise) {
        Batch states = finite.negatives(x, count, noise);
        return states.withNumbers(numeric.negatives(x, count, noise).numbers());
    }
}
