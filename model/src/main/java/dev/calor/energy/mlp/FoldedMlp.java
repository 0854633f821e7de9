package dev.calor.energy.mlp;

import dev.calor.energy.DerivedEnergy;
import dev.calor.energy.Energy;
import dev.calor.energy.Gradient;
import dev.calor.energy.TrainableEnergy;
import dev.calor.rows.Batch;
import dev.calor.tensor.NoGradient;
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
    private final Tensor first; // [inputs, width (+ components)]; inputs = slots, numbers, features, vectors of crosses
    private final Tensor firstBias; // [width (+ components)]
    private final @Nullable Tensor crossTable; // [cells, e]; null without crosses
    private final HiddenLayers hidden;
    private final UnaryOperator<List<Tensor>> unfolding;

    /**
     * A folded network.
     *
     * @param whole the network that was folded
     * @param first weights of the first layer
     * @param firstBias bias of the first layer
     * @param crossTable vectors of crossed columns; null without crosses
     * @param unfolding the chain rule: from gradients with respect to the folded parameters to those of {@code whole}
     */
    FoldedMlp(
            MlpEnergy whole,
            Tensor first,
            Tensor firstBias,
            @Nullable Tensor crossTable,
            HiddenLayers hidden,
            UnaryOperator<List<Tensor>> unfolding) {
        this.whole = whole;
        this.first = first;
        this.firstBias = firstBias;
        this.crossTable = crossTable;
        this.hidden = hidden;
        this.unfolding = unfolding;
    }

    @Override
    public Energy original() {
        return whole;
    }

    @Override
    public List<Tensor> parameters() {
        List<Tensor> parameters = ofFirstLayer();
        parameters.addAll(hidden.parameters());
        return parameters;
    }

    private List<Tensor> ofFirstLayer() {
        List<Tensor> parameters = new ArrayList<>(List.of(first, firstBias));
        if (crossTable != null) {
            parameters.add(crossTable);
        }
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
        Derived derived = derived(batch, false);
        return withGaussian(hidden.pass(firstLayer(batch, derived)).energies(), derived, batch.numbers());
    }

    @Override
    public Tensor relaxed(Tensor oneHot, Tensor numbers, @Nullable Tensor levels) {
        Crosses crosses = whole.crosses();
        Derived derived = new Derived(
                values(numbers, levels, false),
                null,
                crosses == null ? null : crosses.relaxed(Objects.requireNonNull(crossTable), oneHot));
        return withGaussian(
                hidden.pass(product(oneHot, numbers, levels, derived).result()).energies(), derived, numbers);
    }

    /** Written out for networks with crosses: the engine would multiply tables of all cells for every row. */
    @Override
    public Gradient innermost(Batch batch) {
        if (crossTable == null || !hidden.hasTangents()) {
            return DerivedEnergy.super.innermost(batch);
        }
        try (NoGradient guard = NoGradient.open()) {
            return evaluated(batch).gradient;
        }
    }

    /**
     * An evaluation of U and its gradients, with what the backward pass of a loss of both needs.
     *
     * @param derived the derived inputs
     * @param product the first layer
     * @param pass the forward pass
     * @param back the backward pass
     * @param gradient U and its gradients with respect to one-hot codes and numbers
     */
    record Evaluated(
            Derived derived, Product product, HiddenLayers.Pass pass, HiddenLayers.Backward back, Gradient gradient) {}

    /** U and its gradients, by a backward pass that is written out. Call it while the engine records nothing. */
    Evaluated evaluated(Batch batch) {
        Derived derived = derived(batch, true);
        Product product = oneHotProduct(batch, derived);
        HiddenLayers.Pass pass = hidden.pass(product.result());
        HiddenLayers.Backward back = hidden.backward(pass);
        Tensor ofInputs = back.ofFirstLayer().matmul(first.transpose());
        Gradient gradient = new Gradient(
                withGaussian(pass.energies(), derived, batch.numbers()),
                ofOneHot(ofInputs, derived, batch.states()),
                ofNumbers(ofInputs, derived, batch.numbers()));
        return new Evaluated(derived, product, pass, back, gradient);
    }

    private Tensor ofOneHot(Tensor ofInputs, Derived derived, Tensor states) {
        Tensor direct = ofInputs.narrow(1, 0, layout().slots());
        if (derived.cells == null || derived.vectors == null) {
            return direct;
        }
        long vectors = derived.vectors.size(1);
        Tensor ofVectors = ofInputs.narrow(1, ofInputs.size(1) - vectors, vectors);
        return direct.plus(crosses().pulled(device(), crossTable(), states, derived.cells, ofVectors));
    }

    private Tensor ofNumbers(Tensor ofInputs, Derived derived, Tensor numbers) {
        Tensor direct = ofInputs.narrow(1, layout().slots(), numbers.size(1));
        if (derived.numbers == null) {
            return direct;
        }
        Tensor ofFeatures =
                ofInputs.narrow(1, inputsBeforeFeatures(), features().count());
        return direct.plus(features().pulled(derived.numbers, ofFeatures))
                .plus(features().gaussianSlope(derived.numbers, numbers));
    }

    /**
     * Inputs that are functions of the columns.
     *
     * @param numbers features of numbers; null if the network has none
     * @param cells the cells of rows in all crosses [rows, crosses]; null without crosses, and for relaxed rows, which have no cell
     * @param vectors the vectors of crosses [rows, crosses·e]; null without crosses
     */
    record Derived(
            NumberFeatures.@Nullable Values numbers,
            @Nullable Tensor cells,
            @Nullable Tensor vectors) {}

    /**
     * The derived inputs of rows.
     *
     * @param slopes whether derivatives of the features of numbers are needed
     */
    Derived derived(Batch batch, boolean slopes) {
        NumberFeatures.Values values = values(batch.numbers(), batch.levels(), slopes);
        Crosses crosses = whole.crosses();
        if (crosses == null) {
            return new Derived(values, null, null);
        }
        Tensor cells = crosses.cellsOf(batch.states());
        return new Derived(values, cells, crosses.vectors(device(), crossTable(), cells));
    }

    private NumberFeatures.@Nullable Values values(Tensor numbers, @Nullable Tensor levels, boolean slopes) {
        NumberFeatures features = whole.features();
        return features == null ? null : features.of(numbers, levels, device(), slopes);
    }

    /** Adds the Gaussian part of U, which has no parameters. */
    Tensor withGaussian(Tensor energies, Derived derived, Tensor numbers) {
        return derived.numbers == null ? energies : energies.plus(features().gaussian(derived.numbers, numbers));
    }

    /** The features of numbers; only for networks that have them. */
    NumberFeatures features() {
        return Objects.requireNonNull(whole.features());
    }

    /** The vectors of crossed columns; only for networks that have them. */
    Tensor crossTable() {
        return Objects.requireNonNull(crossTable);
    }

    /** Output of the first layer before silu, and the inputs' contribution to the components: [rows, width (+ components)]. */
    private Tensor firstLayer(Batch batch, Derived derived) {
        return summed() ? sums(batch, derived) : product(batch, derived).result();
    }

    /** Whether the first layer sums rows of its table; otherwise it is a matrix product. */
    boolean summed() {
        return layout().slots() > WIDEST_ONE_HOT && !bits();
    }

    /** The output of the first layer as a sum of rows of its table. */
    Tensor sums(Batch batch, Derived derived) {
        Tensor categories = table().embeddingSum(layout().slotsOf(device(), batch.states()));
        return categories.plus(
                firstBias.plusProduct(belowCategories(batch.numbers(), batch.levels(), derived), belowTable()));
    }

    /**
     * The first layer as a matrix product, bias + inputs · weights.
     *
     * @param cells the cells of rows in all crosses; null without crosses
     */
    record Product(
            Tensor inputs,
            Tensor weights,
            Tensor bias,
            @Nullable Tensor cells) {
        Tensor result() {
            return bias.plusProduct(inputs, weights);
        }

        /** The product of some rows only. Overwrites the inputs of this one. */
        Product only(Gathered some) {
            return new Product(some.of(inputs), weights, bias, cells == null ? null : some.of(cells));
        }
    }

    /** The first layer as a product; columns of two levels are multiplied as bits. */
    Product product(Batch batch, Derived derived) {
        if (!bits()) {
            return oneHotProduct(batch, derived);
        }
        // The first level of every column is in the bias, and the second is a difference: half as many operations.
        Tensor zero = pairs(first).select(1, 0);
        Tensor difference = pairs(first).select(1, 1).minus(zero);
        return new Product(
                beside(batch.states().toReal(device()), batch.numbers(), batch.levels(), derived),
                belowTable().size(0) == 0 ? difference : Tensor.cat(0, difference, belowTable()),
                firstBias.plus(zero.sum(0)),
                derived.cells);
    }

    /** The first layer as a product with one-hot codes, even if all columns have two levels. */
    Product oneHotProduct(Batch batch, Derived derived) {
        return product(layout().encode(device(), batch.states()), batch.numbers(), batch.levels(), derived);
    }

    private Product product(Tensor oneHot, Tensor numbers, @Nullable Tensor levels, Derived derived) {
        return new Product(beside(oneHot, numbers, levels, derived), first, firstBias, derived.cells);
    }

    /** Backward pass of a product: adds the gradients of the first layer's parameters, given the gradient of its result. */
    void pullBack(Product product, Tensor ofResult, Map<Tensor, Tensor> gradients) {
        Tensor ofBias = ofResult.sum(0);
        Tensor ofWeights = product.inputs.transpose().matmul(ofResult);
        HiddenLayers.add(gradients, firstBias, ofBias);
        HiddenLayers.add(gradients, first, bits() ? ofPairs(ofBias, ofWeights) : ofWeights);
        addOfCrossTable(product, ofResult, gradients);
    }

    private void addOfCrossTable(Product product, Tensor ofResult, Map<Tensor, Tensor> gradients) {
        if (product.cells != null) {
            Tensor ofTable = crosses().ofTable(device(), crossTable(), product.cells, ofVectors(ofResult));
            HiddenLayers.add(gradients, crossTable(), ofTable);
        }
    }

    /** The gradient of the vectors of crosses, given that of the first layer's result. */
    private Tensor ofVectors(Tensor ofResult) {
        long vectors = crosses().count() * crossTable().size(1);
        return ofResult.matmul(first.narrow(0, first.size(0) - vectors, vectors).transpose());
    }

    /** The crosses; only for networks that have them. */
    Crosses crosses() {
        return Objects.requireNonNull(whole.crosses());
    }

    /**
     * A direction of the inputs of a one-hot product.
     *
     * @param inputs the derivative of the inputs
     * @param cells the weights of the cells of every cross; empty without crosses
     */
    record Tangent(Tensor inputs, List<Tensor> cells) {}

    /**
     * Backward pass of a one-hot product and its tangent: adds the gradients of ⟨result, ofResult⟩ + ⟨tangent · weights, ofTangent⟩ with
     * respect to the first layer's parameters.
     */
    void pullBack(Product product, Tensor ofResult, Tangent tangent, Tensor ofTangent, Map<Tensor, Tensor> gradients) {
        Tensor ofWeights = product.inputs.transpose().matmul(ofResult);
        ofWeights.addMatmul(1, tangent.inputs.transpose(), ofTangent);
        HiddenLayers.add(gradients, firstBias, ofResult.sum(0));
        HiddenLayers.add(gradients, first, ofWeights);
        addOfCrossTable(product, ofResult, gradients);
        if (!tangent.cells.isEmpty()) {
            Tensor ofTable = crosses().ofTable(crossTable(), tangent.cells, ofVectors(ofTangent));
            HiddenLayers.add(gradients, crossTable(), ofTable);
        }
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
        List<Tensor> parameters = ofFirstLayer();
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
    private Tensor beside(Tensor categories, Tensor numbers, @Nullable Tensor levels, Derived derived) {
        Tensor rest = belowCategories(numbers, levels, derived);
        return rest.size(1) == 0 ? categories : Tensor.cat(1, categories, rest);
    }

    /** The inputs that {@link #belowTable} multiplies: numbers, features, vectors of crosses; may have no columns. */
    private Tensor belowCategories(Tensor numbers, @Nullable Tensor levels, Derived derived) {
        NumberFeatures.Values values = derived.numbers;
        Tensor[] parts = Stream.of(
                        numbers,
                        whole.seesLevels() ? levelFeatures(levels, numbers.size(0)) : null,
                        values == null ? null : values.whitened(),
                        values == null ? null : values.local(),
                        derived.vectors)
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
