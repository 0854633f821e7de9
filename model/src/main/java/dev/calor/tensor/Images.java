package dev.calor.tensor;

import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * Operations on batches of images, [rows, height, width, channels]. The channels of a pixel are adjacent in memory:
 * convolutions are fastest in this order, both on the CPU and on the GPU.
 */
public final class Images {
    private Images() {}

    /**
     * A convolution with zero padding: height and width are divided by the stride, rounded up.
     *
     * @param weight [channels out, side, side, channels in], side odd
     * @param bias [channels out]
     */
    public static Tensor convolve(Tensor images, Tensor weight, Tensor bias, int stride) {
        long around = weight.size(1) / 2;
        return new Tensor(torch.conv2d(
                        channelsSecond(images),
                        channelsSecond(weight),
                        new TensorOptional(bias.raw()),
                        new long[] {stride, stride},
                        new long[] {around, around},
                        new long[] {1, 1},
                        1)
                .permute(0, 2, 3, 1));
    }

    /** The same memory with the engine's order of dimensions. */
    private static org.bytedeco.pytorch.Tensor channelsSecond(Tensor tensor) {
        return tensor.raw().permute(0, 3, 1, 2);
    }

    /**
     * The squares of side × side pixels around every {@code stride}-th pixel of images [rows, height, width], with zero padding:
     * [rows, height/stride, width/stride, side²], rounded up.
     */
    public static Tensor patches(Tensor images, int side, int stride) {
        long around = side / 2;
        org.bytedeco.pytorch.Tensor windows = torch.constant_pad_nd(images.raw(), around, around, around, around)
                .unfold(1, side, stride)
                .unfold(2, side, stride);
        return new Tensor(windows.reshape(windows.size(0), windows.size(1), windows.size(2), (long) side * side));
    }
}
