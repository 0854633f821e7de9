package dev.calor.sampler;

import dev.calor.energy.Energy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;

/** Moves many chains at once, one per row. A sampler is an immutable configuration; what changes is in the {@link Chain}. */
public interface Sampler {
    /** The initial state of the chains. */
    default Chain start(Batch rows) {
        return Chain.of(rows);
    }

    /** One transition. */
    Transition step(Chain chain, Energy energy, RandomStream random);

    /** Whether a transition leaves exp(−U) exactly invariant; annealed importance sampling needs that. */
    default boolean exact() {
        return true;
    }

    /**
     * Many transitions, each in a scope of its own, so that memory does not grow. The result belongs to the caller's scope.
     *
     * @return the last transition, with the mean acceptance of all
     * @throws IllegalArgumentException if the number of steps is negative
     */
    default Transition run(Batch rows, Energy energy, int steps, RandomStream random) {
        return run(start(rows), energy, steps, random);
    }

    /**
     * Many transitions of chains that have moved before and keep their step sizes.
     *
     * @return the last transition, with the mean acceptance of all
     * @throws IllegalArgumentException if the number of steps is negative
     */
    default Transition run(Chain chain, Energy energy, int steps, RandomStream random) {
        if (steps < 0) {
            throw new IllegalArgumentException(steps + " steps of a sampler: allowed are 0 or more");
        }
        return Successive.of(chain, energy, steps, (now, i) -> step(now, energy, random.child(i)));
    }
}
