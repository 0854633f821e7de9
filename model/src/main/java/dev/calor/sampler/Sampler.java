package dev.calor.sampler;

import dev.calor.energy.Energy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;

/** One transition of many Markov chains at once, one per row. A sampler is immutable; the state is in the {@link Chain}. */
public interface Sampler {
    /** The initial state of chains at the given rows. */
    default Chain start(Batch rows) {
        return Chain.of(rows);
    }

    /** One transition. */
    Transition step(Chain chain, Energy energy, RandomStream random);

    /** Whether a transition leaves exp(−U) exactly invariant, as annealed importance sampling requires. */
    default boolean exact() {
        return true;
    }

    /**
     * Many transitions, each in a scope of its own, so that memory does not grow. The result belongs to the caller's scope.
     *
     * @return the last transition, with the mean acceptance of all
     * @throws IllegalArgumentException if {@code steps} is negative
     */
    default Transition run(Batch rows, Energy energy, int steps, RandomStream random) {
        return run(start(rows), energy, steps, random);
    }

    /**
     * The same for chains that have already run, which keep their step sizes.
     *
     * @throws IllegalArgumentException if {@code steps} is negative
     */
    default Transition run(Chain chain, Energy energy, int steps, RandomStream random) {
        if (steps < 0) {
            throw new IllegalArgumentException(steps + " steps of a sampler: allowed are 0 or more");
        }
        return Successive.of(chain, energy, steps, (now, i) -> step(now, energy, random.child(i)));
    }
}
