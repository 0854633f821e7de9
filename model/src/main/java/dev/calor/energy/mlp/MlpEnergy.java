package dev.calor.energy.mlp;

import dev.calor.energy.LearnedEnergy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.space.Numeric;
import dev.calor.space.ProductSpace;
import dev.calor.tensor.Device;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A multilayer perceptron over embedded categories and numbers: [x_num, E_1(x_1), …, E_d(x_d), level] → hidden layers → U.
 *
 * <p>With several components the result is the soft minimum U = −log Σ_k exp(−U_k), each U_k linear in the last layer and in the inputs
 * themselves: without the hidden layers exp(−U) is a mixture of products of laws of the columns, as tables often nearly are.
 *
 * <p>The first layer is linear in the embeddings, so embedding and first layer together are one table of vectors, a row a level:
 * a row of data is the sum of d rows of it.
 */
public final class MlpEnergy extends LearnedEnergy {
    /**
     * The network.
     *
     * @param embedding numbers a category is embedded in
     * @param width of the hidden layers
     * @param depth how many hidden layers
     * @param residual whether every hidden layer but the first adds to its input
     * @param learnableSlope whether Swish is x·sigmoid(βx) with β learned, a number a layer; otherwise β = 1
     * @param levels whether the network is told the level of noise
     * @param components energies U is the soft minimum of; 1 for U linear in the last layer
     */
    public record Architecture(
            int embedding,
            int width,
            int depth,
            boolean residual,
            boolean learnableSlope,
            boolean levels,
            int components) {
        public Architecture {
            if (embedding < 1 || width < 1 || depth < 1 || components < 1) {
                throw new IllegalArgumentException("a network of embedding " + embedding + ", width " + width
                        + ", depth " + depth + " and " + components + " components: all are at least 1");
            }
        }

        /** With one component. */
        public Architecture(
                int embedding, int width, int depth, boolean residual, boolean learnableSlope, boolean levels) {
            this(embedding, width, depth, residual, learnableSlope, levels, 1);
        }

        /** The paper's network for density estimation: embedding 4, three layers of 256, learnable slope. */
        public static Architecture paperDensity() {
            return new Architecture(4, 256, 3, false, true, false);
        }
    }

    private final Architecture architecture;
    private final int numeric;
    private final Tensor embedding; // [slots, e]
    private final Tensor fromCategories; // [columns·e, width]
    private final @Nullable Tensor fromNumbers; // [numeric, width]
    private final @Nullable Tensor fromLevels; // [2·frequencies, width]
    private final @Nullable NumberFeatures features; // null where the network sees the numbers alone
    private final @Nullable Tensor fromFeatures; // [numeric + local, width]
    private final Tensor firstBias; // [width]
    private final List<Tensor> weights = new ArrayList<>(); // [width, width] each
    private final List<Tensor> biases = new ArrayList<>();
    private final List<Tensor> slopes = new ArrayList<>(); // β = softplus(slope), one a layer; empty where β = 1
    private final Tensor lastWeight; // [components, width]
    private final Tensor lastBias; // [components]
    private final @Nullable Tensor direct; // [inputs but local features, components]; null for one component

    /** A network with random weights: uniform with deviation 1/√(3·inputs) as usual for linear layers, N(0,1) embeddings. */
    public MlpEnergy(ProductSpace space, Architecture architecture, Device device, RandomStream random) {
        this(space, architecture, null, device, random);
    }

