package dev.calor.energy;

import dev.calor.space.ProductSpace;
import dev.calor.tensor.Device;
import dev.calor.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An energy on top of a base distribution: U(x) = U_net(x) − Σ_k log p_k(x_k), with p_k fixed laws of the columns, as the paper's
 * binary images have it. The network need only learn what the marginals do not say.
 */
public final class WithBase implements Energy {
    private final Energy network;
    private final Tensor logBase; // [slots, 1]

    /** {@code base}: a probability a slot, positive. */
    public WithBase(Energy network, double[] base) {
        this.network = network;
        if (base.length != network.layout().slots()) {
            throw new IllegalArgumentException("a base of " + base.length + " probabilities for "
                    + network.layout().slots() + " levels: give one a level of every column");
        }
        double[] logs = new double[base.length];
        for (int slot = 0; slot < base.length; slot++) {
            if (!(base[slot] > 0)) {
                throw new IllegalArgumentException("base probability " + base[slot] + " of slot " + slot
                        + ": allowed are positive numbers; clamp the data's mean away from 0 and 1");
            }
            logs[slot] = Math.log(base[slot]);
        }
        this.logBase = Tensor.real(network.device(), logs, base.length, 1).keep();
    }

    private WithBase(Energy network, Tensor logBase) {
        this.network = network;
        this.logBase = logBase;
    }

    @Override
    public Energy folded() {
        return new WithBase(network.folded(), logBase);
    }

    @Override
    public ProductSpace space() {
        return network.space();
    }

    @Override
    public OneHot layout() {
        return network.layout();
    }

    @Override
    public Device device() {
        return network.device();
    }

    @Override
    public List<Tensor> parameters() {
        return network.parameters();
    }

    @Override
    public Tensor relaxed(Tensor oneHot, Tensor numbers, @Nullable Tensor levels) {
        return network.relaxed(oneHot, numbers, levels)
                .minus(oneHot.matmul(logBase).select(1, 0));
    }

    @Override
    public void close() {
        network.close();
        logBase.release();
    }
}
