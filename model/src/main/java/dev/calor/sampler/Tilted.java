package dev.calor.sampler;

import dev.calor.energy.DerivedEnergy;
import dev.calor.energy.Energy;
import dev.calor.energy.Gradient;
import dev.calor.rows.Batch;
import dev.calor.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * An energy less a bonus for every level, as {@link MarginalSteering} gives them: corrections of steered rows follow it.
 *
 * @param original the energy
 * @param bonus [1, slots]
 */
record Tilted(Energy original, Tensor bonus) implements DerivedEnergy {
    @Override
    public Tensor relaxed(Tensor oneHot, Tensor numbers, @Nullable Tensor levels) {
        return original.relaxed(oneHot, numbers, levels)
                .minus(oneHot.times(bonus).sum(1));
    }

    @Override
    public Tensor energy(Batch batch) {
        return original.energy(batch).minus(ofRows(batch));
    }

    @Override
    public Gradient innermost(Batch batch) {
        return original.innermost(batch);
    }

    @Override
    public Gradient gradient(Gradient innermost, Batch batch) {
        Gradient own = original.gradient(innermost, batch);
        return new Gradient(own.energy().minus(ofRows(batch)), own.oneHot().minus(bonus), own.numbers());
    }

    private Tensor ofRows(Batch batch) {
        return layout().encode(device(), batch.states()).times(bonus).sum(1);
    }
}
