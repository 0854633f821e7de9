package dev.calor.energy;

import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.space.ProductSpace;
import dev.calor.space.Uniform;
import dev.calor.tensor.Device;
import dev.calor.tensor.Images;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A residual network on square binary images [P appendix-sec-discrete-image-modelling]: a 3×3 convolution, two residual
 * blocks that halve the side, residual blocks that keep it, the mean over pixels, a linear layer. Every block is silu(x
 * + conv(silu(conv(x)))), with a 1×1 convolution of x where the side is halved.
 *
 * <p>Pixels are Uniform(2) columns, row by row. The network's input is the weight of state 1 (ink) of every pixel.
 */
public final class ResNetEnergy extends LearnedEnergy {
    /**
     * The sizes of the network.
     *
     * @param side the side of the images in pixels, even
     * @param channels the number of channels of every layer
     * @param blocks the number of residual blocks that keep the side
     */
    public record Architecture(int side, int channels, int blocks) {
        /**
         * Checks the sizes.
         *
         * @throws IllegalArgumentException if {@code side} is odd or below 2, {@code channels} is below 1, or
         *     {@code blocks} is negative
         */
        public Architecture {
            if (side < 2 || side % 2 != 0 || channels < 1 || blocks < 0) {
                throw new IllegalArgumentException("a residual network of side " + side + ", " + channels
                        + " channels and " + blocks
                        + " blocks: allowed are even sides of 2 or more, at least 1 channel,"
                        + " and 0 or more blocks");
            }
        }

        /** The paper's network: 28 × 28 pixels, 64 channels, six blocks after the two that halve the side. */
        public static Architecture paper() {
            return new Architecture(28, 64, 6);
        }

        /**
         * The number of multiplications and additions for the energy of one image; its gradient takes twice as many in
         * addition.
         */
        public double operations() {
            int half = side / 2;
            int quarter = (half + 1) / 2;
            double perPixel = 18.0 * channels * channels; // operations of a 3×3 convolution
            double stem = 2.0 * Stem.REACH * Stem.REACH * 2 * channels;
            double halving = 2 * perPixel + perPixel / 9;
            return half * half * (stem + perPixel)
                    + quarter * quarter * (halving + blocks * 2 * perPixel)
                    + 2.0 * channels;
        }
    }

    private final int side;
    private final Stem stem;
    private final Convolution afterStem;
    private final List<Block> blocks = new ArrayList<>();
    private final Tensor lastWeight; // [1, channels]
    private final Tensor lastBias; // [1]

    /** A residual block; without a shortcut convolution its input is added unchanged. */
    private record Block(
            Convolution first, Convolution second, @Nullable Convolution shortcut) {
        Tensor of(Tensor images) {
            Tensor changed = second.of(first.of(images).silu());
            return changed.plus(shortcut == null ? images : shortcut.of(images)).silu();
        }
    }

    /** A network with random weights, uniform with standard deviation 1/√(3·inputs). */
    public ResNetEnergy(Architecture architecture, Device device, RandomStream random) {
        super(ProductSpace.power(new Uniform(2), architecture.side * architecture.side), device);
        this.side = architecture.side;
        int channels = architecture.channels;
        try (Scope scope = Scope.open()) {
            Noise noise = Noise.of(random, device);
            Convolution input = convolution(noise, 1, channels, 3, 1);
            Convolution first = convolution(noise, channels, channels, 3, 2);
            Convolution shortcut = convolution(noise, channels, channels, 1, 2);
            stem = new Stem(
                    input.weight(),
                    input.bias(),
                    first.weight(),
                    first.bias(),
                    shortcut.weight(),
                    shortcut.bias(),
                    device);
            afterStem = convolution(noise, channels, channels, 3, 1);
            blocks.add(new Block(
                    convolution(noise, channels, channels, 3, 2),
                    convolution(noise, channels, channels, 3, 1),
                    convolution(noise, channels, channels, 1, 2)));
            for (int block = 0; block < architecture.blocks; block++) {
                blocks.add(new Block(
                        convolution(noise, channels, channels, 3, 1),
                        convolution(noise, channels, channels, 3, 1),
                        null));
            }
            lastWeight = parameter(uniform(noise, channels, 1, channels));
            lastBias = parameter(uniform(noise, channels, 1));
        }
    }

    private Convolution convolution(Noise noise, int from, int to, int kernel, int stride) {
        return Convolution.random(this, noise, from, to, kernel, stride);
    }

    @Override
    public Tensor relaxed(Tensor oneHot, Tensor numbers, @Nullable Tensor levels) {
        return ofInk(oneHot.reshape(oneHot.size(0), space().dimension(), 2).select(2, 1));
    }

    @Override
    public Tensor energy(Batch batch) {
        return ofInk(batch.states().toReal(device()));
    }

    /** Computed from the weights of ink alone, which are half as many numbers as one-hot codes. */
    @Override
    public Gradient innermost(Batch batch) {
        Tensor ink = batch.states().toReal(device()).track();
        Tensor energy = ofInk(ink);
        Tensor gradient = energy.sum().gradients(List.of(ink)).get(0);
        Tensor codes = Tensor.stack(2, List.of(gradient.times(0.0), gradient)).reshape(batch.rows(), layout().slots());
        return new Gradient(energy.detach(), codes, batch.numbers());
    }

    /** U of images [rows, pixels]. */
    private Tensor ofInk(Tensor ink) {
        Tensor patches = Images.patches(ink.reshape(ink.size(0), side, side), Stem.REACH, 2);
        Tensor hidden = afterStem
                .of(stem.first(patches).silu())
                .plus(stem.shortcut(patches))
                .silu();
        for (Block block : blocks) {
            hidden = block.of(hidden);
        }
        Tensor mean = hidden.reshape(ink.size(0), -1, hidden.size(3)).mean(1);
        return mean.linear(lastWeight, lastBias).select(1, 0);
    }

    @Override
    public void close() {
        super.close();
        stem.close();
    }
}
