package dev.calor.objective;

import dev.calor.energy.TrainableEnergy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.tensor.Tensor;
import java.util.List;

/** A loss whose gradient trains an energy. Open for extension; the training loop is that of {@code Trainer}. */
@FunctionalInterface
public interface Objective {
    /** The loss of a batch of data: a scalar whose operations are recorded for gradients. */
    Tensor loss(TrainableEnergy energy, Batch data, RandomStream random);

    /** The tensors that training changes besides the parameters; they are saved in checkpoints. */
    default List<Tensor> state() {
        return List.of();
    }

    /**
     * Whether the loss of a batch is the mean of the losses of its rows, and computing it changes no state. Then parts
     * of a batch can be processed in parallel.
     */
    default boolean rowwise() {
        return true;
    }

    /**
     * The lower bound of the loss, or −∞. A loss that stays at its bound means that data and negatives are trivially
     * told apart, and that nothing more is learned.
     */
    default double lowerBound() {
        return Double.NEGATIVE_INFINITY;
    }
}
