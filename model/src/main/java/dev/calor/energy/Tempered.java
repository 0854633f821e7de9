package dev.calor.energy;

import dev.calor.space.ProductSpace;
import dev.calor.tensor.Device;
import dev.calor.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** βU: the same energy, hotter. Borrows the energy and closes nothing. */
public record Tempered(Energy cold, double beta) implements Energy {
    @Override
    public ProductSpace space() {
        return cold.space();
    }

    @Override
    public OneHot layout() {
        return cold.layout();
    }

    @Override
    public Device device() {
        return cold.device();
    }

    @Override
    public List<Tensor> parameters() {
        return cold.parameters();
    }

    @Override
    public Energy folded() {
        return new Tempered(cold.folded(), beta);
    }

    @Override
    public Tensor energy(Batch batch) {
        return cold.energy(batch).times(beta);
    }

    @Override
    public Tensor relaxed(Tensor oneHot, Tensor numbers, @Nullable Tensor levels) {
        return cold.relaxed(oneHot, numbers, levels).times(beta);
    }

    @Override
    public Gradient innermost(Batch batch) {
        return cold.innermost(batch);
    }

    @Override
    public Gradient gradient(Gradient innermost, Batch batch) {
        return cold.gradient(innermost, batch).times(beta);
    }

    @Override
    public void close() {
        // the cold energy belongs to someone else
    }
}
