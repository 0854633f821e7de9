package dev.calor.heat;

import dev.calor.random.RandomStream;
import dev.calor.space.Cyclic;

/**
 * [P eq:cyclical_perturbation_estimation]: every row is the same distribution of displacements, shifted along the ring.
 */
record CyclicKernel(Cyclic space, double time, RingWalk walk) implements HeatKernel {
    static CyclicKernel of(Cyclic space, double time) {
        return new CyclicKernel(space, time, RingWalk.of(space.size(), time));
    }

    @Override
    public double probability(int from, int to) {
        return walk.probability(space.checkState(to) - space.checkState(from));
    }

    @Override
    public int draw(int from, RandomStream random) {
        long to = space.checkState(from) + walk.draw(random);
        if (to < 0) {
            return (int) (to + space.size());
        }
        return (int) (to < space.size() ? to : to - space.size());
    }

    @Override
    public String form() {
        return walk.form();
    }

    @Override
    public double error() {
        return walk.error();
    }
}
