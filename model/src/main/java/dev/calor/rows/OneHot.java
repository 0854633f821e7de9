package dev.calor.rows;

import dev.calor.space.FiniteSpace;
import dev.calor.space.ProductSpace;
import dev.calor.space.StateSpace;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/**
 * The layout of one-hot codes: one slot per level of every finite column, those of a column next to each other. Column k has S_k
 * slots from its offset on. Gradients with respect to categories, and all other tensors with one number per level, have the shape
 * [rows, slots].
 */
public final class OneHot {
    private final int[] sizes;
    private final int[] offsets;
    private final int slots;
    private final int widest;

    /** The layout of the finite columns of a space; numeric columns have no slots. */
    public OneHot(ProductSpace space) {
        List<StateSpace> columns = space.columns();
        sizes = columns.stream()
                .filter(FiniteSpace.class::isInstance)
                .mapToInt(column -> ((FiniteSpace) column).size())
                .toArray();
        offsets = new int[sizes.length];
        for (int k = 1; k < sizes.length; k++) {
            offsets[k] = offsets[k - 1] + sizes[k - 1];
        }
        slots = Arrays.stream(sizes).sum();
        widest = Arrays.stream(sizes).max().orElse(0);
    }

    /** The number of finite columns. */
    public int columns() {
        return sizes.length;
    }

    /** S_k, the number of levels of a finite column. */
    public int size(int column) {
        return sizes[column];
    }

    /** All S_k as a whole tensor: [columns]. */
    public Tensor sizes(Device device) {
        return Tensor.whole(device, Arrays.stream(sizes).asLongStream().toArray(), sizes.length);
    }

    /** The first slot of a column. */
    public int offset(int column) {
        return offsets[column];
    }

    /** Σ S_k, the number of slots. */
    public int slots() {
        return slots;
    }

    /** The largest S_k. */
    public int widest() {
        return widest;
    }

    /** Whether all columns have the same number of levels. */
    public boolean even() {
        return slots == sizes.length * widest;
    }

    /** Draws uniform levels for every column: [rows, columns]. */
    public Tensor uniform(long rows, Noise noise) {
        if (sizes.length == 0) {
            return Tensor.fullWhole(noise.device(), 0, rows, 0);
        }
        if (even()) {
            return noise.whole(widest, rows, sizes.length);
        }
        Tensor[] columns = new Tensor[sizes.length];
        Arrays.setAll(columns, k -> noise.whole(sizes[k], rows, 1));
        return Tensor.cat(1, columns);
    }

    /** The first slot of every column as a whole tensor: [1, columns]. */
    public Tensor offsets(Device device) {
        if (even()) { // computed on the device: nothing to copy to it
            return Tensor.range(device, sizes.length).times((long) widest).unsqueeze(0);
        }
        return Tensor.whole(device, Arrays.stream(offsets).asLongStream().toArray(), 1, sizes.length);
    }

    /** The slot of every state: [rows, columns]. */
    public Tensor slotsOf(Device device, Tensor states) {
        return states.plus(offsets(device));
    }

    /** The column to which every slot of a whole tensor belongs. */
    public Tensor columnOf(Device device, Tensor slots) {
        if (even()) {
            return slots.floorOver(widest);
        }
        // The last column that starts at or before the slot.
        return offsets(device).select(0, 0).searchSorted(slots).plus(-1L);
    }

    /** Repeats each number per column for every level of the column: [rows, columns] becomes [rows, slots]. */
    public Tensor spread(Device device, Tensor perColumn) {
        if (even()) {
            long rows = perColumn.size(0);
            return perColumn.unsqueeze(2).expand(rows, sizes.length, widest).reshape(rows, slots);
        }
        return perColumn.indexSelect(1, columnOf(device, Tensor.range(device, slots)));
    }

    /** 1 where a slot belongs to a column, else 0: [columns, slots]. */
    public Tensor indicator(Device device) {
        Tensor columns = columnOf(device, Tensor.range(device, slots)).unsqueeze(0);
        return Tensor.zeros(device, sizes.length, slots).scatter(0, columns, 1);
    }

    /** The one-hot codes of states: [rows, slots]. */
    public Tensor encode(Device device, Tensor states) {
        return Tensor.zeros(device, states.size(0), slots).scatter(1, slotsOf(device, states), 1);
    }

    /**
     * [rows, slots] as [rows, columns, widest]. Levels that a column does not have are −∞: with a large finite penalty they could
     * still be drawn.
     */
    public Tensor padded(Device device, Tensor perSlot) {
        long rows = perSlot.size(0);
        if (even()) {
            return perSlot.reshape(rows, sizes.length, widest);
        }
        long[] source = new long[sizes.length * widest];
        for (int k = 0; k < sizes.length; k++) {
            for (int v = 0; v < widest; v++) {
                source[k * widest + v] = v < sizes[k] ? offsets[k] + v : slots; // one slot past the last holds −∞
            }
        }
        Tensor extended = Tensor.cat(1, perSlot, Tensor.full(device, Double.NEGATIVE_INFINITY, rows, 1));
        return extended.indexSelect(1, Tensor.whole(device, source, source.length))
                .reshape(rows, sizes.length, widest);
    }

    /** The numbers of {@code perSlot} at the given states: [rows, columns]. */
    public Tensor at(Device device, Tensor perSlot, Tensor states) {
        return perSlot.gather(1, slotsOf(device, states));
    }
}
