package dev.calor.energy.mlp;

import dev.calor.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A network after its first linear layer: silu → (· weight → silu)* → U_k → U, and its backward pass, written out.
 *
 * @param firstSlope scalar that the first silu is divided by; null for 1
 * @param residual whether every layer adds to its input
 * @param layers hidden layers after the first
 * @param last weights of the last layer: [components, width]
 * @param lastBias bias of the last layer: [components]
 */
record HiddenLayers(@Nullable Tensor firstSlope, boolean residual, List<Layer> layers, Tensor last, Tensor lastBias) {
    /**
     * A hidden layer.
     *
     * @param weight [width, width]
     * @param bias [width]
     * @param slope scalar that silu is divided by; null for 1
     */
    record Layer(Tensor weight, Tensor bias, @Nullable Tensor slope) {}

    /**
     * The activations of a forward pass.
     *
     * @param firstLayer output of the first layer: z_0 and, after it, the inputs' contribution to the components
     * @param linear z_l, the output of layer l before silu: [rows, width]
     * @param hidden h_l, the input of layer l + 1: [rows, width]
     * @param components U_k [rows, components]
     * @param energies U [rows]
     */
    record Pass(Tensor firstLayer, List<Tensor> linear, List<Tensor> hidden, Tensor components, Tensor energies) {
        /** The activations of some rows only. Overwrites those of this pass. */
        Pass only(Gathered some) {
            Tensor first = some.of(firstLayer);
            List<Tensor> z =
                    new ArrayList<>(List.of(first.narrow(1, 0, linear.get(0).size(1))));
            linear.stream().skip(1).map(some::of).forEach(z::add);
            return new Pass(first, z, hidden.stream().map(some::of).toList(), some.of(components), some.of(energies));
        }
    }

    /** Last layer, then weight and bias of every hidden layer, then slopes. */
    List<Tensor> parameters() {
        List<Tensor> parameters = new ArrayList<>(List.of(last, lastBias));
        for (Layer layer : layers) {
            parameters.add(layer.weight);
            parameters.add(layer.bias);
        }
        Stream.concat(Stream.ofNullable(firstSlope), layers.stream().map(Layer::slope))
                .filter(Objects::nonNull)
                .forEach(parameters::add);
        return parameters;
    }

    /**
     * Forward pass: h_0 = silu(z_0)/β_0, z_l = h_(l−1) W_lᵀ + b_l, h_l = silu(z_l)/β_l (+ h_(l−1)), U_k = h w_k + b_k (+ a_k), U their soft
     * minimum.
     */
    Pass pass(Tensor firstLayer) {
        Tensor first = mixture() ? firstLayer.narrow(1, 0, last.size(1)) : firstLayer;
        List<Tensor> linear = new ArrayList<>(List.of(first));
        List<Tensor> hidden = new ArrayList<>(List.of(activated(first, firstSlope)));
        for (int l = 0; l < layers.size(); l++) {
            Layer layer = layers.get(l);
            Tensor z = hidden.get(l).linear(layer.weight, layer.bias);
            Tensor h = activated(z, layer.slope);
            if (residual) {
                h.add(1, hidden.get(l));
            }
            linear.add(z);
            hidden.add(h);
        }
        Tensor components = hidden.get(layers.size()).linear(last, lastBias);
        if (mixture()) {
            components = components.plus(fromInputs(firstLayer));
        }
        Tensor energies = mixture() ? components.negate().logSumExp(1).negate() : components.select(1, 0);
        return new Pass(firstLayer, linear, hidden, components, energies);
    }

    private boolean mixture() {
        return last.size(0) > 1;
    }

    /** a_k, the inputs' contribution to the components, which follows z_0. */
    private Tensor fromInputs(Tensor firstLayer) {
        return firstLayer.narrow(1, last.size(1), last.size(0));
    }

    private static Tensor activated(Tensor z, @Nullable Tensor slope) {
        return slope == null ? z.silu() : z.silu().over(slope);
    }

