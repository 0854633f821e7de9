package dev.calor.energy;

import dev.calor.rows.Batch;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The same energy, which counts what samplers and estimators ask of it. A relaxed row counts as a gradient while the engine records, since
 * wrappers such as {@link Clamped} take their gradients of it, and as an evaluation otherwise. Losses are not counted.
 */
public final class CountedEnergy implements DerivedEnergy, TrainableEnergy {
    private final TrainableEnergy energy;
    private final EvaluationCount count;
    private final long weights; // entries of all matrices

    /** Counts into {@code count}, which may be shared by several energies. */
    public CountedEnergy(TrainableEnergy energy, EvaluationCount count) {
        this.energy = energy;
        this.count = count;
        this.weights = energy.parameters().stream()
                .map(Tensor::shape)
                .filter(shape -> shape.length == 2)
                .mapToLong(shape -> shape[0] * shape[1])
                .sum();
    }

    @Override
    public Energy original() {
        return energy;
    }

    @Override
    public Tensor relaxed(Tensor oneHot, Tensor numbers, @Nullable Tensor levels) {
        if (NoGradient.isOpen()) {
            count.addEvaluations(oneHot.size(0), weights);
        } else {
            count.addGradients(oneHot.size(0), weights);
        }
        return energy.relaxed(oneHot, numbers, levels);
    }

    @Override
    public Tensor energy(Batch batch) {
        count.addEvaluations(batch.rows(), weights);
        return energy.energy(batch);
    }

    @Override
    public Gradient innermost(Batch batch) {
        count.addGradients(batch.rows(), weights);
        return energy.innermost(batch);
    }

    @Override
    public Gradient gradient(Gradient innermost, Batch batch) {
        return energy.gradient(innermost, batch);
    }

    @Override
    public Batch start(long rows, Noise noise) {
        return energy.start(rows, noise);
    }

    @Override
    public List<Tensor> parameters() {
        return energy.parameters();
    }

    /** Counts into the same count, with the matrices that are really multiplied: embedding and first layer are one of them. */
    @Override
    public TrainableEnergy folded() {
        return new CountedEnergy(energy.folded(), count);
    }

    @Override
    public List<Tensor> unfolded(List<Tensor> gradients) {
        return energy.unfolded(gradients);
    }

    /** The energy itself, without counting. */
    @Override
    public TrainableEnergy recording() {
        return energy.recording();
    }

    @Override
    public List<Tensor> gradients(Tensor loss) {
        return energy.gradients(loss);
    }

    @Override
    public Gradient trackedGradient(Batch batch) {
        return energy.trackedGradient(batch);
    }

    @Override
    public void close() {
        energy.close();
    }
}
