package dev.calor.energy;

import dev.calor.rows.Batch;
import dev.calor.rows.Marginals;
import dev.calor.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An energy on top of a base distribution: U(x) = U_net(x) − Σ_k log p_k(x_k), with p_k fixed distributions of the columns, as the
 * paper's binary images have it. The network need only learn what the marginals do not say.
 */
public final class WithBase implements DerivedEnergy, TrainableEnergy {
    private final TrainableEnergy network;
    private final Marginals base;

    /**
     * A network on a base of the same space.
     *
     * @throws IllegalArgumentException if the base has another number of levels than the network
     */
    public WithBase(TrainableEnergy network, Marginals base) {
        if (base.probabilities().length != network.layout().slots()) {
            throw new IllegalArgumentException("a base of " + base.probabilities().length + " probabilities for "
                    + network.layout().slots() + " levels: they belong to different spaces");
        }
        this.network = network;
        this.base = base;
    }

    /** What is learned: U_net. */
    public TrainableEnergy network() {
        return network;
    }

    @Override
    public Marginals base() {
        return base;
    }

    @Override
    public Energy original() {
        return network;
    }

    @Override
    public List<Tensor> parameters() {
        return network.parameters();
    }

    @Override
    public TrainableEnergy folded() {
        return new WithBase(network.folded(), base);
    }

    @Override
    public List<Tensor> unfolded(List<Tensor> gradients) {
        return network.unfolded(gradients);
    }

    @Override
    public TrainableEnergy recording() {
        return new WithBase(network.recording(), base);
    }

    @Override
    public List<Tensor> gradients(Tensor loss) {
        return network.gradients(loss);
    }

    @Override
    public Gradient trackedGradient(Batch batch) {
        return onBase(network.trackedGradient(batch), batch);
    }

    @Override
    public Tensor energy(Batch batch) {
        return network.energy(batch).plus(base.energy(device(), batch));
    }

    @Override
    public Tensor relaxed(Tensor oneHot, Tensor numbers, @Nullable Tensor levels) {
        return network.relaxed(oneHot, numbers, levels).plus(base.relaxed(device(), oneHot, numbers));
    }

    @Override
    public Gradient innermost(Batch batch) {
        return network.innermost(batch);
    }

    @Override
    public Gradient gradient(Gradient innermost, Batch batch) {
        return onBase(network.gradient(innermost, batch), batch);
    }

    private Gradient onBase(Gradient learned, Batch batch) {
        return new Gradient(
                learned.energy().plus(base.energy(device(), batch)),
                learned.oneHot().plus(base.slotEnergies(device())),
                learned.numbers().plus(batch.numbers()));
    }

    @Override
    public void close() {
        network.close();
    }
}
