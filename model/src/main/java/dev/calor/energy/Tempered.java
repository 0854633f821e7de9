package dev.calor.energy;

import dev.calor.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * βU + (1 − β)Σx²/2: the same energy, hotter, with numbers that relax to N(0, 1), where βU alone would have no law at β = 0. Borrows the
 * energy and closes nothing.
 */
public record Tempered(Energy cold, double beta) implements DerivedEnergy {
    @Override
    public Energy original() {
        return cold;
    }

    @Override
    public Energy folded() {
        return new Tempered(cold.folded(), beta);
    }

    @Override
    public Energy recording() {
        return new Tempered(cold.recording(), beta);
    }

    @Override
    public List<Tensor> gradients(Tensor loss) {
        return cold.gradients(loss);
    }

    @Override
    public Tensor energy(Batch batch) {
        return withNoise(cold.energy(batch).times(beta), batch.numbers());
    }

    @Override
    public Tensor relaxed(Tensor oneHot, Tensor numbers, @Nullable Tensor levels) {
        return withNoise(cold.relaxed(oneHot, numbers, levels).times(beta), numbers);
    }

    @Override
    public Gradient innermost(Batch batch) {
        return cold.innermost(batch);
    }

    @Override
    public Gradient gradient(Gradient innermost, Batch batch) {
        Gradient heated = cold.gradient(innermost, batch).times(beta);
        Tensor numbers = batch.numbers().detach();
        return numbers.size(1) == 0
                ? heated
                : new Gradient(
                        withNoise(heated.energy(), numbers),
                        heated.oneHot(),
                        heated.numbers().plus(numbers.times(1 - beta)));
    }

    private Tensor withNoise(Tensor energy, Tensor numbers) {
        return numbers.size(1) == 0
                ? energy
                : energy.plus(numbers.square().sum(1).times((1 - beta) / 2));
    }

    @Override
    public void close() {
        // the cold energy belongs to someone else
    }
}
