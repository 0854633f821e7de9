package dev.calor.energy;

import dev.calor.rows.Base;
import dev.calor.rows.Batch;
import dev.calor.rows.OneHot;
import dev.calor.space.ProductSpace;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * U: one number per row, low where rows are likely. Open for extension: an energy says what U is of rows whose categories are one-hot
 * weights; values and gradients at data follow from that.
 */
public interface Energy extends AutoCloseable {

    /** The columns of a row. */
    ProductSpace space();

    /** Where the levels of the finite columns lie in one-hot codes. */
    OneHot layout();

    /** Where it is computed. */
    Device device();

    /** The distribution it is relative to: that of pure noise, and of chains at infinite temperature. */
    default Base base() {
        return Base.uniform(layout(), space().dimension() - layout().columns());
    }

    /**
     * U [rows] of relaxed rows.
     *
     * @param oneHot [rows, slots] any weights, where data have a one per column
     * @param numbers [rows, numeric columns]
     * @param levels [rows] noise levels, or null for data; energies that are not conditioned on the level ignore them
     */
    Tensor relaxed(Tensor oneHot, Tensor numbers, @Nullable Tensor levels);

    /** U [rows]. */
    default Tensor energy(Batch batch) {
        return relaxed(layout().encode(device(), batch.states()), batch.numbers(), batch.levels());
    }

    /** U and its gradients at data. */
    default Gradient gradient(Batch batch) {
        return gradient(innermost(batch), batch);
    }

    /** Evaluates the innermost network once; wrappers derive their gradients from the result. Chains keep it between steps. */
    default Gradient innermost(Batch batch) {
        Tensor oneHot = layout().encode(device(), batch.states()).track();
        Tensor numbers = batch.numbers().detach().track();
        Tensor energy = relaxed(oneHot, numbers, batch.levels());
        List<Tensor> gradients = energy.sum().gradients(List.of(oneHot, numbers));
        return new Gradient(energy.detach(), gradients.get(0), gradients.get(1));
    }

    /** U and its gradients, derived from the {@link #innermost} ones without an evaluation. */
    default Gradient gradient(Gradient innermost, Batch batch) {
        return innermost;
    }

    /**
     * The energy of some of {@code rows} rows, those an index names, where every row has an energy of its own; otherwise this one.
     * Borrows.
     */
    default Energy only(Tensor index, long rows) {
        return this;
    }

    /** Rows in which chains start: from the {@link #base}. */
    default Batch start(long rows, Noise noise) {
        return base().draw(rows, noise);
    }

    /** Frees what the energy owns: nothing, where it borrows all of it. */
    @Override
    default void close() {}
}
