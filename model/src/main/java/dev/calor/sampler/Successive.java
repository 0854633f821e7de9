package dev.calor.sampler;

import dev.calor.energy.Energy;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;

/** Transitions one after the other, each in a scope of its own, so that memory does not grow. */
final class Successive {
    private Successive() {}

    /** A transition and its place among the others. */
    interface Move {
        Transition from(Chain chain, int index);
    }

    /** The last of {@code count} transitions, with the mean acceptance of all. The result lives in the caller's scope. */
    static Transition of(Chain start, Energy energy, int count, Move move) {
        if (count == 0) {
            return Transition.certain(start, energy);
        }
        Tensor acceptance = Tensor.zeros(energy.device());
        Chain chain = start;
        for (int i = 0; i < count; i++) {
            Chain before = chain;
            try (Scope scope = Scope.open()) {
                Transition transition = move.from(before, i);
                acceptance.add(1.0 / count, transition.acceptance());
                chain = transition.next().copy().keep();
            }
            if (i > 0) { // the first rows are the caller's
                before.release();
            }
        }
        Chain result = chain.copy();
        chain.release();
        return new Transition(result, acceptance);
    }
}
