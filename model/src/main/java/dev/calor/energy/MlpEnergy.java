package dev.calor.energy;

import dev.calor.random.RandomStream;
import dev.calor.space.Numeric;
import dev.calor.space.ProductSpace;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A multilayer perceptron over embedded categories and numbers: [x_num, E_1(x_1), …, E_d(x_d), level] → hidden layers → U.
 *
 * <p>The first layer is linear in the embeddings, so embedding and first layer together are one table of vectors, a row a level:
 * a row of data is the sum of d rows of it.
 */
public final class MlpEnergy implements Energy {
    /** Frequencies of the level's Fourier features: cos and sin of 2π f s for f = 1/2, 1, 2, 4. */
    private static final double[] FREQUENCIES = {0.5, 1, 2, 4};

    /** Up to this many levels in all, data are multiplied as one-hot codes: faster than summing rows of the table, and back. */
    private static final int WIDEST_ONE_HOT = 512;

    /**
     * The network.
     *
     * @param embedding numbers a category is embedded in
     * @param width of the hidden layers
     * @param depth how many hidden layers
     * @param residual whether every hidden layer but the first adds to its input
     * @param learnableSlope whether Swish is x·sigmoid(βx) with β learned, a number a layer; otherwise β = 1
     * @param levels whether the network is told the level of noise
     */
    public record Architecture(
            int embedding, int width, int depth, boolean residual, boolean learnableSlope, boolean levels) {
        public Architecture {
            if (embedding < 1 || width < 1 || depth < 1) {
                throw new IllegalArgumentException("a network of embedding " + embedding + ", width " + width
                        + " and depth " + depth + ": all are at least 1");
            }
        }

        /** The paper's network for density estimation: embedding 4, three layers of 256, learnable slope. */
        public static Architecture paperDensity() {
            return new Architecture(4, 256, 3, false, true, false);
        }
    }

    private final ProductSpace space;
    private final OneHot layout;
    private final Device device;
    private final Architecture architecture;
    private final int numeric;
    private final Tensor embedding; // [slots, e]
    private final Tensor fromCategories; // [columns·e, width]
    private final @Nullable Tensor fromNumbers; // [numeric, width]
    private final @Nullable Tensor fromLevels; // [2·frequencies, width]
    private final Tensor firstBias; // [width]
    private final List<Tensor> weights = new ArrayList<>(); // [width, width] each
    private final List<Tensor> biases = new ArrayList<>();
    private final List<Tensor> slopes = new ArrayList<>(); // β = softplus(slope), one a layer; empty where β = 1
    private final Tensor one; // β where it is not learned
    private final Tensor lastWeight; // [1, width]
    private final Tensor lastBias; // [1]
    private final List<Tensor> parameters = new ArrayList<>();

    /** A network with random weights: uniform with deviation 1/√(3·inputs) as usual for linear layers, N(0,1) embeddings. */
    public MlpEnergy(ProductSpace space, Architecture architecture, Device device, RandomStream random) {
        this.space = space;
        this.layout = new OneHot(space);
        this.device = device;
        this.architecture = architecture;
        this.numeric =
                (int) space.columns().stream().filter(Numeric.class::isInstance).count();
        int width = architecture.width;
        int levelFeatures = architecture.levels ? 2 * FREQUENCIES.length : 0;
        int inputs = layout.columns() * architecture.embedding + numeric + levelFeatures;
        try (Scope scope = Scope.open()) {
            Noise noise = Noise.of(random, device);
            embedding = parameter(noise.normal(layout.slots(), architecture.embedding));
            fromCategories = parameter(uniform(noise, inputs, (long) layout.columns() * architecture.embedding, width));
            fromNumbers = numeric == 0 ? null : parameter(uniform(noise, inputs, numeric, width));
            fromLevels = levelFeatures == 0 ? null : parameter(uniform(noise, inputs, levelFeatures, width));
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
            one = Tensor.full(device, 1, 1).keep();
            lastWeight = parameter(uniform(noise, width, 1, width));
            lastBias = parameter(uniform(noise, width, 1));
        }
    }

    private Tensor parameter(Tensor initial) {
        parameters.add(initial.keep().track());
        return initial;
    }

    private static Tensor uniform(Noise noise, int inputs, long... shape) {
        double bound = 1 / Math.sqrt(inputs);
        return noise.uniform(shape).times(2 * bound).plus(-bound);
    }

    @Override
    public ProductSpace space() {
        return space;
    }

    @Override
    public OneHot layout() {
        return layout;
    }

    @Override
    public Device device() {
        return device;
    }

