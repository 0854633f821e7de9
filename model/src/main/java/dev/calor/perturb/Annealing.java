package dev.calor.perturb;

import dev.calor.rows.Base;
import dev.calor.rows.Batch;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;

/**
 * Noise on the data themselves, with one clock for all columns: at level s ∈ [0, 1] a number is cos(πs/2)·x + sin(πs/2)·N(0, 1), and a
 * category is kept with probability cos(πs/2), else redrawn from its marginal law. That is heat for the time t with e^−t = cos(πs/2): a
 * number relaxes to N(0, 1), a category to its marginal law. At s = 1 the columns are independent, and where numbers are N(0, 1) to begin
 * with, every column has the same law at every level: only what joins them comes and goes. An energy that is told the level and
 * trained on all of them can be sampled from noise to data.
 *
 * <p>Near s = 0 little is redrawn, about 1.2 s²: the law of rare levels changes slowly there, and a network that is smooth in s can
 * follow it. With s itself as the probability of a redraw it could not, and rare levels came out 1.5 times too often.
 *
 * @param clean the share of rows left at level 0
 * @param power of the levels of the others, u^power for uniform u: above 1 there are more low levels
 */
public record Annealing(Base base, double clean, double power) implements DataNoise {
    public Annealing {
        if (!(clean >= 0 && clean <= 1)) {
            throw new IllegalArgumentException(
                    "a share of clean rows of " + clean + ": allowed are numbers from 0 to 1");
        }
        if (!(power > 0 && power < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("a power of levels of " + power + ": allowed are positive numbers");
        }
    }

    /** Uniform levels. */
    public Annealing(Base base, double clean) {
        this(base, clean, 1);
    }

    /** The rows, each at a random level, which they carry. */
    @Override
    public Batch noised(Batch rows, Noise noise) {
        Tensor u = noise.uniform(rows.rows());
        // u < clean gives level 0; the rest of [0, 1) is stretched over all levels.
        Tensor uniform = u.plus(-clean).clampBelow(0).times(clean < 1 ? 1 / (1 - clean) : 0);
        return at(rows, power == 1 ? uniform : uniform.power(power), noise);
    }

    /** What is left of the data at a level s: cos(πs/2), exactly 1 at s = 0 and 0 at s = 1. */
    public static double signal(double level) {
        return level == 1 ? 0 : Math.cos(Math.PI / 2 * level);
    }

    /** The rows at given levels [rows]. */
    public Batch at(Batch rows, Tensor level, Noise noise) {
        Tensor angle = level.unsqueeze(1).times(Math.PI / 2);
        Tensor kept = angle.cos();
        Tensor numbers = rows.numbers()
                .times(kept)
                .plus(noise.normal(rows.numbers().shape()).times(angle.sin()));
        return new Batch(kept(rows.states(), kept, noise), numbers, level, rows.origin());
    }

    private Tensor kept(Tensor states, Tensor share, Noise noise) {
        if (states.size(1) == 0) {
            return states;
        }
        return noise.uniform(states.shape()).lessThan(share).choose(states, base.states(states.size(0), noise));
    }
}
