package dev.calor.perturb;

import dev.calor.rows.Batch;
import dev.calor.tensor.Noise;

/**
 * A conditional distribution q(y|x), in the form that training needs: y is drawn for every row, and then negatives x⁻ ∝
 * q(y|·) for that y [P alg:TabED-training]. Open for extension: a new perturbation is a new way to make negatives.
 */
@FunctionalInterface
public interface Perturbation {
    /**
     * Draws one y ~ q(·|x) per row, then {@code count} negatives x⁻ ∝ q(y|·). Returns rows·count rows: the negatives of a row are
     * adjacent, in the order of the rows.
     */
    Batch negatives(Batch x, int count, Noise noise);
}
