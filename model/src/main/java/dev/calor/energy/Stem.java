package dev.calor.energy;

import dev.calor.tensor.Device;
import dev.calor.tensor.Tensor;

/**
 * The first two convolutions of {@link ResNetEnergy} fused into one. There is no activation between the 3×3 convolution
 * from one channel and the 3×3 convolution of stride two after it, so together they are one linear map of the 5×5
 * pixels around every second pixel. The feature map in between, by far the largest of the network, is never computed.
 *
 * <p>Outside the image, the second convolution is given zeros, not values of the first. With stride two and an even
 * side this matters at the upper and the left border: squares there have kernels of their own, in which the upper row,
 * the left column, or both, of the second convolution are missing.
 */
final class Stem implements AutoCloseable {
    /** The side, in pixels, of the square that one pixel of the result depends on. */
    static final int REACH = 5;

    private static final int KERNEL = 3;
    private static final int TAPS = KERNEL * KERNEL;
    private static final int PIXELS = REACH * REACH;
    private static final int BORDERS = 4; // none, upper, left, both

    private final Tensor inputWeight; // [channels, 3, 3, 1]
    private final Tensor inputBias;
    private final Tensor weight; // [channels, 3, 3, channels], of stride two
    private final Tensor bias;
    private final Tensor shortcutWeight; // [channels, 1, 1, channels], of stride two
    private final Tensor shortcutBias;
    private final Tensor
            places; // [taps² of both kernels, borders · pixels]: the pixel of the square that a product of two taps
    // belongs to
    private final Tensor present; // [taps, borders]: whether a tap of the second kernel is inside the image
    private final Tensor centre; // [taps, pixels]: the first kernel in the middle of the square

    Stem(
            Tensor inputWeight,
            Tensor inputBias,
            Tensor weight,
            Tensor bias,
            Tensor shortcutWeight,
            Tensor shortcutBias,
            Device device) {
        this.inputWeight = inputWeight;
        this.inputBias = inputBias;
        this.weight = weight;
        this.bias = bias;
        this.shortcutWeight = shortcutWeight;
        this.shortcutBias = shortcutBias;
        double[] places = new double[TAPS * TAPS * BORDERS * PIXELS];
        double[] present = new double[TAPS * BORDERS];
        double[] centre = new double[TAPS * PIXELS];
        for (int second = 0; second < TAPS; second++) {
            int down = second / KERNEL;
            int right = second % KERNEL;
            centre[second * PIXELS + (down + 1) * REACH + right + 1] = 1;
            for (int border = 0; border < BORDERS; border++) {
                boolean outside = (border % 2 == 1 && down == 0) || (border / 2 == 1 && right == 0);
                if (outside) {
                    continue;
                }
                present[second * BORDERS + border] = 1;
                for (int first = 0; first < TAPS; first++) {
                    int pixel = (down + first / KERNEL) * REACH + right + first % KERNEL;
                    places[((second * TAPS + first) * BORDERS + border) * PIXELS + pixel] = 1;
                }
            }
        }
        this.places = Tensor.real(device, places, TAPS * TAPS, (long) BORDERS * PIXELS)
                .keep();
        this.present = Tensor.real(device, present, TAPS, BORDERS).keep();
        this.centre = Tensor.real(device, centre, TAPS, PIXELS).keep();
    }

    /** Both convolutions of squares [rows, height, width, 25]: [rows, height, width, channels]. */
    Tensor first(Tensor patches) {
        long channels = weight.size(0);
        Tensor input = inputWeight.reshape(channels, TAPS);
        Tensor second = weight.reshape(channels * TAPS, channels);
        Tensor kernels = second.matmul(input)
                .reshape(channels, TAPS * TAPS)
                .matmul(places)
                .reshape(channels, BORDERS, PIXELS);
        Tensor constants = second.matmul(inputBias.unsqueeze(1))
                .reshape(channels, TAPS)
                .matmul(present)
                .plus(bias.unsqueeze(1));
        long rest = patches.size(1) - 1;
        return Tensor.cat(
                1,
                line(patches.narrow(1, 0, 1), kernels, constants, 1),
                line(patches.narrow(1, 1, rest), kernels, constants, 0));
    }

    /** Rows of squares that are, or are not, at the upper border. */
    private static Tensor line(Tensor patches, Tensor kernels, Tensor constants, int upper) {
        long rest = patches.size(2) - 1;
        return Tensor.cat(
                2,
                patches.narrow(2, 0, 1).linear(kernels.select(1, 2 + upper), constants.select(1, 2 + upper)),
                patches.narrow(2, 1, rest).linear(kernels.select(1, upper), constants.select(1, upper)));
    }

    /** The first convolution and the 1×1 convolution of stride two, which does not depend on the border. */
    Tensor shortcut(Tensor patches) {
        long channels = weight.size(0);
        Tensor through = shortcutWeight.reshape(channels, channels);
        Tensor kernel = through.matmul(inputWeight.reshape(channels, TAPS)).matmul(centre);
        Tensor constant = through.matmul(inputBias.unsqueeze(1)).select(1, 0).plus(shortcutBias);
        return patches.linear(kernel, constant);
    }

    @Override
    public void close() {
        places.release();
        present.release();
        centre.release();
    }
}
