package dev.calor.energy.mlp;

import dev.calor.energy.DerivedEnergy;
import dev.calor.energy.Energy;
import dev.calor.energy.TrainableEnergy;
import dev.calor.rows.Batch;
import dev.calor.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The form in which an {@link MlpEnergy} is evaluated: inputs · first weights → silu → (· weight → silu)* → U. Its parameters are
 * functions of the parameters of the {@link MlpEnergy}, and live in the scope in which they were folded.
 */
final class FoldedMlp implements DerivedEnergy, TrainableEnergy {
    /** Frequencies of the level's Fourier features: cos and sin of 2π f s for f = 1/2, 1, 2, 4. */
    private static final double[] FREQUENCIES = {0.5, 1, 2, 4};

    static final int FEATURES = 2 * FREQUENCIES.length;

    /** With up to this many levels in total, the first layer multiplies one-hot codes; with more it sums rows of the table. Chosen by speed. */
    private static final int WIDEST_ONE_HOT = 512;

    private final MlpEnergy whole;
    private final Tensor first; // [inputs, width (+ components)]; inputs = slots, numbers, features
    private final Tensor firstBias; // [width (+ components)]
    private final HiddenLayers hidden;
    private final UnaryOperator<List<Tensor>> unfolding;

    /**
     * A folded network.
     *
     * @param whole the network that was folded
     * @param first weights of the first layer
     * @param firstBias bias of the first layer
     * @param unfolding the chain rule: from gradients with respect to the folded parameters to those of {@code whole}
     */
    FoldedMlp(
            MlpEnergy whole,
            Tensor first,
            Tensor firstBias,
            HiddenLayers hidden,
            UnaryOperator<List<Tensor>> unfolding) {
        this.whole = whole;
        this.first = first;
        this.firstBias = firstBias;
        this.hidden = hidden;
        this.unfolding = unfolding;
    }

    @Override
    public Energy original() {
        return whole;
    }

    @Override
    public List<Tensor> parameters() {
        List<Tensor> parameters = new ArrayList<>(List.of(first, firstBias));
        parameters.addAll(hidden.parameters());
        return parameters;
    }

    @Override
    public List<Tensor> unfolded(List<Tensor> gradients) {
        return unfolding.apply(gradients);
    }

    HiddenLayers hidden() {
        return hidden;
    }

    @Override
    public TrainableEnergy recording() {
        return new RecordedMlp(this);
    }

    @Override
    public Tensor energy(Batch batch) {
        NumberFeatures.Values values = values(batch, false);
        return withGaussian(hidden.pass(firstLayer(batch, values)).energies(), values, batch.numbers());
    }

    @Override
    public Tensor relaxed(Tensor oneHot, Tensor numbers, @Nullable Tensor levels) {
        NumberFeatures features = whole.features();
        NumberFeatures.Values values = features == null ? null : features.of(numbers, levels, device(), false);
        return withGaussian(
                hidden.pass(product(oneHot, numbers, levels, values).result()).energies(), values, numbers);
    }

    /**
     * Features of the numbers of rows; null if the network has no such inputs.
     *
     * @param slopes whether derivatives of the features are needed
     */
    NumberFeatures.@Nullable Values values(Batch batch, boolean slopes) {
        NumberFeatures features = whole.features();
        return features == null ? null : features.of(batch.numbers(), batch.levels(), device(), slopes);
    }

    /** Adds the Gaussian part of U, which has no parameters. */
    Tensor withGaussian(Tensor energies, NumberFeatures.@Nullable Values values, Tensor numbers) {
        return values == null ? energies : energies.plus(features().gaussian(values, numbers));
    }

    /** The features of numbers; only for networks that have them. */
    NumberFeatures features() {
        return Objects.requireNonNull(whole.features());
    }

    /** Output of the first layer before silu, and the inputs' contribution to the components: [rows, width (+ components)]. */
    private Tensor firstLayer(Batch batch, NumberFeatures.@Nullable Values values) {
        return summed() ? sums(batch, values) : product(batch, values).result();
    }

    /** Whether the first layer sums rows of its table; otherwise it is a matrix product. */
    boolean summed() {
        return layout().slots() > WIDEST_ONE_HOT && !bits();
    }

    /** The output of the first layer as a sum of rows of its table. */
    Tensor sums(Batch batch, NumberFeatures.@Nullable Values values) {
        Tensor categories = table().embeddingSum(layout().slotsOf(device(), batch.states()));
        return categories.plus(
                firstBias.plusProduct(belowCategories(batch.numbers(), batch.levels(), values), belowTable()));
    }

    /** The first layer as a matrix product, bias + inputs · weights. */
    record Product(Tensor inputs, Tensor weights, Tensor bias) {
        Tensor result() {
            return bias.plusProduct(inputs, weights);
        }

        /** The product of some rows only. Overwrites the inputs of this one. */
        Product only(Gathered some) {
            return new Product(some.of(inputs), weights, bias);
        }
    }

    /** The first layer as a product; columns of two levels are multiplied as bits. */
    Product product(Batch batch, NumberFeatures.@Nullable Values values) {
        if (!bits()) {
            return oneHotProduct(batch, values);
        }
        // The first level of every column is in the bias, and the second is a difference: half as many operations.
        Tensor zero = pairs(first).select(1, 0);
        Tensor difference = pairs(first).select(1, 1).minus(zero);
        return new Product(
                beside(batch.states().toReal(device()), batch.numbers(), batch.levels(), values),
                belowTable().size(0) == 0 ? difference : Tensor.cat(0, difference, belowTable()),
                firstBias.plus(zero.sum(0)));
    }