    /**
     * Backward pass from U to the output of the first layer. Adds the gradients of the parameters to {@code gradients} and returns the
     * gradient of the first layer's output. Overwrites the pass: every z_l becomes its gradient. Call it while the engine records nothing.
     *
     * @param ofEnergies gradient of the loss with respect to U: [rows]
     */
    Tensor pullBack(Pass pass, Tensor ofEnergies, Map<Tensor, Tensor> gradients) {
        Tensor ofComponents = ofComponents(pass, ofEnergies.unsqueeze(1));
        add(gradients, last, ofComponents.transpose().matmul(pass.hidden.get(layers.size())));
        add(gradients, lastBias, ofComponents.sum(0));
        Tensor ofHidden = pass.hidden.get(layers.size()); // overwritten: not needed any more
        ofHidden.addMatmul(0, ofComponents, last);
        for (int l = layers.size(); l > 0; l--) {
            Layer layer = layers.get(l - 1);
            Tensor z = pass.linear.get(l);
            activatedBack(z, layer.slope, ofHidden, gradients);
            add(gradients, layer.weight, z.transpose().matmul(pass.hidden.get(l - 1)));
            add(gradients, layer.bias, z.sum(0));
            ofHidden.addMatmul(residual ? 1 : 0, z, layer.weight);
        }
        activatedBack(pass.linear.get(0), firstSlope, ofHidden, gradients);
        if (mixture()) {
            fromInputs(pass.firstLayer).assign(ofComponents);
        }
        return pass.firstLayer;
    }

    /**
     * Results of the backward pass that computes the gradient of U with respect to the inputs. They are kept, because the gradient of a
     * loss of that gradient needs them again.
     *
     * @param ofLinear ∂U/∂z_l of every layer
     * @param ofHidden ∂U/∂h_l of every layer
     * @param shares ∂U/∂U_k
     * @param ofFirstLayer gradient of U with respect to the first layer's output
     */
    record Backward(List<Tensor> ofLinear, List<Tensor> ofHidden, Tensor shares, Tensor ofFirstLayer) {}

    /** Whether {@link #backward} and {@link #pullBackTangent} can be used: not if slopes are learned. */
    boolean hasTangents() {
        return firstSlope == null;
    }

    /** Backward pass of U itself. Does not change the forward pass. Call it while the engine records nothing. */
    Backward backward(Pass pass) {
        Tensor shares = ofComponents(pass, Tensor.onesLike(pass.energies).unsqueeze(1));
        Tensor[] ofHidden = new Tensor[layers.size() + 1];
        Tensor[] ofLinear = new Tensor[layers.size() + 1];
        ofHidden[layers.size()] = shares.matmul(last);
        for (int l = layers.size(); l > 0; l--) {
            ofLinear[l] = pass.linear.get(l).siluSlope(ofHidden[l]);
            ofHidden[l - 1] = ofLinear[l].matmul(layers.get(l - 1).weight);
            if (residual) {
                ofHidden[l - 1].add(1, ofHidden[l]);
            }
        }
        ofLinear[0] = pass.linear.get(0).siluSlope(ofHidden[0]);
        return new Backward(
                List.of(ofLinear),
                List.of(ofHidden),
                shares,
                mixture() ? Tensor.cat(1, ofLinear[0], shares) : ofLinear[0]);
    }

