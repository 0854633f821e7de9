package dev.calor.perturb;

import dev.calor.rows.Batch;
import dev.calor.rows.OneHot;
import dev.calor.space.ProductSpace;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Over the grid neighbours N(x), the rows that differ from x in exactly one column [P subsec:Binary]: y is a neighbour of x, and every
 * negative a neighbour of y. On bits, and uniform over neighbours, this is the perturbation of ED-Grid.
 *
 * <p>Columns may have weights: a neighbour that differs in column k then has probability ∝ w_k, in both directions, so that energy
 * discrepancy keeps its minimum. Where most columns hardly vary, as the margin of an image, few uniform neighbours teach anything.
 */
public final class Neighbourhood implements Perturbation {
    private final OneHot layout;
    private final double @Nullable [] weights;

    /** Uniform over neighbours. */
    public Neighbourhood(ProductSpace space) {
        this(new OneHot(space), null);
    }

    /** By a weight a column, positive: a column of weight zero would never be learned. */
    public Neighbourhood(ProductSpace space, double[] weights) {
        this(new OneHot(space), weights.clone());
        if (weights.length != layout.columns()) {
            throw new IllegalArgumentException(
                    weights.length + " weights for " + layout.columns() + " columns: give one a column");
        }
        for (int k = 0; k < weights.length; k++) {
            if (!(weights[k] > 0 && weights[k] < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(
                        "weight " + weights[k] + " of column " + k + ": allowed are positive finite numbers");
            }
        }
    }

    private Neighbourhood(OneHot layout, double @Nullable [] weights) {
        this.layout = layout;
        this.weights = weights;
        if (layout.slots() == layout.columns()) {
            throw new IllegalArgumentException("no column has two levels: there are no neighbours");
        }
    }

    @Override
    public Batch negatives(Batch x, int count, Noise noise) {
        Batch y = x.withStates(step(x.states(), noise)).repeatRows(count);
        return y.withStates(step(y.states(), noise));
    }

    /** There are Σ(S_k − 1) changes: the n-th of them changes column k by 1, …, S_k − 1, modulo S_k. */
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
        Tensor change = weights == null
                ? noise.whole(column.length, states.size(0))
                : weighted(weights, column, states.size(0), noise);
        Tensor columns = Tensor.whole(device, column, column.length)
                .indexSelect(0, change)
                .unsqueeze(1);
        Tensor shifts =
                Tensor.whole(device, shift, shift.length).indexSelect(0, change).unsqueeze(1);
        Tensor moved = states.gather(1, columns).plus(shifts);
        Tensor sizes = layout.sizes(device).indexSelect(0, columns.reshape(-1)).unsqueeze(1);
        return states.scatter(1, columns, moved.lessThan(sizes).choose(moved, moved.minus(sizes)));
    }

    /** Changes with probability ∝ the weight of their column, by the cumulative sum. */
    private static Tensor weighted(double[] weights, long[] column, long rows, Noise noise) {
        double[] upTo = new double[column.length - 1];
        double total = 0;
        for (long k : column) {
            total += weights[(int) k];
        }
        double sum = 0;
        for (int change = 0; change < upTo.length; change++) {
            sum += weights[(int) column[change]];
            upTo[change] = sum / total;
        }
        return Tensor.real(noise.device(), upTo, upTo.length).searchSorted(noise.uniform(rows));
    }
}
