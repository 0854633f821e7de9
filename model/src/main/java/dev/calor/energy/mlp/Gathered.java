package dev.calor.energy.mlp;

import dev.calor.tensor.Device;
import dev.calor.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Moves the rows that are kept to the front of tensors, in any order: rows from the end take the places of rows that
 * are skipped, so that few rows are moved.
 *
 * @param from the rows that are moved
 * @param to their new places
 * @param count the number of rows that are kept
 */
record Gathered(Tensor from, Tensor to, long count) {
    /** Moving rows is faster if at most this fraction of them is kept. */
    private static final double MOST = 0.9;

    /**
     * The rows whose weights are above float32 resolution relative to the largest; null if these are nearly all.
     * Negatives whose energy is more than 17 nats above that of the data are below it: a quarter of them in the middle
     * of training.
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

    /** These rows of a tensor, in its memory: the tensor is overwritten. */
    Tensor of(Tensor rows) {
        rows.putRows(to, rows.indexSelect(0, from));
        return rows.narrow(0, 0, count);
    }
}
