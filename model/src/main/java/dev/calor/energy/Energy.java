package dev.calor.energy;

import dev.calor.space.ProductSpace;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * U: a number a row, low where rows are likely. Open for extension: an energy says how it values rows whose categories are one-hot
 * weights, and has values and gradients by that.
 */
public interface Energy extends AutoCloseable {

    ProductSpace space();

    OneHot layout();

    Device device();

    /** The tensors that are learned. They live as long as the energy. */
    List<Tensor> parameters();

    /** U [rows] of relaxed rows: {@code oneHot} [rows, slots] holds any weights where data have a one. */
    Tensor relaxed(Tensor oneHot, Tensor numbers, @Nullable Tensor levels);

    /**
     * The same energy with everything done that depends on its parameters alone, for many evaluations with the same ones. Its parameters
     * are functions of this energy's, none of another of them; they live in the scope in which they were folded.
     */
    default Energy folded() {
        return this;
    }

    /** Of a folded energy, the chain rule: given gradients with respect to its parameters, those of the energy that was folded. */
    default List<Tensor> unfolded(List<Tensor> gradients) {
        return gradients;
    }

    /** The same energy for one loss and its {@link #gradients}, in one thread: free to keep what it computes for the way back. */
    default Energy recording() {
        return this;
    }

    /** The gradients of a loss of this energy with respect to its parameters, in their order. */
    default List<Tensor> gradients(Tensor loss) {
        return loss.gradients(parameters());
    }

    /** U [rows]. */
    default Tensor energy(Batch batch) {
        return relaxed(layout().encode(device(), batch.states()), batch.numbers(), batch.levels());
    }

    /** U and its gradients at data. */
    default Gradient gradient(Batch batch) {
        return gradient(innermost(batch), batch);
    }

    /** What a gradient costs an evaluation for: U and gradients of the energy within, where this one wraps another; else its own. */
    default Gradient innermost(Batch batch) {
        Tensor oneHot = layout().encode(device(), batch.states()).track();
        Tensor numbers = batch.numbers().detach().track();
        Tensor energy = relaxed(oneHot, numbers, batch.levels());
        List<Tensor> gradients = energy.sum().gradients(List.of(oneHot, numbers));
        return new Gradient(energy.detach(), gradients.get(0), gradients.get(1));
    }

    /** U and its gradients from the innermost ones, without an evaluation: chains keep those, also from temperature to temperature. */
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

    /** The same energy with what is learned multiplied by β: from a law that can be drawn from, at 0, to its own, at 1. Borrows. */
    default Energy heated(double beta) {
        return new Tempered(this, beta);
    }

    /** Rows where chains start: from the law at β = 0 where that is known, else uniform levels and N(0, 1) numbers. */
    default Batch start(long rows, Noise noise) {
        return Uniformly.rows(this, rows, noise);
    }

    @Override
    default void close() {
        parameters().forEach(Tensor::release);
    }
}
