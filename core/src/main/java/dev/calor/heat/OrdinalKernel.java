package dev.calor.heat;

import dev.calor.random.RandomStream;
import dev.calor.space.Ordinal;

/**
 * [P eq:ordinal_perturbation_estimation], by reflection: unfold the path 0, …, S−1 into a ring of 2S states on which b
 * and its mirror image 2S−1−b lie over the same level. Heat on the path is heat on the ring, folded: q(b|a) = w(b−a) +
 * w(a+b+1) with w the distribution of displacements on the ring. Writing w out as its DFT and using cos(α−β) + cos(α+β)
 * = 2 cos α cos β gives the paper's DCT.
 */
record OrdinalKernel(Ordinal space, double time, RingWalk walk) implements HeatKernel {
    static OrdinalKernel of(Ordinal space, double time) {
        return new OrdinalKernel(space, time, RingWalk.of(2L * space.size(), time));
    }

    @Override
    public double probability(int from, int to) {
        long a = space.checkState(from);
        long b = space.checkState(to);
        return walk.probability(b - a) + walk.probability(a + b + 1);
    }

    @Override
    public int draw(int from, RandomStream random) {
        long to = space.checkState(from) + walk.draw(random); // at most S places away: one reflection brings it back
        if (to < 0) {
            return (int) (-1 - to);
        }
        return (int) (to < space.size() ? to : 2L * space.size() - 1 - to);
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
