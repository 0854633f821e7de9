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
 * The perceptron as it is computed: inputs · first weights → silu → (· weight → silu)* → U. Its parameters are functions of those of an
 * {@link MlpEnergy} and live in the scope in which they were folded.
 */
final class FoldedMlp implements DerivedEnergy, TrainableEnergy {
    /** Frequencies of the level's Fourier features: cos and sin of 2π f s for f = 1/2, 1, 2, 4. */
    private static final double[] FREQUENCIES = {0.5, 1, 2, 4};

    static final int FEATURES = 2 * FREQUENCIES.length;

    /** Up to this many levels in all, data are multiplied as one-hot codes: faster than summing rows of the table, and back. */
    private static final int WIDEST_ONE_HOT = 512;

    private final MlpEnergy whole;
    private final Tensor first; // [slots + what is beside, width (+ components)]
    private final Tensor firstBias; // [width (+ components)]
    private final HiddenLayers hidden;
    private final UnaryOperator<List<Tensor>> unfolding;

    /** @param unfolding the way back from the gradients of its parameters to those of the whole */
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

    /** The features of the numbers of rows; null where the network sees none. */
    NumberFeatures.@Nullable Values values(Batch batch, boolean slopes) {
        NumberFeatures features = whole.features();
        return features == null ? null : features.of(batch.numbers(), batch.levels(), device(), slopes);
    }

    /** Energies with the Gaussian part, which has no parameters. */
    Tensor withGaussian(Tensor energies, NumberFeatures.@Nullable Values values, Tensor numbers) {
        return values == null ? energies : energies.plus(features().gaussian(values, numbers));
    }

    /** The features that there are where there are values. */
    NumberFeatures features() {
        return Objects.requireNonNull(whole.features());
    }

    /** What the first layer yields, before silu, beside the inputs' part of the components: [rows, width (+ components)]. */
    private Tensor firstLayer(Batch batch, NumberFeatures.@Nullable Values values) {
        return summed() ? sums(batch, values) : product(batch, values).result();
    }

    /** Whether the first layer sums rows of the table; otherwise it is a product. */
    boolean summed() {
        return layout().slots() > WIDEST_ONE_HOT && !bits();
    }

    Tensor sums(Batch batch, NumberFeatures.@Nullable Values values) {
        Tensor categories = table().embeddingSum(layout().slotsOf(device(), batch.states()));
        return categories.plus(
                firstBias.plusProduct(belowCategories(batch.numbers(), batch.levels(), values), belowTable()));
    }

    /** The first layer as a product, bias + inputs · weights. */
    record Product(Tensor inputs, Tensor weights, Tensor bias) {
        Tensor result() {
            return bias.plusProduct(inputs, weights);
        }

        /** Of some of the rows only. Uses this product up. */
        Product only(Gathered some) {
            return new Product(some.of(inputs), weights, bias);
        }
    }

    Product product(Batch batch, NumberFeatures.@Nullable Values values) {
        if (!bits()) {
            return oneHotProduct(batch, values);
        }
        // The first level of every column is part of the bias, and the second a difference. Half the product.
        Tensor zero = pairs(first).select(1, 0);
        Tensor difference = pairs(first).select(1, 1).minus(zero);
        return new Product(
                beside(batch.states().toReal(device()), batch.numbers(), batch.levels(), values),
                belowTable().size(0) == 0 ? difference : Tensor.cat(0, difference, belowTable()),
                firstBias.plus(zero.sum(0)));
    }

    /** The product with one-hot codes, also where bits would do. */
    Product oneHotProduct(Batch batch, NumberFeatures.@Nullable Values values) {
        return product(layout().encode(device(), batch.states()), batch.numbers(), batch.levels(), values);
    }

    private Product product(
            Tensor oneHot, Tensor numbers, @Nullable Tensor levels, NumberFeatures.@Nullable Values values) {
        return new Product(beside(oneHot, numbers, levels, values), first, firstBias);
    }

    /** Adds the gradients with respect to the first layer's parameters, given those with respect to the product's result. */
    void pullBack(Product product, Tensor ofResult, Map<Tensor, Tensor> gradients) {
        Tensor ofBias = ofResult.sum(0);
        Tensor ofWeights = product.inputs.transpose().matmul(ofResult);
        HiddenLayers.add(gradients, firstBias, ofBias);
        HiddenLayers.add(gradients, first, bits() ? ofPairs(ofBias, ofWeights) : ofWeights);
    }

    /**
     * Of a one-hot product with a tangent: the gradients of ⟨result, ofResult⟩ + ⟨tangent · weights, ofTangent⟩ with respect to the
     * first layer's parameters, added to the others.
     */
    void pullBack(Product product, Tensor ofResult, Tensor tangent, Tensor ofTangent, Map<Tensor, Tensor> gradients) {
        Tensor ofWeights = product.inputs.transpose().matmul(ofResult);
        ofWeights.addMatmul(1, tangent.transpose(), ofTangent);
        HiddenLayers.add(gradients, firstBias, ofResult.sum(0));
        HiddenLayers.add(gradients, first, ofWeights);
    }

    /** Weights of the first layer. */
    Tensor firstWeights() {
        return first;
    }

    /** Columns of the inputs before those of the features of numbers. */
    long inputsBeforeFeatures() {
        return layout().slots() + numeric() + (whole.seesLevels() ? FEATURES : 0);
    }

    private long numeric() {
        return (long) space().dimension() - layout().columns();
    }

    /** The gradient of the first weights, where that of the bias is the sum of both levels' in every column. */
    private Tensor ofPairs(Tensor ofBias, Tensor ofWeights) {
        Tensor ofDifference = ofWeights.narrow(0, 0, layout().columns());
        Tensor ofTable = Tensor.stack(1, List.of(ofBias.minus(ofDifference), ofDifference))
                .reshape(layout().slots(), width());
        long below = belowTable().size(0);
        return below == 0 ? ofTable : Tensor.cat(0, ofTable, ofWeights.narrow(0, layout().columns(), below));
    }

    /** Adds the gradients with respect to the first layer's parameters, given sums with their history, and those with respect to them. */
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

    /** The rows of levels, two a column: [columns, 2, width]. */
    private Tensor pairs(Tensor rows) {
        return rows.narrow(0, 0, layout().slots()).reshape(layout().columns(), 2, width());
    }

    private long width() {
        return first.size(1);
    }

    /** The first weights of levels. */
    private Tensor table() {
        return first.narrow(0, 0, layout().slots());
    }

    /** The first weights of numbers and features. */
    private Tensor belowTable() {
        return first.narrow(0, layout().slots(), first.size(0) - layout().slots());
    }

    /** What the first layer multiplies, side by side. */
    private Tensor beside(
            Tensor categories, Tensor numbers, @Nullable Tensor levels, NumberFeatures.@Nullable Values values) {
        Tensor rest = belowCategories(numbers, levels, values);
        return rest.size(1) == 0 ? categories : Tensor.cat(1, categories, rest);
    }

    /** What {@link #belowTable} multiplies: numbers and features, often none. */
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

    /** Fourier features of the level; rows without one are data, of level zero. */
    private Tensor levelFeatures(@Nullable Tensor levels, long rows) {
        Tensor level = levels == null ? Tensor.zeros(device(), rows) : levels;
        Tensor angles = level.unsqueeze(1)
                .times(Tensor.real(device(), FREQUENCIES, 1, FREQUENCIES.length))
                .times(2 * Math.PI);
        return Tensor.cat(1, angles.cos(), angles.sin());
    }

    @Override
    public void close() {
        // the parameters belong to the scope in which they were folded
    }
}
