package dev.calor.energy.mlp;

import dev.calor.tensor.Device;
import dev.calor.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * A selection of rows, moved to the front of their tensors. Selected rows further back are moved into the places of unselected rows, so
 * that few rows are copied; the order is not kept.
 *
 * @param from indices of the rows that are moved
 * @param to indices that they are moved to
 * @param count number of selected rows
 */
record Gathered(Tensor from, Tensor to, long count) {
    /** If more than this share of the rows is selected, moving them costs more than it saves. */
    private static final double MOST = 0.9;

    /**
     * The rows whose weight is above the rounding error of the largest weight; null if these are nearly all rows. The weight of a
     * negative whose energy is more than 17 nats above that of its row is lost in single precision: a quarter of them, in the middle of
     * training.
     */
    static @Nullable Gathered weighty(Tensor weights, Device device) {
        double[] weight = weights.toDoubles();
        double largest = 0;
        for (double one : weight) {
            largest = Math.max(largest, Math.abs(one));
        }
        double least = largest * device.rounding();
        int count = 0;
        for (double one : weight) {
            count += Math.abs(one) > least ? 1 : 0;
        }
        return count == 0 || count > MOST * weight.length ? null : of(weight, least, count, device);
    }

    private static Gathered of(double[] weight, double least, int count, Device device) {
        int moved = 0;
        for (int row = count; row < weight.length; row++) {
            moved += Math.abs(weight[row]) > least ? 1 : 0;
        }
        long[] from = new long[moved];
        long[] to = new long[moved];
        int behind = count;
        int front = 0;
        for (int move = 0; move < moved; move++) {
            while (Math.abs(weight[behind]) <= least) {
                behind++;
            }
            while (Math.abs(weight[front]) > least) {
                front++;
            }
            from[move] = behind++;
            to[move] = front++;
        }
        return new Gathered(Tensor.whole(device, from, moved), Tensor.whole(device, to, moved), count);
    }

    /** The selected rows of a tensor. They share its memory, and the tensor is overwritten. */
    Tensor of(Tensor rows) {
        rows.putRows(to, rows.indexSelect(0, from));
        return rows.narrow(0, 0, count);
    }
}
