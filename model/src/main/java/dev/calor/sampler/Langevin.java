package dev.calor.sampler;

import dev.calor.energy.Energy;
import dev.calor.energy.Gradient;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;

/**
 * Langevin on the numeric columns: x′ = x − (ε/2)∇U + √ε ω [P eq:app-sample-num], with Metropolis (MALA) or without, as the paper
 * does. Rows without numbers stay as they are. With adaptation the step drifts towards an acceptance of 57 %, the best for smooth
 * targets; stop adapting before samples count.
 *
 * @param step ε, positive
 */
public record Langevin(double step, boolean metropolis, boolean adapt) implements Sampler {
    public Langevin {
        if (!(step > 0)) {
            throw new IllegalArgumentException("step " + step + " of Langevin: allowed are positive numbers");
        }
        if (adapt && !metropolis) {
            throw new IllegalArgumentException("a step adapted without Metropolis: there is no acceptance to adapt to");
        }
    }

    @Override
    public Chain start(Batch rows) {
        return Chain.of(rows, step);
    }

    @Override
    public Transition step(Chain chain, Energy energy, RandomStream random) {
        Batch rows = chain.rows();
        if (rows.numbers().size(1) == 0) {
            return Transition.certain(chain, energy);
        }
        Noise noise = Noise.of(random, energy.device());
        double epsilon = chain.stepSize();
        Gradient innermost = chain.innermost(energy);
        Gradient here = energy.gradient(innermost, rows);
        Tensor mean = drift(rows.numbers(), here.numbers(), epsilon);
        Batch proposed = proposal(rows, mean, epsilon, noise);
        if (!metropolis) {
            return Transition.certain(chain.withRows(proposed), energy);
        }
        Gradient proposedInnermost = energy.innermost(proposed);
        Gradient there = energy.gradient(proposedInnermost, proposed);
        Tensor back = drift(proposed.numbers(), there.numbers(), epsilon);
        Tensor logRatio = Metropolis.logRatio(
                here.energy(),
                there.energy(),
                logDensity(proposed.numbers(), mean, epsilon),
                logDensity(rows.numbers(), back, epsilon));
        Transition step = Metropolis.decide(chain, innermost, proposed, proposedInnermost, logRatio, noise);
        return adapt ? Metropolis.adapted(step) : step;
    }

    @Override
    public boolean exact() {
        return metropolis;
    }

    private static Batch proposal(Batch rows, Tensor mean, double epsilon, Noise noise) {
        Tensor numbers = mean.plus(noise.normal(rows.numbers().shape()).times(Math.sqrt(epsilon)));
        return rows.withNumbers(numbers.detach());
    }

    private static Tensor drift(Tensor numbers, Tensor gradient, double epsilon) {
        return numbers.detach().plus(gradient.detach().times(-epsilon / 2));
    }

    /** log N(x; mean, ε) up to a constant that cancels in the ratio. */
    private static Tensor logDensity(Tensor x, Tensor mean, double epsilon) {
        return x.minus(mean).square().sum(1).times(-0.5 / epsilon);
    }
}
