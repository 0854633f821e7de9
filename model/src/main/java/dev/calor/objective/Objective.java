package dev.calor.objective;

import dev.calor.energy.TrainableEnergy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.tensor.Tensor;
import java.util.List;

/** A loss whose gradient trains an energy. Open for extension; the loop around it is the trainer's. */
@FunctionalInterface
public interface Objective {
    /** The loss of a batch of data: a scalar with a history, to take gradients of. */
    Tensor loss(TrainableEnergy energy, Batch data, RandomStream random);

    /** Tensors that training changes besides the parameters, for checkpoints. */
    default List<Tensor> state() {
        return List.of();
    }

    /** Whether the loss of a batch is the mean of those of its rows, and leaves no trace: then pieces of it can be worked on side by side. */
    default boolean rowwise() {
        return true;
    }

    /** The least value the loss can take, where there is one: a run that sits on it tells data and negatives apart trivially. */
    default double lowerBound() {
        return Double.NEGATIVE_INFINITY;
    }
}
