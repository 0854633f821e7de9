package dev.calor.sampler;

import dev.calor.energy.Energy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import java.util.List;
import java.util.stream.Stream;

/**
 * A step of one sampler, then one of another: Langevin for the numbers and Gibbs for the categories of mixed rows
 * [P eq:app-sample-num, eq:app-sample-cat]. It leaves exp(−U) invariant where both do; it is not reversible. Its acceptance is the
 * lower of the two, so that a Gibbs sweep, which rejects nothing, does not gloss over the other.
 */
public record Alternating(Sampler first, Sampler second) implements Sampler {
    @Override
    public Chain start(Batch rows) {
        return first.start(rows)
                .withStepSizes(
                        join(first.start(rows).stepSizes(), second.start(rows).stepSizes()));
    }

    @Override
    public Transition step(Chain chain, Energy energy, RandomStream random) {
        List<Double> sizes = chain.stepSizes();
        int split = first.start(chain.rows()).stepSizes().size();
        Transition one = first.step(chain.withStepSizes(sizes.subList(0, split)), energy, random.child("first"));
        Transition two = second.step(
                one.next().withStepSizes(sizes.subList(split, sizes.size())), energy, random.child("second"));
        return new Transition(
                two.next().withStepSizes(join(one.next().stepSizes(), two.next().stepSizes())),
                one.acceptance().lessThan(two.acceptance()).choose(one.acceptance(), two.acceptance()));
    }

    @Override
    public boolean exact() {
        return first.exact() && second.exact();
    }

    private static List<Double> join(List<Double> some, List<Double> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }
}