    /**
     * The same, which also sees features of its numbers.
     *
     * @param statistics of the numbers, as many as the space has; null for a network that sees the numbers alone
     * @throws IllegalArgumentException if their number is another
     */
    public MlpEnergy(
            ProductSpace space,
            Architecture architecture,
            @Nullable NumberStatistics statistics,
            Device device,
            RandomStream random) {
        super(space, device);
        this.architecture = architecture;
        this.numeric =
                (int) space.columns().stream().filter(Numeric.class::isInstance).count();
        int width = architecture.width;
        int levelFeatures = architecture.levels ? FoldedMlp.FEATURES : 0;
        boolean seesFeatures = statistics != null && numeric > 0;
        if (statistics != null && statistics.numbers() != numeric) {
            throw new IllegalArgumentException(
                    "statistics of " + statistics.numbers() + " numbers for a space of " + numeric);
        }
        int whitened = seesFeatures ? numeric : 0;
        int local = seesFeatures ? NumberFeatures.local(Objects.requireNonNull(statistics)) : 0;
        // Local features are at most a half, and mostly constant: they count as a quarter of an input.
        int inputs = layout().columns() * architecture.embedding + numeric + levelFeatures + whitened + local / 4;
        try (Scope scope = Scope.open()) {
            Noise noise = Noise.of(random, device);
            embedding = parameter(noise.normal(layout().slots(), architecture.embedding));
            fromCategories =
                    parameter(uniform(noise, inputs, (long) layout().columns() * architecture.embedding, width));
            fromNumbers = numeric == 0 ? null : parameter(uniform(noise, inputs, numeric, width));
            fromLevels = levelFeatures == 0 ? null : parameter(uniform(noise, inputs, levelFeatures, width));
            features = seesFeatures ? new NumberFeatures(Objects.requireNonNull(statistics), device) : null;
            fromFeatures = seesFeatures ? parameter(uniform(noise, inputs, (long) whitened + local, width)) : null;
            firstBias = parameter(uniform(noise, inputs, width));
            for (int layer = 1; layer < architecture.depth; layer++) {
                weights.add(parameter(uniform(noise, width, width, width)));
                biases.add(parameter(uniform(noise, width, width)));
            }
            if (architecture.learnableSlope) {
                for (int layer = 0; layer < architecture.depth; layer++) {
                    slopes.add(parameter(Tensor.full(device, 0.5, 1)));
                }
            }
            int components = architecture.components;
            lastWeight = parameter(uniform(noise, width, components, width));
            lastBias = parameter(uniform(noise, width, components));
            direct = components == 1
                    ? null
                    : parameter(uniform(
                            noise, inputs, (long) layout().slots() + numeric + levelFeatures + whitened, components));
        }
    }

    @Override
    public Tensor energy(Batch batch) {
        return folded(firstWeights()).energy(batch);
    }

    @Override
    public Tensor relaxed(Tensor oneHot, Tensor numbers, @Nullable Tensor levels) {
        return folded(firstWeights()).relaxed(oneHot, numbers, levels);
    }

    @Override
    public FoldedMlp folded() {
        Tensor first = firstWeights();
        try (NoGradient guard = NoGradient.open()) {
            FoldedMlp folded = folded(first);
            folded.parameters().forEach(Tensor::track);
            return folded;
        }
    }

    /**
     * Embedding and first layer as one table, beside the inputs' part of the components; slopes multiplied into weights and biases,
     * which are small, instead of activations, which are not: x·sigmoid(βx) = silu(βx)/β, so a plain layer is one product and one pass
     * over the activations. Residual layers add what must not be scaled, and divide.
     */
    private FoldedMlp folded(Tensor firstWeights) {
        Slopes beta = new Slopes(slopes);
        boolean residual = architecture.residual;
        List<HiddenLayers.Layer> layers = new ArrayList<>();
        for (int layer = 1; layer < architecture.depth; layer++) {
            layers.add(new HiddenLayers.Layer(
                    beta.scaled(weights.get(layer - 1), layer, residual ? Slopes.NONE : layer - 1),
                    beta.scaled(biases.get(layer - 1), layer, Slopes.NONE),
                    residual ? beta.copy(layer) : null));
        }
        Tensor first = beta.scaled(firstWeights, 0, Slopes.NONE);
        Tensor bias = beta.scaled(firstBias, 0, Slopes.NONE);
        return new FoldedMlp(
                this,
                direct == null ? first : Tensor.cat(1, first, directOrZero(direct, first.size(0))),
                direct == null ? bias : Tensor.cat(0, bias, Tensor.zeros(device(), architecture.components)),
                new HiddenLayers(
                        residual ? beta.copy(0) : null,
                        residual,
                        layers,
                        beta.scaled(lastWeight, Slopes.NONE, residual ? Slopes.NONE : architecture.depth - 1),
                        lastBias),
                gradients -> pullBack(beta, firstWeights, gradients));
    }

