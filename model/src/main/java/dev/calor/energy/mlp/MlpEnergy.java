package dev.calor.energy.mlp;

import dev.calor.energy.LearnedEnergy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
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
 * A multilayer perceptron over embedded categories and numbers: [x_num, E_1(x_1), …, E_d(x_d), level, derived] → hidden layers → U,
 * where the {@linkplain DerivedInputs derived inputs} are functions of the columns.
 *
 * <p>With several components the result is the soft minimum U = −log Σ_k exp(−U_k), each U_k linear in the last layer and in the inputs
 * themselves. Without the hidden layers exp(−U) is then a mixture of products of distributions of the columns, as many tables nearly are.
 *
 * <p>The first layer is linear in the embeddings, so embedding and first layer together are one table with a vector per level:
 * the first layer adds up d of these vectors per row of data.
 */
public final class MlpEnergy extends LearnedEnergy {
    /**
     * The sizes and options of the network.
     *
     * @param embedding dimension of the embedding of a category
     * @param width of the hidden layers
     * @param depth number of hidden layers
     * @param residual whether every hidden layer but the first adds to its input
     * @param learnableSlope whether Swish is x·sigmoid(βx) with one learned β per layer; otherwise β = 1
     * @param levels whether the network is conditioned on the noise level
     * @param components number of energies U_k that U is the soft minimum of; 1 for U linear in the last layer
     */
    public record Architecture(
            int embedding,
            int width,
            int depth,
            boolean residual,
            boolean learnableSlope,
            boolean levels,
            int components) {
        /**
         * Range-checked.
         *
         * @throws IllegalArgumentException if the embedding, width, depth or number of components is below 1
         */
        public Architecture {
            if (embedding < 1 || width < 1 || depth < 1 || components < 1) {
                throw new IllegalArgumentException("a network of embedding " + embedding + ", width " + width
                        + ", depth " + depth + " and " + components + " components: all are at least 1");
            }
        }

        /**
         * An architecture with one component.
         *
         * @throws IllegalArgumentException if a size is below 1
         */
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
    private final @Nullable NumberFeatures features; // null if the network has no inputs from numbers but the numbers
    private final @Nullable Tensor fromFeatures; // [numeric + local, width]
    private final Tensor firstBias; // [width]
    private final List<Tensor> weights = new ArrayList<>(); // [width, width] each
    private final List<Tensor> biases = new ArrayList<>();
    private final List<Tensor> slopes = new ArrayList<>(); // β = softplus(slope), one per layer; empty if β = 1
    private final Tensor lastWeight; // [components, width]
    private final Tensor lastBias; // [components]
    private final @Nullable Tensor
            direct; // [inputs but local features and crosses, components]; null for one component
    private final @Nullable Crosses crosses; // null if the network has none
    private final @Nullable Tensor crossTable; // [cells, e]
    private final @Nullable Tensor fromCrosses; // [crosses·e, width]

    /** A network with random weights: uniform with deviation 1/√(3·inputs) as usual for linear layers, N(0,1) embeddings. */
    public MlpEnergy(ProductSpace space, Architecture architecture, Device device, RandomStream random) {
        this(space, architecture, DerivedInputs.NONE, device, random);
    }

    /**
     * A network with random weights and further inputs.
     *
     * @throws IllegalArgumentException if the further inputs are of other columns than the space has
     */
    public MlpEnergy(
            ProductSpace space, Architecture architecture, DerivedInputs derived, Device device, RandomStream random) {
        super(space, device);
        this.architecture = architecture;
        InputCounts counts = InputCounts.of(space, architecture, derived);
        numeric = counts.numbers();
        int width = architecture.width;
        int levelFeatures = counts.levelFeatures();
        // Bins and atoms are at most 1 and mostly constant: each counts as a quarter of an input.
        // Conditioned on the level, a category counts as one input, whatever its embedding: otherwise it would drown
        // the numbers.
        int embedded = layout().columns() * architecture.embedding;
        crosses = derived.crosses().isEmpty() ? null : new Crosses(layout(), derived.crosses());
        int inputs = (architecture.levels ? layout().columns() : embedded)
                + numeric
                + levelFeatures
                + counts.whitened()
                + counts.local() / 4
                + (crosses == null ? 0 : crosses.count());
        int categoryInputs = architecture.levels ? inputs * architecture.embedding : inputs;
        try (Scope scope = Scope.open()) {
            Noise noise = Noise.of(random, device);
            embedding = parameter(noise.normal(layout().slots(), architecture.embedding));
            fromCategories = parameter(uniform(noise, categoryInputs, embedded, width));
            fromNumbers = numeric == 0 ? null : parameter(uniform(noise, inputs, numeric, width));
            fromLevels = levelFeatures == 0 ? null : parameter(uniform(noise, inputs, levelFeatures, width));
            NumberStatistics statistics = derived.numbers();
            features = statistics == null || numeric == 0 ? null : new NumberFeatures(statistics, device);
            fromFeatures = features == null ? null : parameter(uniform(noise, inputs, counts.features(), width));
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
                            noise,
                            inputs,
                            (long) layout().slots() + numeric + levelFeatures + counts.whitened(),
                            components));
            int e = architecture.embedding;
            // Zero, so that a cell adds nothing to its columns at first.
            crossTable = crosses == null ? null : parameter(Tensor.zeros(device, crosses.cells(), e));
            fromCrosses =
                    crosses == null ? null : parameter(uniform(noise, inputs * e, (long) crosses.count() * e, width));
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
     * Multiplies embedding and first layer into one table, with the inputs' contribution to the components as further columns. Multiplies
     * the slopes β into weights and biases, which are much smaller than activations: since x·sigmoid(βx) = silu(βx)/β, a layer is one
     * product and one silu. Residual layers must not scale their input, and divide the output of silu by β instead.
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
                crossTable,
                new HiddenLayers(
                        residual ? beta.copy(0) : null,
                        residual,
                        layers,
                        beta.scaled(lastWeight, Slopes.NONE, residual ? Slopes.NONE : architecture.depth - 1),
                        lastBias),
                gradients -> pullBack(beta, firstWeights, gradients));
    }

    /** Weights of the inputs' contribution to the components, with zeros for bins, atoms and crosses. */
    private Tensor directOrZero(Tensor weights, long inputs) {
        long local = inputs - weights.size(0);
        return local == 0 ? weights : Tensor.cat(0, weights, Tensor.zeros(device(), local, architecture.components));
    }

    /**
     * The backward pass through folding. It is written out, except that the engine differentiates the first layer's table.
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
            if (crossTable != null) {
                of.put(crossTable, next.next());
            }
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
        List<Tensor> inFirst = Stream.of(embedding, fromCategories, fromNumbers, fromLevels, fromFeatures, fromCrosses)
                .filter(Objects::nonNull)
                .toList();
        List<Tensor> ofFirst =
                Tensor.pullBack(List.of(firstWeights), List.of(Objects.requireNonNull(of.get(firstWeights))), inFirst);
        for (int p = 0; p < inFirst.size(); p++) {
            of.put(inFirst.get(p), ofFirst.get(p));
        }
        return parameters().stream().map(of::get).toList();
    }

    /**
     * The weights of the first layer: rows for levels, then numbers, features of the noise level, features of numbers, vectors of crosses.
     */
    private Tensor firstWeights() {
        Tensor[] parts = Stream.of(firstLayerTable(), fromNumbers, fromLevels, fromFeatures, fromCrosses)
                .filter(Objects::nonNull)
                .toArray(Tensor[]::new);
        return parts.length == 1 ? parts[0] : Tensor.cat(0, parts);
    }

    /** The embedding of every level, multiplied by its column's part of the first layer: [slots, width]. */
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

    /** Features of the numbers, which are inputs besides the numbers; null for none. */
    @Nullable
    NumberFeatures features() {
        return features;
    }

    /** Crossed columns, which are inputs besides the columns; null for none. */
    @Nullable
    Crosses crosses() {
        return crosses;
    }

    @Override
    public void close() {
        super.close();
        if (features != null) {
            features.close();
        }
    }
}
