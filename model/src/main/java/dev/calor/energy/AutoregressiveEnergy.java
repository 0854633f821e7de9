package dev.calor.energy;

import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.space.ProductSpace;
import dev.calor.tensor.Device;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A law that can be drawn from, as an energy: U(x) = −Σ_k log p(x_k | x_1, …, x_{k−1}), by one masked network (MADE, Germain and others
 * 2015) that yields all conditional laws in one evaluation. Z is 1.
 *
 * <p>It is the forward policy of a GFlowNet that sets the columns of a row one after the other: a row has one trajectory, so that the
 * backward policy is certain, and {@link dev.calor.objective.TrajectoryBalance} trains it towards another energy.
 */
public final class AutoregressiveEnergy extends LearnedEnergy {
    private final List<Tensor> weights = new ArrayList<>(); // [outputs, inputs] each
    private final List<Tensor> biases = new ArrayList<>();
    private final List<Tensor> masks = new ArrayList<>(); // of the weights: 1 where an output may see an input

    /** A network of so many hidden layers, uniform with deviation 1/√(3·inputs); its last layer starts at zero, the uniform law. */
    public AutoregressiveEnergy(ProductSpace space, int width, int depth, Device device, RandomStream random) {
        super(space, device);
        if (width < 1 || depth < 1) {
            throw new IllegalArgumentException(
                    "a network of " + depth + " hidden layers of " + width + ": both are at least 1");
        }
        if (layout().columns() < space.dimension()) {
            throw new IllegalArgumentException("a space with numeric columns: allowed are finite ones");
        }
        try (Scope scope = Scope.open()) {
            Noise noise = Noise.of(random, device);
            // The last column each input, and each unit of a layer, knows of; the first is column 1.
            int[] known = new int[layout().slots()];
            for (int k = 0; k < layout().columns(); k++) {
                Arrays.fill(known, layout().offset(k), layout().offset(k) + layout().size(k), k + 1);
            }
            int[] columnOfSlot = known;
            for (int layer = 0; layer < depth; layer++) {
                int[] next = new int[width];
                for (int unit = 0; unit < width; unit++) {
                    next[unit] = 1 + unit % Math.max(1, layout().columns() - 1);
                }
                add(known, next, 0, uniform(noise, known.length, width, known.length));
                known = next;
            }
            add(known, columnOfSlot, 1, Tensor.zeros(device, columnOfSlot.length, known.length));
        }
    }

    /** A layer whose unit of column k sees what knows of no column after k − {@code before}. */
    private void add(int[] inputs, int[] outputs, int before, Tensor weight) {
        double[] mask = new double[outputs.length * inputs.length];
        for (int out = 0; out < outputs.length; out++) {
            for (int in = 0; in < inputs.length; in++) {
                mask[out * inputs.length + in] = inputs[in] <= outputs[out] - before ? 1 : 0;
            }
        }
        masks.add(Tensor.real(device(), mask, outputs.length, inputs.length).keep());
        weights.add(parameter(weight));
        biases.add(parameter(Tensor.zeros(device(), outputs.length)));
    }

    @Override
    public Tensor relaxed(Tensor oneHot, Tensor numbers, @Nullable Tensor levels) {
        Tensor laws = logLaws(oneHot).reshape(oneHot.size(0), -1);
        if (layout().even()) {
            return laws.times(oneHot).sum(1).negate();
        }
        Tensor perSlot = laws.indexSelect(1, placesInPadding());
        return perSlot.times(oneHot).sum(1).negate();
    }

    /** Where each slot lies in columns that are all made as wide as the widest. */
    private Tensor placesInPadding() {
        long[] places = new long[layout().slots()];
        for (int k = 0; k < layout().columns(); k++) {
            for (int v = 0; v < layout().size(k); v++) {
                places[layout().offset(k) + v] = (long) k * layout().widest() + v;
            }
        }
        return Tensor.whole(device(), places, places.length);
    }

    /** log p(· | x_1, …, x_{k−1}) of every column: [rows, columns, widest]. */
    private Tensor logLaws(Tensor oneHot) {
        Tensor hidden = oneHot;
        for (int layer = 0; layer < weights.size(); layer++) {
            hidden = hidden.linear(masked(layer), biases.get(layer));
            if (layer + 1 < weights.size()) {
                hidden = hidden.silu();
            }
        }
        return layout().padded(device(), hidden).logSoftmax(2);
    }

    /** Rows of the law, a column after the other. The first layer is not evaluated anew: what was drawn is added to it. */
    public Batch draw(long count, Noise noise) {
        try (NoGradient guard = NoGradient.open()) {
            Tensor states = Tensor.fullWhole(device(), 0, count, layout().columns());
            Tensor gumbel = noise.gumbel(count, layout().columns(), layout().widest());
            Tensor perSlot = masked(0).transpose(); // [slots, width]
            Tensor first = biases.get(0).expand(count, perSlot.size(1)).copy();
            List<Tensor> above =
                    IntStream.range(1, weights.size()).mapToObj(this::masked).toList();
            for (int k = 0; k < layout().columns(); k++) {
                try (Scope scope = Scope.open()) {
                    Tensor law = law(k, first, above);
                    Tensor drawn = law.plus(gumbel.select(1, k).narrow(1, 0, layout().size(k)))
                            .argMax(1);
                    states.narrow(1, k, 1).assign(drawn.unsqueeze(1));
                    first.add(1, perSlot.indexSelect(0, drawn.plus((long) layout().offset(k))));
                }
            }
            return Batch.ofStates(device(), states);
        }
    }

    private Tensor masked(int layer) {
        return weights.get(layer).times(masks.get(layer));
    }

    /** log p(x_k | x_1, …, x_{k−1}) up to a constant, given the first layer: [rows, S_k]. */
    private Tensor law(int k, Tensor first, List<Tensor> above) {
        Tensor hidden = first.silu();
        int last = above.size();
        for (int layer = 1; layer < last; layer++) {
            hidden = hidden.linear(above.get(layer - 1), biases.get(layer)).silu();
        }
        return hidden.linear(
                above.get(last - 1).narrow(0, layout().offset(k), layout().size(k)),
                biases.get(last).narrow(0, layout().offset(k), layout().size(k)));
    }

    @Override
    public void close() {
        super.close();
        masks.forEach(Tensor::release);
    }
}
