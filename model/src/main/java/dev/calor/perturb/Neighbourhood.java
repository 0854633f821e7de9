package dev.calor.perturb;

import dev.calor.energy.Batch;
import dev.calor.energy.OneHot;
import dev.calor.space.ProductSpace;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;

/**
 * Uniform over the grid neighbours N(x), the rows that differ from x in exactly one column [P subsec:Binary]: y is a neighbour of x,
 * and every negative a neighbour of y. On bits this is the perturbation of ED-Grid.
 */
public final class Neighbourhood implements Perturbation {
    private final OneHot layout;

    public Neighbourhood(ProductSpace space) {
        this.layout = new OneHot(space);
        if (layout.slots() == layout.columns()) {
            throw new IllegalArgumentException("no column has two levels: there are no neighbours");
        }
    }

    @Override
    public Batch negatives(Batch x, int count, Noise noise) {
        Batch y = x.withStates(step(x.states(), noise)).repeatRows(count);
        return y.withStates(step(y.states(), noise));
    }

    /** All Σ(S_k − 1) changes are equally likely: the n-th of them changes column k by 1, …, S_k − 1, modulo S_k. */
    private Tensor step(Tensor states, Noise noise) {
        long[] column = new long[layout.slots() - layout.columns()];
        long[] shift = new long[column.length];
        int n = 0;
        for (int k = 0; k < layout.columns(); k++) {
            for (int by = 1; by < layout.size(k); by++) {
                column[n] = k;
                shift[n++] = by;
            }
        }
        Device device = noise.device();
        Tensor change = noise.whole(column.length, states.size(0));
        Tensor columns = Tensor.whole(device, column, column.length)
                .indexSelect(0, change)
                .unsqueeze(1);
        Tensor shifts =
                Tensor.whole(device, shift, shift.length).indexSelect(0, change).unsqueeze(1);
        Tensor moved = states.gather(1, columns).plus(shifts);
        Tensor sizes = layout.sizes(device).indexSelect(0, columns.reshape(-1)).unsqueeze(1);
        return states.scatter(1, columns, moved.lessThan(sizes).choose(moved, moved.minus(sizes)));
    }
}
