package dev.calor.heat;

import dev.calor.random.RandomStream;
import dev.calor.space.Absorbing;
import java.util.Arrays;

/** A state is kept with probability e^−t; otherwise it has become the mask. */
record AbsorbingKernel(Absorbing space, double time, double keep) implements HeatKernel {
    static AbsorbingKernel of(Absorbing space, double time) {
        return new AbsorbingKernel(space, time, Math.exp(-time));
    }

    @Override
    public double probability(int from, int to) {
        space.checkState(to);
        if (space.checkState(from) == space.mask()) {
            return to == from ? 1 : 0;
        }
        if (to == from) {
            return keep;
        }
        return to == space.mask() ? -Math.expm1(-time) : 0;
    }

    /** As {@link HeatKernel#posterior}. An unmasked y can only come from itself, even where e^−t underflows. */
    @Override
    public double[] posterior(int y) {
        double[] posterior = new double[space.size()];
        posterior[space.checkState(y)] = 1;
        if (y == space.mask()) {
            Arrays.fill(posterior, 0, y, -Math.expm1(-time));
            Distribution.normalise(posterior);
        }
        return posterior;
    }

    @Override
    public int draw(int from, RandomStream random) {
        space.checkState(from);
        return random.nextDouble() < keep ? from : space.mask();
    }

    @Override
    public int drawPosterior(int y, RandomStream random) {
        if (space.checkState(y) != space.mask()) {
            return y;
        }
        int levels = space.mask();
        double level = -Math.expm1(-time);
        double pick = random.nextDouble() * (1 + levels * level);
        return pick < 1 ? y : Math.min((int) ((pick - 1) / level), levels - 1);
    }

    @Override
    public String form() {
        return "closed form";
    }
}
