package dev.calor.sampler;

import dev.calor.energy.Batch;
import dev.calor.energy.Energy;
import dev.calor.energy.Gradient;
import dev.calor.random.RandomStream;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;
import java.util.List;

/**
 * Rounds of a Langevin move of the numbers and one of the categories, each with its own accept/reject. The gradient at an accepted state
 * is kept, so that a move costs one gradient, not two: {@link Alternating} without what it computes twice.
 *
 * @param rounds in a step
 */
public record Langevin(Mala numbers, DiscreteLangevin categories, int rounds) implements Sampler {
    public Langevin {
        if (rounds < 1) {
            throw new IllegalArgumentException(rounds + " rounds of Langevin moves: at least 1");
        }
    }

    @Override
    public Chain start(Batch rows) {
        return Chain.of(rows, numbers.step(), categories.step());
    }

    @Override
    public Transition step(Chain chain, Energy energy, RandomStream random) {
        boolean anyNumbers = chain.rows().numbers().size(1) > 0;
        boolean anyCategories = energy.layout().columns() > 0;
        Noise noise = Noise.of(random, energy.device());
        double epsilon = chain.stepSizes().get(0);
        double alpha = chain.stepSizes().get(1);
        Batch rows = chain.rows();
        Gradient innermost = chain.innermost(energy);
        Tensor share = Tensor.zeros(energy.device());
        int moves = rounds * ((anyNumbers ? 1 : 0) + (anyCategories ? 1 : 0));
        for (int round = 0; round < rounds; round++) {
            if (anyNumbers) {
                Moved moved = numbers.move(energy, rows, innermost, epsilon, noise);
                rows = moved.rows();
                innermost = moved.innermost();
                epsilon = moved.stepSize();
                share.add(1.0 / moves, moved.share());
            }
            if (anyCategories) {
                Moved moved = categories.move(energy, rows, innermost, alpha, noise);
                rows = moved.rows();
                innermost = moved.innermost();
                alpha = moved.stepSize();
                share.add(1.0 / moves, moved.share());
            }
        }
        return new Transition(new Chain(rows, List.of(epsilon, alpha), innermost), share);
    }

    @Override
    public boolean exact() {
        return numbers.exact() && categories.exact();
    }
}
