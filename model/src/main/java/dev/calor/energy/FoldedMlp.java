package dev.calor.energy;

import dev.calor.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The perceptron as it is computed: inputs · first weights → silu → (· weight → silu)* → U. Its parameters are functions of those of an
 * {@link MlpEnergy} and live in the scope in which they were folded.
 */
final class FoldedMlp implements DerivedEnergy {
    /** Frequencies of the level's Fourier features: cos and sin of 2π f s for f = 1/2, 1, 2, 4. */
    private static final double[] FREQUENCIES = {0.5, 1, 2, 4};

    static final int FEATURES = 2 * FREQUENCIES.length;

    /** Up to this many levels in all, data are multiplied as one-hot codes: faster than summing rows of the table, and back. */
    private static final int WIDEST_ONE_HOT = 512;

    private final MlpEnergy whole;
    private final Tensor first; // [slots + numeric + features, width (+ components)]
    private final Tensor firstBias; // [width (+ components)]
    private final HiddenLayers hidden;

    FoldedMlp(MlpEnergy whole, Tensor first, Tensor firstBias, HiddenLayers hidden) {
        this.whole = whole;
        this.first = first;
        this.firstBias = firstBias;
        this.hidden = hidden;
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

    HiddenLayers hidden() {
        return hidden;
    }

    @Override
    public Energy recording() {
        return new RecordedMlp(this);
    }

    @Override
    public Tensor energy(Batch batch) {
        return hidden.pass(firstLayer(batch)).energies();
    }

    @Override
    public Tensor relaxed(Tensor oneHot, Tensor numbers, @Nullable Tensor levels) {
        return hidden.pass(firstLayer(oneHot, numbers, levels)).energies();
    }

    /** What the first layer yields, before silu, beside the inputs' part of the components: [rows, width (+ components)]. */
    Tensor firstLayer(Batch batch) {
        OneHot layout = layout();
        Tensor rest = beside(null, batch.numbers(), batch.levels());
        if (layout.widest() == 2 && layout.even()) {
            // Bits: the first level of every column is part of the bias, and the second a difference. Half the product.
            Tensor pairs = table().reshape(layout.columns(), 2, width());
            Tensor zero = pairs.select(1, 0);
            Tensor difference = pairs.select(1, 1).minus(zero);
            Tensor bits = batch.states().toReal(device());
            Tensor bias = firstBias.plus(zero.sum(0));
            return rest == null
                    ? bias.plusProduct(bits, difference)
                    : bias.plusProduct(Tensor.cat(1, bits, rest), Tensor.cat(0, difference, belowTable()));
        }
        if (layout.slots() <= WIDEST_ONE_HOT) {
            return firstLayer(layout.encode(device(), batch.states()), batch.numbers(), batch.levels());
        }
        Tensor categories = table().embeddingSum(layout.slotsOf(device(), batch.states()));
        return categories.plus(rest == null ? firstBias : firstBias.plusProduct(rest, belowTable()));
    }

    /** Adds the gradients with respect to the first layer's parameters, given those with respect to its results. */
    void pullBack(Tensor firstLayer, Tensor ofFirstLayer, Map<Tensor, Tensor> gradients) {
        List<Tensor> parameters = List.of(first, firstBias);
        List<Tensor> found = Tensor.pullBack(List.of(firstLayer), List.of(ofFirstLayer), parameters);
        for (int p = 0; p < parameters.size(); p++) {
            Objects.requireNonNull(gradients.get(parameters.get(p))).add(1, found.get(p));
        }
    }

    private Tensor firstLayer(Tensor oneHot, Tensor numbers, @Nullable Tensor levels) {
        return firstBias.plusProduct(Objects.requireNonNull(beside(oneHot, numbers, levels)), first);
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

    /** What the first layer multiplies, side by side; null where there is nothing. */
    private @Nullable Tensor beside(@Nullable Tensor oneHot, Tensor numbers, @Nullable Tensor levels) {
        boolean told = first.size(0) > layout().slots() + numbers.size(1);
        Tensor[] parts = Stream.of(
                        oneHot, numbers.size(1) == 0 ? null : numbers, told ? features(levels, numbers.size(0)) : null)
                .filter(Objects::nonNull)
                .toArray(Tensor[]::new);
        return switch (parts.length) {
            case 0 -> null;
            case 1 -> parts[0];
            default -> Tensor.cat(1, parts);
        };
    }

    /** Fourier features of the level; rows without one are data, of level zero. */
    private Tensor features(@Nullable Tensor levels, long rows) {
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
