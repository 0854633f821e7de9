package dev.calor.energy;

import dev.calor.rows.Batch;
import dev.calor.tensor.Tensor;
import java.util.List;

/**
 * An energy with parameters, and what the trainer needs to take gradients with respect to them. Samplers and estimators see
 * {@link Energy} alone. The defaults let the engine differentiate; a network that writes out its backward pass overrides them.
 */
public interface TrainableEnergy extends Energy {

    /** The tensors that are learned. They live as long as the energy. */
    List<Tensor> parameters();

    /**
     * The same energy with everything precomputed that depends on its parameters alone, for many evaluations with the same ones. No
     * parameter of the folded energy is a function of another; they live in the scope in which they were folded.
     */
    default TrainableEnergy folded() {
        return this;
    }

    /** Of a folded energy, the chain rule: given gradients with respect to its parameters, those of the energy that was folded. */
    default List<Tensor> unfolded(List<Tensor> gradients) {
        return gradients;
    }

    /** The same energy for one loss and its {@link #gradients}, in one thread: it may keep activations for the backward pass. */
    default TrainableEnergy recording() {
        return this;
    }

    /**
     * U and its gradients at data as functions of the parameters, for a loss of them. Of an energy that is {@link #recording}, once
     * for one loss.
     */
    default Gradient trackedGradient(Batch batch) {
        Tensor oneHot = layout().encode(device(), batch.states()).track();
        Tensor numbers = batch.numbers().detach().track();
        Tensor energy = relaxed(oneHot, numbers, batch.levels());
        List<Tensor> gradients = energy.sum().gradientsWithHistory(List.of(oneHot, numbers));
        return new Gradient(energy, gradients.get(0), gradients.get(1));
    }

    /** The gradients of a loss of this energy with respect to its parameters, in their order. */
    default List<Tensor> gradients(Tensor loss) {
        return loss.gradients(parameters());
    }

    /** Frees the parameters. */
    @Override
    default void close() {
        parameters().forEach(Tensor::release);
    }
}
