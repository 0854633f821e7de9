package dev.calor.energy;

import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An energy on top of a base distribution: U(x) = U_net(x) − Σ_k log p_k(x_k), with p_k fixed laws of the columns, as the paper's
 * binary images have it; N(0, 1) for numbers. The network need only learn what the marginals do not say.
 */
public final class WithBase implements DerivedEnergy {
    private static final double LOG_2_PI = Math.log(2 * Math.PI);

    private final Energy network;
    private final Marginals base;
    private final Tensor logBase; // [slots]

    public WithBase(Energy network, Marginals base) {
        this(network, base, logs(network, base).keep());
    }

    private WithBase(Energy network, Marginals base, Tensor logBase) {
        this.network = network;
        this.base = base;
        this.logBase = logBase;
    }

    private static Tensor logs(Energy network, Marginals base) {
        double[] logs = Arrays.stream(base.probabilities()).map(Math::log).toArray();
        if (logs.length != network.layout().slots()) {
            throw new IllegalArgumentException("a base of " + logs.length + " probabilities for "
                    + network.layout().slots() + " levels: they belong to different spaces");
        }
        return Tensor.real(network.device(), logs, logs.length);
    }

    /** What is learned: U_net. */
    public Energy network() {
        return network;
    }

    public Marginals base() {
        return base;
    }

    /** log p_k of every slot: [slots]. */
    Tensor logBase() {
        return logBase;
    }

    @Override
    public Energy folded() {
        return on(network.folded());
    }

    @Override
    public Energy recording() {
        return on(network.recording());
    }

    private Energy on(Energy inner) {
        return inner == network ? this : new WithBase(inner, base, logBase);
    }

    @Override
    public List<Tensor> gradients(Tensor loss) {
        return network.gradients(loss);
    }

    @Override
    public Energy original() {
        return network;
    }

    @Override
    public Tensor energy(Batch batch) {
        return network.energy(batch).plus(baseEnergy(batch));
    }

    /** −Σ_k log p_k(x_k) alone: [rows]. */
    public Tensor baseEnergy(Batch batch) {
        Tensor slots = layout().slotsOf(device(), batch.states());
        return logBase.indexSelect(0, slots.reshape(-1))
                .reshape(slots.shape())
                .sum(1)
                .plus(logNormal(batch.numbers()))
                .negate();
    }

    private static Tensor logNormal(Tensor numbers) {
        return numbers.square().plus(LOG_2_PI).sum(1).times(-0.5);
    }

    @Override
    public Tensor relaxed(Tensor oneHot, Tensor numbers, @Nullable Tensor levels) {
        return network.relaxed(oneHot, numbers, levels)
                .minus(oneHot.matmul(logBase.unsqueeze(1)).select(1, 0))
                .minus(logNormal(numbers));
    }

    @Override
    public Gradient innermost(Batch batch) {
        return network.innermost(batch);
    }

    @Override
    public Gradient gradient(Gradient innermost, Batch batch) {
        Gradient learned = network.gradient(innermost, batch);
        return new Gradient(
                learned.energy().plus(baseEnergy(batch)),
                learned.oneHot().minus(logBase),
                learned.numbers().plus(batch.numbers()));
    }

    /** From the base distribution. */
    @Override
    public Batch start(long rows, Noise noise) {
        return base.rows(rows, noise);
    }

    /** From the base distribution, at β = 0. */
    @Override
    public Energy heated(double beta) {
        return new WithBase(network.heated(beta), base, logBase);
    }

    @Override
    public void close() {
        network.close();
        logBase.release();
    }
}
