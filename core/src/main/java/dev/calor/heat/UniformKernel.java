package dev.calor.heat;

import dev.calor.random.RandomStream;
import dev.calor.space.Uniform;

/** [P equ:uniform_perturbation_estimation]: keep with probability e^−t, else draw uniformly, the own value included. */
record UniformKernel(Uniform space, double time) implements HeatKernel {
    @Override
    public double probability(int from, int to) {
        double redraw = -Math.expm1(-time) / space.size();
        return space.checkState(from) == space.checkState(to) ? Math.exp(-time) + redraw : redraw;
    }

    @Override
    public int draw(int from, RandomStream random) {
        space.checkState(from);
        return random.nextDouble() < Math.exp(-time) ? from : random.nextInt(space.size());
    }

    @Override
    public String form() {
        return "closed form";
    }
}
