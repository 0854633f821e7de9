package dev.calor.perturb;

import dev.calor.rows.Batch;
import dev.calor.tensor.Noise;

/**
 * A conditional law q(y|x), seen from where training needs it: y is drawn for every row, and then negatives x⁻ ∝ q(y|·) for that y
 * [P alg:TabED-training]. Open for extension: a new perturbation is a new way to make negatives.
 */
@FunctionalInterface
public interface Perturbation {
    /**
     * Draws one y ~ q(·|x) a row, then {@code count} negatives x⁻ ∝ q(y|·): rows·count rows, the negatives of a row next to each
     * other, in the order of the rows.
     */
    Batch negatives(Batch x, int count, Noise noise);
}
