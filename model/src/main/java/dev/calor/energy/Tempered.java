package dev.calor.energy;

import dev.calor.rows.Batch;
import dev.calor.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * βU + (1 − β)U_0, with U_0 the energy of the base: from a distribution that can be drawn from, at β = 0, to the energy's own, at
 * β = 1. Borrows the energy.
 *
 * @param beta from 0 to 1
 */
public record Tempered(Energy cold, double beta) implements DerivedEnergy {
    @Override
    public Energy original() {
        return cold;
    }

    @Override
    public Tensor energy(Batch batch) {
        return cold.energy(batch)
                .times(beta)
                .plus(base().energy(device(), batch).times(1 - beta));
    }

    @Override
    public Tensor relaxed(Tensor oneHot, Tensor numbers, @Nullable Tensor levels) {
        return cold.relaxed(oneHot, numbers, levels)
                .times(beta)
                .plus(base().relaxed(device(), oneHot, numbers).times(1 - beta));
    }

    @Override
    public Gradient innermost(Batch batch) {
        return cold.innermost(batch);
    }

    @Override
    public Gradient gradient(Gradient innermost, Batch batch) {
        Gradient own = cold.gradient(innermost, batch);
        return new Gradient(
                own.energy().times(beta).plus(base().energy(device(), batch).times(1 - beta)),
                own.oneHot().times(beta).plus(base().slotEnergies(device()).times(1 - beta)),
                own.numbers().times(beta).plus(batch.numbers().detach().times(1 - beta)));
    }
}
