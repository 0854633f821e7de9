package dev.calor.perturb;

import dev.calor.rows.Batch;
import dev.calor.rows.OneHot;
import dev.calor.space.ProductSpace;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;

/**
 * Localised to one random column: y masks it, and every negative fills it in again, uniformly over its levels. The perturbation of
 * TabED-Grid; with all levels summed instead of drawn, energy discrepancy is then pseudo-likelihood.
 */
public final class Grid implements Perturbation {
    private final OneHot layout;

    public Grid(ProductSpace space) {
        this.layout = new OneHot(space);
    }

    @Override
    public Batch negatives(Batch x, int count, Noise noise) {
        Device device = noise.device();
        Tensor column = noise.whole(layout.columns(), x.rows(), 1).repeatRows(count);
        Tensor size = layout.sizes(device).indexSelect(0, column.reshape(-1)).unsqueeze(1);
        Tensor redrawn = noise.uniformBelow(size, column.size(0), 1).floor().toWhole();
        Batch repeated = x.repeatRows(count);
        return repeated.withStates(repeated.states().scatter(1, column, redrawn));
    }
}