    @Override
    public List<Tensor> parameters() {
        return List.copyOf(parameters);
    }

    @Override
    public Tensor energy(Batch batch) {
        if (layout.slots() <= WIDEST_ONE_HOT) {
            return Energy.super.energy(batch);
        }
        Tensor categories = firstLayerTable().embeddingSum(layout.slotsOf(device, batch.states()));
        Tensor rest = inputs(null, batch.numbers(), batch.levels());
        Tensor first = rest == null
                ? categories.plus(firstBias)
                : categories.plus(firstBias.plusProduct(rest, firstWeights(null)));
        return fromFirstLayer(first.times(slope(0)));
    }

    @Override
    public Tensor relaxed(Tensor oneHot, Tensor numbers, @Nullable Tensor levels) {
        Tensor slope = slope(0);
        Tensor inputs = Objects.requireNonNull(inputs(oneHot, numbers, levels));
        Tensor weights = firstWeights(firstLayerTable()).times(slope);
        return fromFirstLayer(firstBias.times(slope).plusProduct(inputs, weights));
    }

    /** What the first layer multiplies, side by side; null where there is nothing. */
    private @Nullable Tensor inputs(@Nullable Tensor oneHot, Tensor numbers, @Nullable Tensor levels) {
        Tensor features = fromLevels == null ? null : features(levels, numbers.size(0));
        return side(1, oneHot, numeric == 0 ? null : numbers, features);
    }

    /** The weights of these inputs, one above the other. */
    private Tensor firstWeights(@Nullable Tensor table) {
        return Objects.requireNonNull(side(0, table, fromNumbers, fromLevels));
    }

    private static @Nullable Tensor side(int dimension, @Nullable Tensor... parts) {
        Tensor[] there = Arrays.stream(parts).filter(Objects::nonNull).toArray(Tensor[]::new);
        return switch (there.length) {
            case 0 -> null;
            case 1 -> there[0];
            default -> Tensor.cat(dimension, there);
        };
    }

    /** [slots, width]: the embedding of every level, already multiplied by its column's part of the first layer. */
    private Tensor firstLayerTable() {
        int e = architecture.embedding;
        int columns = layout.columns();
        if (layout.even()) {
            return embedding
                    .reshape(columns, layout.widest(), e)
                    .matmul(fromCategories.reshape(columns, e, architecture.width))
                    .reshape(layout.slots(), architecture.width);
        }
        Tensor[] parts = new Tensor[columns];
        for (int k = 0; k < columns; k++) {
            parts[k] = embedding
                    .narrow(0, layout.offset(k), layout.size(k))
                    .matmul(fromCategories.narrow(0, (long) k * e, e));
        }
        return Tensor.cat(0, parts);
    }

    /**
     * The network from its first layer on, given β times what that layer yields.
     *
     * <p>x·sigmoid(βx) = silu(βx)/β: slopes multiply weights and biases, which are small, and never activations, which are not. A
     * plain layer is then one product and one pass over the activations. Residual layers add what must not be scaled, and divide.
     */
    private Tensor fromFirstLayer(Tensor scaledFirst) {
        Tensor hidden = scaledFirst.silu(); // β times the activation
        Tensor above = slope(0);
        if (architecture.residual) {
            hidden = hidden.over(above);
        }
        for (int layer = 0; layer < weights.size(); layer++) {
            Tensor slope = slope(layer + 1);
            Tensor weight = weights.get(layer).times(architecture.residual ? slope : slope.over(above));
            Tensor next = hidden.linear(weight, biases.get(layer).times(slope)).silu();
            hidden = architecture.residual ? hidden.plus(next.over(slope)) : next;
            above = slope;
        }
        Tensor last = architecture.residual ? lastWeight : lastWeight.over(above);
        return hidden.linear(last, lastBias).select(1, 0);
    }

    /** β of a layer: a scalar. */
    private Tensor slope(int layer) {
        return slopes.isEmpty() ? one : slopes.get(layer).softplus();
    }

    /** Fourier features of the level; rows without one are data, of level zero. */
    private Tensor features(@Nullable Tensor levels, long rows) {
        Tensor level = levels == null ? Tensor.zeros(device, rows) : levels;
        Tensor angles = level.unsqueeze(1)
                .times(Tensor.real(device, FREQUENCIES, 1, FREQUENCIES.length))
                .times(2 * Math.PI);
        return Tensor.cat(1, angles.cos(), angles.sin());
    }

    @Override
    public void close() {
        Energy.super.close();
        one.release();
    }
}
