package dev.calor.energy.mlp;

import dev.calor.tensor.Device;
import dev.calor.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Some rows of tensors with as many, gathered in front in whatever order: those behind take the places of those that do not count, so
 * that few are moved.
 *
 * @param from rows that are moved
 * @param to where they go
 * @param count of the rows that count
 */
record Gathered(Tensor from, Tensor to, long count) {
    /** Up to this share of the rows it pays to move them. */
    private static final double MOST = 0.9;

    /**
     * The rows whose weights are not lost beside the largest; null where they are nearly all. Of negatives that are told from data by
     * more than 17 nats nothing is left in single precision: a quarter of them, in the midst of training.
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

    /** These rows of a tensor, in its memory: the tensor is used up. */
    Tensor of(Tensor rows) {
        rows.putRows(to, rows.indexSelect(0, from));
        return rows.narrow(0, 0, count);
    }
}