    /**
     * Gradients of Σ_rows (w·U + U̇), where U̇ = Σ_k p_k·U̇_k, p_k = ∂U/∂U_k, is the derivative of U along a tangent of the first layer's
     * output. A forward pass computes the tangents ż_l and ḣ_l of all layers, then a backward pass adds the gradients of the parameters to
     * {@code gradients}. Returns the gradient of the first layer's output; that of its tangent is {@link Backward#ofFirstLayer}. Call it
     * while the engine records nothing.
     *
     * @param tangent ż_0 and, after it, the tangent of the inputs' contribution to the components
     * @param weights w [rows]
     */
    Tensor pullBackTangent(Pass pass, Backward back, Tensor tangent, Tensor weights, Map<Tensor, Tensor> gradients) {
        int top = layers.size();
        List<Tensor> linear = new ArrayList<>(List.of(mixture() ? tangent.narrow(1, 0, last.size(1)) : tangent)); // ż
        List<Tensor> hidden = new ArrayList<>(List.of(pass.linear.get(0).siluSlope(linear.get(0)))); // ḣ
        for (int l = 1; l <= top; l++) {
            linear.add(hidden.get(l - 1).matmul(layers.get(l - 1).weight.transpose()));
            Tensor activated = pass.linear.get(l).siluSlope(linear.get(l));
            if (residual) {
                activated.add(1, hidden.get(l - 1));
            }
            hidden.add(activated);
        }
        Tensor ofComponents = weights.unsqueeze(1);
        if (mixture()) {
            Tensor components = fromInputs(tangent).plus(hidden.get(top).matmul(last.transpose()));
            Tensor derivative =
                    components.times(back.shares).sum(1).plus(weights).unsqueeze(1);
            ofComponents = derivative.minus(components).times(back.shares); // p_k (w − U̇_k + U̇)
        }
        Tensor ofLast = ofComponents.transpose().matmul(pass.hidden.get(top));
        ofLast.addMatmul(1, back.shares.transpose(), hidden.get(top));
        add(gradients, last, ofLast);
        add(gradients, lastBias, ofComponents.sum(0));
        Tensor ofHidden = ofComponents.matmul(last);
        for (int l = top; l > 0; l--) {
            Tensor z = ofLinear(pass, back, linear, l, ofHidden);
            Tensor ofWeight = z.transpose().matmul(pass.hidden.get(l - 1));
            ofWeight.addMatmul(1, back.ofLinear.get(l).transpose(), hidden.get(l - 1));
            add(gradients, layers.get(l - 1).weight, ofWeight);
            add(gradients, layers.get(l - 1).bias, z.sum(0));
            ofHidden.addMatmul(residual ? 1 : 0, z, layers.get(l - 1).weight);
        }
        Tensor first = ofLinear(pass, back, linear, 0, ofHidden);
        return mixture() ? Tensor.cat(1, first, ofComponents) : first;
    }

    /** Gradient of z_l: silu′(z)·h̄ + silu″(z)·ż·∂U/∂h, where h̄ is the gradient of h_l. */
    private static Tensor ofLinear(Pass pass, Backward back, List<Tensor> tangents, int l, Tensor ofHidden) {
        Tensor z = pass.linear.get(l);
        Tensor sum = z.siluSlope(ofHidden);
        sum.addProduct(1, z.siluCurvature(tangents.get(l)), back.ofHidden.get(l));
        return sum;
    }

    /** Gradient of the components: ∂U/∂U_k = exp(U − U_k) times the gradient of U. */
    private Tensor ofComponents(Pass pass, Tensor ofEnergies) {
        return mixture()
                ? pass.energies.unsqueeze(1).minus(pass.components).exp().times(ofEnergies)
                : ofEnergies;
    }

    /** Overwrites z with its gradient, given the gradient of silu(z)/β, and adds the gradient of β. */
    private static void activatedBack(
            Tensor z, @Nullable Tensor slope, Tensor ofActivated, Map<Tensor, Tensor> gradients) {
        if (slope != null) {
            add(
                    gradients,
                    slope,
                    ofActivated.times(z.silu()).sum().over(slope.square()).negate());
        }
        z.siluBack(slope == null ? ofActivated : ofActivated.over(slope));
    }

    /** Adds to the gradient of a parameter. */
    static void add(Map<Tensor, Tensor> gradients, Tensor parameter, Tensor more) {
        gradients.merge(parameter, more, Tensor::plus);
    }
}
