package dev.calor.sampler;

import dev.calor.energy.Gradient;
import dev.calor.perturb.Annealing;
import dev.calor.rows.Batch;
import dev.calor.rows.OneHot;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;

/**
 * The equations of one step of {@link ReverseHeat}, from noise level s to a lower level s′. With a = cos(πs/2) and b = cos(πs′/2) left of
 * the data, heat from s′ to s keeps κ = a/b: a number becomes κx′ + √(1 − κ²)·N(0, 1), a category is redrawn from its marginal
 * distribution π with probability 1 − κ. A step draws from the inverse of that, column by column, given the other columns at level s.
 *
 * @param level s
 * @param next s′
 */
record ReverseStep(double level, double next) {
    /** Estimates of clean numbers, N(0, 1) in the mean over rows, stay within this distance of 0. */
    private static final double EXTREME = 4.5;

    /** a. */
    private double signal() {
        return Annealing.signal(level);
    }

    /** b. */
    private double nextSignal() {
        return Annealing.signal(next);
    }

    /** κ. */
    private double kept() {
        return signal() / nextSignal();
    }

    /** Whether nothing is left of the data at level s: rows of the base distribution are rows of either level then. */
    boolean isFromPureNoise() {
        return signal() == 0;
    }

    /** E[x₀ | x] = (x − σ²∇U)/a with σ² = 1 − a² (Tweedie's formula): [rows, numbers]. */
    Tensor estimate(Tensor numbers, Tensor gradient) {
        double variance = 1 - signal() * signal();
        Tensor estimate = gradient.times(-variance).plus(numbers);
        estimate.scale(1 / signal());
        return estimate.clampBelow(-EXTREME).clampAbove(EXTREME);
    }

    /** E[x′ | x, x₀] = (κσ′²x + b(1 − κ²)x₀)/σ² for the estimate of x₀: [rows, numbers]. */
    Tensor mean(Tensor numbers, Tensor estimate) {
        double variance = 1 - signal() * signal();
        double nextVariance = 1 - nextSignal() * nextSignal();
        Tensor mean = numbers.times(kept() * nextVariance / variance);
        mean.add(nextSignal() * (1 - kept() * kept()) / variance, estimate);
        return mean;
    }

    /** The standard deviation of x′ given x and x₀: √((1 − κ²)σ′²/σ²), 0 where level s′ is the data's. */
    double deviation() {
        double nextVariance = 1 - nextSignal() * nextSignal();
        return Math.sqrt((1 - kept() * kept()) * nextVariance / (1 - signal() * signal()));
    }

    /** Numbers at level s′. */
    Tensor numbers(Batch rows, Gradient gradient, Noise noise) {
        if (rows.numbers().size(1) == 0) {
            return rows.numbers();
        }
        Tensor numbers = rows.numbers().detach();
        Tensor drawn = mean(numbers, estimate(numbers, gradient.numbers().detach()));
        if (deviation() > 0) {
            drawn.add(deviation(), noise.normal(numbers.shape()));
        }
        return drawn;
    }

    /**
     * What the probabilities of the levels of every column at s′ are proportional to (Tweedie τ-leaping): [rows, columns, widest]. With
     * the conditional probabilities ρ(v) ∝ exp(−ΔU(v)) at level s, those at level s′ are (ρ(v) − (1 − κ)π(v))/κ, kept from below 0; times
     * the probability (1 − κ)π(i) + κ·1[v = i] with which heat makes v the present level i. Divided by (1 − κ)π(i), which all levels of a
     * column share, only the weight of the present level is multiplied.
     *
     * @param changes ΔU of every level, up to a constant per column: [rows, slots]
     * @param base π: [rows or 1, columns, widest], 0 for absent levels
     */
    Tensor weights(OneHot layout, Device device, Tensor changes, Tensor states, Tensor base) {
        double redrawn = 1 - kept();
        Tensor conditional = layout.padded(device, changes.negate()).softmax(2);
        conditional.add(-redrawn, base);
        Tensor weights = conditional.relu();
        Tensor present = states.unsqueeze(2);
        Tensor byChance = base.expand(states.size(0), base.size(1), base.size(2))
                .gather(2, present)
                .times(redrawn);
        Tensor stays = weights.gather(2, present)
                .times(byChance.reciprocal().times(kept()).plus(1.0));
        return weights.scatter(2, present, stays);
    }
}
