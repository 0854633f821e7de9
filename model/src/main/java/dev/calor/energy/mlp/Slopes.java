package dev.calor.energy.mlp;

import dev.calor.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The learned slopes of Swish, β = softplus(slope), one a layer, and what they were multiplied into: p′ = p · β_up / β_down. The way
 * back is written out: ∂p = ∂p′ · β_up / β_down, and ∂/∂log β_up = ⟨∂p′, p′⟩ = −∂/∂log β_down.
 */
final class Slopes {
    /** In place of a layer: there is no such factor. */
    static final int NONE = -1;

    private final List<Tensor> slopes; // empty where every β is one
    private final List<Tensor> betas;
    private final List<Scaled> scaled = new ArrayList<>();

    private record Scaled(Tensor plain, Tensor factor, int up, int down) {}

    Slopes(List<Tensor> slopes) {
        this.slopes = slopes;
        this.betas = slopes.stream().map(Tensor::softplus).toList();
    }

    /** p · β_up / β_down, noted for the way back. */
    Tensor scaled(Tensor plain, int up, int down) {
        if (slopes.isEmpty() || (up == NONE && down == NONE)) {
            return plain;
        }
        Tensor factor = factor(up, down);
        scaled.add(new Scaled(plain, factor, up, down));
        return plain.times(factor);
    }

    private Tensor factor(int up, int down) {
        if (down == NONE) {
            return betas.get(up);
        }
        return up == NONE ? betas.get(down).reciprocal() : betas.get(up).over(betas.get(down));
    }

    /** β of a layer as a tensor of its own, since no folded parameter may be a function of another; null where it is one. */
    @Nullable
    Tensor copy(int layer) {
        return slopes.isEmpty() ? null : betas.get(layer).copy();
    }

    /**
     * Turns the gradients with respect to products, each at what was multiplied, into those with respect to just that, and adds those
     * of the slopes.
     *
     * @param ofCopies gradients with respect to the copies of β; empty where there are none
     */
    void pullBack(Map<Tensor, Tensor> gradients, List<Tensor> ofCopies) {
        List<Tensor> ofLogs = betas.stream().map(beta -> beta.times(0.0)).toList();
        for (Scaled one : scaled) {
            Tensor ofPlain = Objects.requireNonNull(gradients.get(one.plain)).times(one.factor);
            gradients.put(one.plain, ofPlain);
            Tensor ofLog = ofPlain.dot(one.plain); // = ⟨∂p′, p′⟩
            if (one.up != NONE) {
                ofLogs.get(one.up).add(1, ofLog);
            }
            if (one.down != NONE) {
                ofLogs.get(one.down).add(-1, ofLog);
            }
        }
        for (int layer = 0; layer < slopes.size(); layer++) {
            Tensor ofBeta = ofLogs.get(layer).over(betas.get(layer));
            if (!ofCopies.isEmpty()) {
                ofBeta.add(1, ofCopies.get(layer));
            }
            gradients.put(
                    slopes.get(layer), ofBeta.times(slopes.get(layer).detach().sigmoid()));
        }
    }
}
