package dev.calor.heat;

import dev.calor.random.RandomStream;
import dev.calor.space.Uniform;

/**
 * [P equ:uniform_perturbation_estimation]: keep the state with probability e^−t, else draw one of all S states
 * uniformly.
 */
record UniformKernel(Uniform space, double time, double keep) implements HeatKernel {
    static UniformKernel of(Uniform space, double time) {
        return new UniformKernel(space, time, Math.exp(-time));
    }

    @Override
    public double probability(int from, int to) {
        double redraw = -Math.expm1(-time) / space.size();
        return space.checkState(from) == space.checkState(to) ? keep + redraw : redraw;
    }

    @Override
    public int draw(int from, RandomStream random) {
        space.checkState(from);
        return random.nextDouble() < keep ? from : random.nextInt(space.size());
    }

    @Override
    public String form() {
        return "closed form";
    }
}
