package dev.calor.energy;

import dev.calor.rows.Batch;
import dev.calor.tensor.Device;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;

/**
 * Energies of rows with one column set to several values in turn, from which p(x_k | x_¬k) ∝ exp(−U) is computed.
 *
 * <p>Without gradients a bounded number of rows is evaluated at once, whatever the number of values: activations of all
 * of them, for a column of 500 levels, would take gigabytes. With gradients all are evaluated together, since the
 * backward pass needs them.
 */
public final class Conditionals {
    /** Rows evaluated at once: activations of the widest preset take about 10 KB per row. */
    public static final long ROWS_AT_ONCE = 4_096;

    /** The same on a GPU, which fewer rows would not keep busy. */
    private static final long ROWS_AT_ONCE_ON_GPU = 65_536;

    private Conditionals() {}

    /** Sets one column of rows to values: [rows, 1]. */
    private interface Change {
        Batch of(Batch rows, Tensor values);
    }

    /** U of every row with one finite column set to each of its levels: [rows, S]. */
    public static Tensor ofLevels(Energy energy, Batch rows, int column) {
        Device device = energy.device();
        Tensor levels = Tensor.range(device, energy.layout().size(column));
        return energies(energy, rows, levels, (batch, values) -> {
            Tensor index = Tensor.fullWhole(device, column, batch.rows(), 1);
            return batch.withStates(batch.states().scatter(1, index, values));
        });
    }

    /** U of every row with one number set to each of some points: [rows, points]. */
    public static Tensor ofNumbers(Energy energy, Batch rows, int number, Tensor points) {
        return energies(energy, rows, points, (batch, values) -> {
            Tensor index = Tensor.fullWhole(energy.device(), number, batch.rows(), 1);
            return batch.withNumbers(batch.numbers().scatter(1, index, values));
        });
    }

    private static Tensor energies(Energy energy, Batch rows, Tensor values, Change change) {
        long most = energy.device() == Device.CUDA ? ROWS_AT_ONCE_ON_GPU : ROWS_AT_ONCE;
        long atOnce = Math.max(1, most / Math.max(1, rows.rows()));
        long count = values.size(0);
        if (count <= atOnce || !NoGradient.isOpen()) {
            return together(energy, rows, values, change);
        }
        Tensor all = Tensor.zeros(energy.device(), rows.rows(), count);
        // Chunks of values, not of rows: a clamped energy may have one part of the space per row.
        for (long first = 0; first < count; first += atOnce) {
            long some = Math.min(atOnce, count - first);
            try (Scope scope = Scope.open()) {
                all.narrow(1, first, some).assign(together(energy, rows, values.narrow(0, first, some), change));
            }
        }
        return all;
    }

    private static Tensor together(Energy energy, Batch rows, Tensor values, Change change) {
        long count = values.size(0);
        Tensor column = values.reshape(1, count).expand(rows.rows(), count).reshape(-1, 1);
        return energy.energy(change.of(rows.repeatRows(count), column)).reshape(rows.rows(), count);
    }
}
