package dev.calor.sampler;

import dev.calor.energy.Energy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;

/** One transition of many chains at once, a chain a row. The configuration is immutable; what changes is in the {@link Chain}. */
public interface Sampler {
    /** The state of the chains at the beginning. */
    default Chain start(Batch rows) {
        return Chain.of(rows);
    }

    /** One transition. */
    Transition step(Chain chain, Energy energy, RandomStream random);

    /** Whether a transition leaves exp(−U) exactly invariant, as annealed importance sampling needs it. */
    default boolean exact() {
        return true;
    }

    /**
     * Many transitions, each in a scope of its own, so that memory does not grow. The result lives in the caller's scope.
     *
     * @return the last transition, with the mean acceptance of all
     */
    default Transition run(Batch rows, Energy energy, int steps, RandomStream random) {
        return run(start(rows), energy, steps, random);
    }

    /** The same for chains that are under way, which keep their step sizes. */
    default Transition run(Chain chain, Energy energy, int steps, RandomStream random) {
        if (steps < 0) {
            throw new IllegalArgumentException(steps + " steps of a sampler: allowed are 0 up");
        }
        return Successive.of(chain, energy, steps, (now, i) -> step(now, energy, random.child(i)));
    }
}
