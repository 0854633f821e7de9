package dev.calor.energy;

import dev.calor.space.ProductSpace;
import dev.calor.tensor.Device;
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
     * are functions of this energy's, with a history, none of another of them; they live in the scope in which they were folded.
     */
    default Energy folded() {
        return this;
    }

    /** U [rows]. */
    default Tensor energy(Batch batch) {
        return relaxed(layout().encode(device(), batch.states()), batch.numbers(), batch.levels());
    }

    /** U and its gradients at data. */
    default Gradient gradient(Batch batch) {
        Tensor oneHot = layout().encode(device(), batch.states()).track();
        Tensor numbers = batch.numbers().detach().track();
        Tensor energy = relaxed(oneHot, numbers, batch.levels());
        List<Tensor> gradients = energy.sum().gradients(List.of(oneHot, numbers));
        return new Gradient(energy.detach(), gradients.get(0), gradients.get(1));
    }

    /**
     * U with its first derivatives.
     *
     * @param energy [rows]
     * @param oneHot [rows, slots]; U changes by oneHot[v] − oneHot[current] to first order when a column changes to v
     * @param numbers [rows, numeric columns]
     */
    record Gradient(Tensor energy, Tensor oneHot, Tensor numbers) {
        /** For rows in which a condition [rows] holds the one, for others the other. */
        public static Gradient choose(Tensor condition, Gradient yes, Gradient no) {
            Tensor column = condition.unsqueeze(1);
            return new Gradient(
                    condition.choose(yes.energy, no.energy),
                    column.choose(yes.oneHot, no.oneHot),
                    column.choose(yes.numbers, no.numbers));
        }
    }

    @Override
    default void close() {
        parameters().forEach(Tensor::release);
    }
}
