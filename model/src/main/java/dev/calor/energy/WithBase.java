package dev.calor.energy;

import dev.calor.space.ProductSpace;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An energy on top of a base distribution: U(x) = U_net(x) − Σ_k log p_k(x_k), with p_k fixed laws of the columns, as the paper's
 * binary images have it. The network need only learn what the marginals do not say.
 */
public final class WithBase implements Energy {
    private final Energy network;
    private final Tensor logBase; // [slots]

    /** {@code base}: a probability a slot, positive. */
    public WithBase(Energy network, double[] base) {
        this(network, logs(network, base).keep());
    }

    private WithBase(Energy network, Tensor logBase) {
        this.network = network;
        this.logBase = logBase;
    }

    private static Tensor logs(Energy network, double[] base) {
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
        return Tensor.real(network.device(), logs, base.length);
    }

    /** What is learned: U_net. */
    public Energy network() {
        return network;
    }

    /** Rows from the base distribution. */
    public Batch draw(long count, Noise noise) {
        Tensor logits = layout().padded(device(), logBase.unsqueeze(0));
        return Batch.ofStates(
                device(),
                logits.plus(noise.gumbel(count, layout().columns(), layout().widest()))
                        .argMax(2));
    }

    /** log Σ_x Π_k p_k(x_k): zero, unless the base was given unnormalised. */
    public double logMass() {
        try (Scope scope = Scope.open()) {
            return layout().padded(device(), logBase.unsqueeze(0))
                    .logSumExp(2)
                    .sum()
                    .number();
        }
    }

    @Override
    public Energy folded() {
        Energy inner = network.folded();
        return inner == network ? this : new WithBase(inner, logBase);
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
    public Tensor energy(Batch batch) {
        return network.energy(batch).minus(logBaseOf(batch));
    }

    private Tensor logBaseOf(Batch batch) {
        Tensor slots = layout().slotsOf(device(), batch.states());
        return logBase.indexSelect(0, slots.reshape(-1)).reshape(slots.shape()).sum(1);
    }

    @Override
    public Tensor relaxed(Tensor oneHot, Tensor numbers, @Nullable Tensor levels) {
        return network.relaxed(oneHot, numbers, levels)
                .minus(oneHot.matmul(logBase.unsqueeze(1)).select(1, 0));
    }

    @Override
    public Gradient innermost(Batch batch) {
        return network.innermost(batch);
    }

    @Override
    public Gradient gradient(Gradient innermost, Batch batch) {
        Gradient learned = network.gradient(innermost, batch);
        return new Gradient(
                learned.energy().minus(logBaseOf(batch)), learned.oneHot().minus(logBase), learned.numbers());
    }

    /** From the base distribution, at β = 0. */
    @Override
    public Energy heated(double beta) {
        return new WithBase(network.heated(beta), logBase);
    }

    @Override
    public void close() {
        network.close();
        logBase.release();
    }
}