    /** The first layer as a product with one-hot codes, even if all columns have two levels. */
    Product oneHotProduct(Batch batch, NumberFeatures.@Nullable Values values) {
        return product(layout().encode(device(), batch.states()), batch.numbers(), batch.levels(), values);
    }

    private Product product(
            Tensor oneHot, Tensor numbers, @Nullable Tensor levels, NumberFeatures.@Nullable Values values) {
        return new Product(beside(oneHot, numbers, levels, values), first, firstBias);
    }

    /** Backward pass of a product: adds the gradients of the first layer's parameters, given the gradient of its result. */
    void pullBack(Product product, Tensor ofResult, Map<Tensor, Tensor> gradients) {
        Tensor ofBias = ofResult.sum(0);
        Tensor ofWeights = product.inputs.transpose().matmul(ofResult);
        HiddenLayers.add(gradients, firstBias, ofBias);
        HiddenLayers.add(gradients, first, bits() ? ofPairs(ofBias, ofWeights) : ofWeights);
    }

    /**
     * Backward pass of a one-hot product and its tangent: adds the gradients of ⟨result, ofResult⟩ + ⟨tangent · weights, ofTangent⟩ with
     * respect to the first layer's parameters.
     */
    void pullBack(Product product, Tensor ofResult, Tensor tangent, Tensor ofTangent, Map<Tensor, Tensor> gradients) {
        Tensor ofWeights = product.inputs.transpose().matmul(ofResult);
        ofWeights.addMatmul(1, tangent.transpose(), ofTangent);
        HiddenLayers.add(gradients, firstBias, ofResult.sum(0));
        HiddenLayers.add(gradients, first, ofWeights);
    }

    /** Weights of the first layer: [inputs, width (+ components)]. */
    Tensor firstWeights() {
        return first;
    }

    /** Number of inputs that precede the features of numbers. */
    long inputsBeforeFeatures() {
        return layout().slots() + numeric() + (whole.seesLevels() ? FEATURES : 0);
    }

    private long numeric() {
        return (long) space().dimension() - layout().columns();
    }

    /** The gradient of the first weights when columns are bits: the gradient of the bias is the sum over both levels of every column. */
    private Tensor ofPairs(Tensor ofBias, Tensor ofWeights) {
        Tensor ofDifference = ofWeights.narrow(0, 0, layout().columns());
        Tensor ofTable = Tensor.stack(1, List.of(ofBias.minus(ofDifference), ofDifference))
                .reshape(layout().slots(), width());
        long below = belowTable().size(0);
        return below == 0 ? ofTable : Tensor.cat(0, ofTable, ofWeights.narrow(0, layout().columns(), below));
    }

    /** Backward pass of sums, which the engine recorded: adds the gradients of the first layer's parameters. */
    void pullBack(Tensor sums, Tensor ofSums, Map<Tensor, Tensor> gradients) {
        List<Tensor> parameters = List.of(first, firstBias);
        List<Tensor> found = Tensor.pullBack(List.of(sums), List.of(ofSums), parameters);
        for (int p = 0; p < parameters.size(); p++) {
            HiddenLayers.add(gradients, parameters.get(p), found.get(p));
        }
    }

    /** Whether all columns have two levels. */
    private boolean bits() {
        return layout().widest() == 2 && layout().even();
    }

    /** The weights of levels, two per column: [columns, 2, width]. */
    private Tensor pairs(Tensor rows) {
        return rows.narrow(0, 0, layout().slots()).reshape(layout().columns(), 2, width());
    }

    private long width() {
        return first.size(1);
    }

    /** First-layer weights of the levels. */
    private Tensor table() {
        return first.narrow(0, 0, layout().slots());
    }

    /** First-layer weights of numbers and features. */
    private Tensor belowTable() {
        return first.narrow(0, layout().slots(), first.size(0) - layout().slots());
    }

    /** All inputs of the first layer, concatenated. */
    private Tensor beside(
            Tensor categories, Tensor numbers, @Nullable Tensor levels, NumberFeatures.@Nullable Values values) {
        Tensor rest = belowCategories(numbers, levels, values);
        return rest.size(1) == 0 ? categories : Tensor.cat(1, categories, rest);
    }

    /** The inputs that {@link #belowTable} multiplies: numbers and features; may have no columns. */
    private Tensor belowCategories(Tensor numbers, @Nullable Tensor levels, NumberFeatures.@Nullable Values values) {
        Tensor[] parts = Stream.of(
                        numbers,
                        whole.seesLevels() ? levelFeatures(levels, numbers.size(0)) : null,
                        values == null ? null : values.whitened(),
                        values == null ? null : values.local())
                .filter(Objects::nonNull)
                .toArray(Tensor[]::new);
        return parts.length == 1 ? numbers : Tensor.cat(1, parts);
    }

    /** Fourier features of the noise level. Rows without a level are data, at level 0. */
    private Tensor levelFeatures(@Nullable Tensor levels, long rows) {
        Tensor level = levels == null ? Tensor.zeros(device(), rows) : levels;
        Tensor angles = level.unsqueeze(1)
                .times(Tensor.real(device(), FREQUENCIES, 1, FREQUENCIES.length))
                .times(2 * Math.PI);
        return Tensor.cat(1, angles.cos(), angles.sin());
    }

    @Override
    public void close() {
        // the scope in which they were folded owns the parameters
    }
}
