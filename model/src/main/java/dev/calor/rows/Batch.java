package dev.calor.rows;

import dev.calor.tensor.Device;
import dev.calor.tensor.Tensor;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a product space as tensors.
 *
 * @param states [rows, finite columns], whole
 * @param numbers [rows, numeric columns], real; of width zero where there are none
 * @param levels [rows], the noise level of each row, for energies that are conditioned on it; null for data
 * @param origin what the rows were before noise, for losses that compare with it; null where that is not known. Only the batch that
 *     the noise was put on has it, not those made of it
 */
public record Batch(
        Tensor states,
        Tensor numbers,
        @Nullable Tensor levels,
        @Nullable Origin origin) {
    /**
     * What rows were before noise.
     *
     * @param states [rows, finite columns]
     * @param low [rows, numeric columns] each number's value stands for an interval of N(0, 1): its lower end
     * @param high its upper end
     */
    public record Origin(Tensor states, Tensor low, Tensor high) {}

    /** Rows of which nothing else is known. */
    public Batch(Tensor states, Tensor numbers, @Nullable Tensor levels) {
        this(states, numbers, levels, null);
    }

    /** Rows of finite columns only. */
    public static Batch ofStates(Device device, Tensor states) {
        return new Batch(states, Tensor.zeros(device, states.size(0), 0), null);
    }

    /** Rows of finite columns only, from the host. */
    public static Batch ofStates(Device device, int[][] rows) {
        int width = rows.length == 0 ? 0 : rows[0].length;
        long[] flat = new long[rows.length * width];
        for (int r = 0; r < rows.length; r++) {
            for (int k = 0; k < width; k++) {
                flat[r * width + k] = rows[r][k];
            }
        }
        return ofStates(device, Tensor.whole(device, flat, rows.length, width));
    }

    public long rows() {
        return states.size(0);
    }

    public Batch withStates(Tensor other) {
        return new Batch(other, numbers, levels);
    }

    public Batch withNumbers(Tensor other) {
        return new Batch(states, other, levels);
    }

    /** Every row several times, copies next to each other. */
    public Batch repeatRows(long times) {
        return new Batch(
                states.repeatRows(times), numbers.repeatRows(times), levels == null ? null : levels.repeatRows(times));
    }

    /** The rows an index names, in its order. */
    public Batch only(Tensor index) {
        return new Batch(
                states.indexSelect(0, index),
                numbers.indexSelect(0, index),
                levels == null ? null : levels.indexSelect(0, index));
    }

    /** The same rows in memory of their own, without a history. */
    public Batch copy() {
        return new Batch(
                states.copy(),
                numbers.detach().copy(),
                levels == null ? null : levels.detach().copy());
    }

    /** Takes the rows out of all scopes: they live until {@link #release}. Returns itself. */
    public Batch keep() {
        states.keep();
        numbers.keep();
        if (levels != null) {
            levels.keep();
        }
        return this;
    }

    /** Frees kept rows. */
    public void release() {
        states.release();
        numbers.release();
        if (levels != null) {
            levels.release();
        }
    }

    /** These rows above those. */
    public Batch above(Batch other) {
        return new Batch(
                Tensor.cat(0, states, other.states),
                Tensor.cat(0, numbers, other.numbers),
                levels(this, other, (own, others) -> Tensor.cat(0, own, others)));
    }

    /** Every row above {@code each} of the other rows. */
    public Batch aboveEach(Batch others, long each) {
        return new Batch(
                aboveEach(states, others.states, each),
                aboveEach(numbers, others.numbers, each),
                levels(this, others, (own, theirs) -> aboveEach(own.unsqueeze(1), theirs.unsqueeze(1), each)
                        .select(1, 0)));
    }

    private static Tensor aboveEach(Tensor ones, Tensor others, long each) {
        long rows = ones.size(0);
        long columns = ones.size(1);
        return Tensor.cat(1, ones, others.reshape(rows, each * columns)).reshape(rows * (1 + each), columns);
    }

    /**
     * The rows for which a condition [rows] holds from one batch, the others from another.
     *
     * @throws IllegalArgumentException if only one of the batches has levels
     */
    public static Batch choose(Tensor condition, Batch yes, Batch no) {
        Tensor column = condition.unsqueeze(1);
        return new Batch(
                column.choose(yes.states, no.states),
                column.choose(yes.numbers, no.numbers),
                levels(yes, no, (some, others) -> some == others ? some : condition.choose(some, others)));
    }

    /** The levels of two batches joined; null where neither has any. */
    private static @Nullable Tensor levels(Batch one, Batch other, BinaryOperator<Tensor> join) {
        if (one.levels != null && other.levels != null) {
            return join.apply(one.levels, other.levels);
        }
        if (one.levels != null || other.levels != null) {
            throw new IllegalArgumentException("rows with noise levels beside rows without: give both, or neither");
        }
        return null;
    }
}
