package dev.calor.lab.speed;

import dev.calor.energy.LearnedEnergy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.space.ProductSpace;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The density network as the authors' code has it, operation by operation, to measure against: dense one-hot codes, a linear
 * embedding, three layers of 256, x·sigmoid(softplus(β)·x) spelled out on the activations.
 */
final class PlainEnergy extends LearnedEnergy {
    private static final int EMBEDDING = 4;
    private static final int WIDTH = 256;

    PlainEnergy(ProductSpace space, Device device, RandomStream random) {
        super(space, device);
        int inputs = layout().columns() * EMBEDDING;
        try (Scope scope = Scope.open()) {
            Noise noise = Noise.of(random, device);
            for (long[] shape : new long[][] {
                {EMBEDDING, layout().widest()},
                {EMBEDDING},
                {WIDTH, inputs},
                {WIDTH},
                {1},
                {WIDTH, WIDTH},
                {WIDTH},
                {1},
                {WIDTH, WIDTH},
                {WIDTH},
                {1},
                {1, WIDTH},
                {1}
            }) {
                parameter(noise.uniform(shape).plus(-0.5).times(0.1));
            }
        }
    }

    @Override
    public Tensor energy(Batch batch) {
        // Whole one-hot codes first, then real ones, as the engine's one_hot yields them.
        Tensor slots = layout().slotsOf(device(), batch.states());
        Tensor whole =
                Tensor.fullWhole(device(), 0, batch.rows(), layout().slots()).scatter(1, slots, 1);
        return relaxed(whole.toReal(device()), batch.numbers(), null);
    }

    @Override
    public Tensor relaxed(Tensor oneHot, Tensor numbers, @Nullable Tensor levels) {
        List<Tensor> parameters = parameters();
        long rows = oneHot.size(0);
        Tensor hidden = oneHot.reshape(rows, layout().columns(), layout().widest())
                .linear(parameters.get(0), parameters.get(1))
                .reshape(rows, (long) layout().columns() * EMBEDDING);
        for (int layer = 2; layer < 11; layer += 3) {
            Tensor x = hidden.linear(parameters.get(layer), parameters.get(layer + 1));
            hidden = x.times(x.times(parameters.get(layer + 2).softplus()).sigmoid());
        }
        return hidden.linear(parameters.get(11), parameters.get(12)).select(1, 0);
    }
}
