package dev.calor.energy.mlp;

import dev.calor.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A perceptron from the results of its first layer on: silu → (· weight → silu)* → U_k → U; and its backward pass, written out.
 *
 * @param firstSlope that silu's result is divided by, a scalar; null for one
 * @param residual whether every layer adds to its input
 * @param last [components, width]
 * @param lastBias [components]
 */
record HiddenLayers(@Nullable Tensor firstSlope, boolean residual, List<Layer> layers, Tensor last, Tensor lastBias) {
    /**
     * A hidden layer.
     *
     * @param weight [width, width]
     * @param bias [width]
     * @param slope that silu's result is divided by, a scalar; null for one
     */
    record Layer(Tensor weight, Tensor bias, @Nullable Tensor slope) {}

    /**
     * Rows on their way through.
     *
     * @param firstLayer z_0, and beside it what the inputs add to the components
     * @param linear z_l, what layer l yields before silu: [rows, width]
     * @param hidden h_l, what layer l + 1 multiplies: [rows, width]
     * @param components U_k [rows, components]
     * @param energies U [rows]
     */
    record Pass(Tensor firstLayer, List<Tensor> linear, List<Tensor> hidden, Tensor components, Tensor energies) {
        /** Only some of the rows. Uses this pass up. */
        Pass only(Gathered some) {
            Tensor first = some.of(firstLayer);
            List<Tensor> z =
                    new ArrayList<>(List.of(first.narrow(1, 0, linear.get(0).size(1))));
            linear.stream().skip(1).map(some::of).forEach(z::add);
            return new Pass(first, z, hidden.stream().map(some::of).toList(), some.of(components), some.of(energies));
        }
    }

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
     * h_0 = silu(z_0)/β_0, z_l = h_(l−1) W_lᵀ + b_l, h_l = silu(z_l)/β_l (+ h_(l−1)), U_k = h w_k + b_k (+ a_k), U their soft
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
            linear.add(z);
            hidden.add(residual ? hidden.get(l).plus(h) : h);
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

    /** a_k, what the inputs add to the components: beside z_0. */
    private Tensor fromInputs(Tensor firstLayer) {
        return firstLayer.narrow(1, last.size(1), last.size(0));
    }

    private static Tensor activated(Tensor z, @Nullable Tensor slope) {
        return slope == null ? z.silu() : z.silu().over(slope);
    }

    /**
     * The chain rule from U to z_0: given the gradients of a number with respect to U, adds those with respect to the parameters to
     * {@code gradients}, and returns those with respect to the first layer's results. Uses the pass up: every z_l becomes its gradient. Without
     * history: the caller records nothing.
     */
    Tensor pullBack(Pass pass, Tensor ofEnergies, Map<Tensor, Tensor> gradients) {
        Tensor ofComponents = ofComponents(pass, ofEnergies.unsqueeze(1));
        add(gradients, last, ofComponents.transpose().matmul(pass.hidden.get(layers.size())));
        add(gradients, lastBias, ofComponents.sum(0));
        Tensor ofHidden = pass.hidden.get(layers.size()); // in its memory: nothing needs it any more
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
     * The backward pass from U to the first layer's results, for the gradient of U itself with respect to inputs. Kept, since the
     * gradient of a function of that gradient needs it again.
     *
     * @param ofLinear ∂U/∂z_l of every layer
     * @param ofHidden ∂U/∂h_l of every layer
     * @param shares ∂U/∂U_k
     * @param ofFirstLayer ∂U/∂ of the first layer's results, the inputs' part of the components beside z_0
     */
    record Backward(List<Tensor> ofLinear, List<Tensor> ofHidden, Tensor shares, Tensor ofFirstLayer) {}

    /** Whether {@link #backward} and {@link #pullBackTangent} are written out: not for learned slopes. */
    boolean hasTangents() {
        return firstSlope == null;
    }

    /** Leaves the pass as it is. Without history. */
    Backward backward(Pass pass) {
        Tensor shares = ofComponents(pass, Tensor.onesLike(pass.energies).unsqueeze(1));
        Tensor[] ofHidden = new Tensor[layers.size() + 1];
        Tensor[] ofLinear = new Tensor[layers.size() + 1];
        ofHidden[layers.size()] = shares.matmul(last);
        for (int l = layers.size(); l > 0; l--) {
            ofLinear[l] = pass.linear.get(l).siluSlope(ofHidden[l]);
            Tensor through = ofLinear[l].matmul(layers.get(l - 1).weight);
            ofHidden[l - 1] = residual ? through.plus(ofHidden[l]) : through;
        }
        ofLinear[0] = pass.linear.get(0).siluSlope(ofHidden[0]);
        return new Backward(
                List.of(ofLinear),
                List.of(ofHidden),
                shares,
                mixture() ? Tensor.cat(1, ofLinear[0], shares) : ofLinear[0]);
    }

    /**
     * The gradients of Σ_rows (w·U + dU), where dU is the derivative of U along a tangent of the first layer's results: U̇ = Σ_k p_k·U̇_k
     * with p_k = ∂U/∂U_k. Adds those with respect to the parameters, and returns those with respect to the first layer's results; those
     * with respect to its tangent are {@link Backward#ofFirstLayer}. Without history.
     *
     * @param tangent ż_0, and beside it the tangent of the inputs' part of the components
     * @param weights w [rows]
     */
    Tensor pullBackTangent(Pass pass, Backward back, Tensor tangent, Tensor weights, Map<Tensor, Tensor> gradients) {
        int top = layers.size();
        List<Tensor> linear = new ArrayList<>(List.of(mixture() ? tangent.narrow(1, 0, last.size(1)) : tangent)); // ż
        List<Tensor> hidden = new ArrayList<>(List.of(pass.linear.get(0).siluSlope(linear.get(0)))); // ḣ
        for (int l = 1; l <= top; l++) {
            linear.add(hidden.get(l - 1).matmul(layers.get(l - 1).weight.transpose()));
            Tensor activated = pass.linear.get(l).siluSlope(linear.get(l));
            hidden.add(residual ? activated.plus(hidden.get(l - 1)) : activated);
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

    /** silu′(z)·h̄ + silu″(z)·ż·∂U/∂h. */
    private static Tensor ofLinear(Pass pass, Backward back, List<Tensor> tangents, int l, Tensor ofHidden) {
        Tensor z = pass.linear.get(l);
        Tensor sum = z.siluSlope(ofHidden);
        sum.addProduct(1, z.siluCurvature().times(tangents.get(l)), back.ofHidden.get(l));
        return sum;
    }

    /** ∂U/∂U_k = exp(U − U_k), the share of component k. */
    private Tensor ofComponents(Pass pass, Tensor ofEnergies) {
        return mixture()
                ? pass.energies.unsqueeze(1).minus(pass.components).exp().times(ofEnergies)
                : ofEnergies;
    }

    /** z ← the gradient with respect to z, from that with respect to silu(z)/β. */
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