    /** The inputs' part of the components, zero for local features. */
    private Tensor directOrZero(Tensor weights, long inputs) {
        long local = inputs - weights.size(0);
        return local == 0 ? weights : Tensor.cat(0, weights, Tensor.zeros(device(), local, architecture.components));
    }

    /**
     * The backward pass through folding, written out but for the table, which is the engine's.
     *
     * @param gradients with respect to the parameters of the folded network, in their order
     */
    private List<Tensor> pullBack(Slopes beta, Tensor firstWeights, List<Tensor> gradients) {
        Map<Tensor, Tensor> of = new HashMap<>(); // by identity
        try (NoGradient guard = NoGradient.open()) {
            Iterator<Tensor> next = gradients.iterator();
            Tensor first = next.next();
            of.put(firstWeights, first.narrow(1, 0, architecture.width));
            if (direct != null) {
                of.put(
                        direct,
                        first.narrow(1, architecture.width, architecture.components)
                                .narrow(0, 0, direct.size(0)));
            }
            of.put(firstBias, next.next().narrow(0, 0, architecture.width));
            of.put(lastWeight, next.next());
            of.put(lastBias, next.next());
            for (int layer = 0; layer < weights.size(); layer++) {
                of.put(weights.get(layer), next.next());
                of.put(biases.get(layer), next.next());
            }
            List<Tensor> ofDivisors = new ArrayList<>();
            next.forEachRemaining(ofDivisors::add);
            beta.pullBack(of, ofDivisors);
        }
        List<Tensor> inFirst = Stream.of(embedding, fromCategories, fromNumbers, fromLevels, fromFeatures)
                .filter(Objects::nonNull)
                .toList();
        List<Tensor> ofFirst =
                Tensor.pullBack(List.of(firstWeights), List.of(Objects.requireNonNull(of.get(firstWeights))), inFirst);
        for (int p = 0; p < inFirst.size(); p++) {
            of.put(inFirst.get(p), ofFirst.get(p));
        }
        return parameters().stream().map(of::get).toList();
    }

    /** The weights of the first layer: of levels, numbers, features of the noise level, features of numbers, one above the other. */
    private Tensor firstWeights() {
        Tensor[] parts = Stream.of(firstLayerTable(), fromNumbers, fromLevels, fromFeatures)
                .filter(Objects::nonNull)
                .toArray(Tensor[]::new);
        return parts.length == 1 ? parts[0] : Tensor.cat(0, parts);
    }

    /** [slots, width]: the embedding of every level, already multiplied by its column's part of the first layer. */
    private Tensor firstLayerTable() {
        int e = architecture.embedding;
        int columns = layout().columns();
        if (layout().even()) {
            return embedding
                    .reshape(columns, layout().widest(), e)
                    .matmul(fromCategories.reshape(columns, e, architecture.width))
                    .reshape(layout().slots(), architecture.width);
        }
        Tensor[] parts = new Tensor[columns];
        for (int k = 0; k < columns; k++) {
            parts[k] = embedding
                    .narrow(0, layout().offset(k), layout().size(k))
                    .matmul(fromCategories.narrow(0, (long) k * e, e));
        }
        return Tensor.cat(0, parts);
    }

    /** Whether the network is conditioned on the noise level. */
    boolean seesLevels() {
        return architecture.levels;
    }

    /** What the network sees of its numbers besides themselves; null for nothing. */
    @Nullable
    NumberFeatures features() {
        return features;
    }

    @Override
    public void close() {
        super.close();
        if (features != null) {
            features.close();
        }
    }
}
