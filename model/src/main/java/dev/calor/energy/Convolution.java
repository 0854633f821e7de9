package dev.calor.energy;

import dev.calor.tensor.Images;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;

/**
 * A convolution with its weights.
 *
 * @param weight [channels out, kernel, kernel, channels in]
 * @param bias [channels out]
 * @param stride the number of pixels from one result to the next
 */
record Convolution(Tensor weight, Tensor bias, int stride) {
    /** A convolution with random weights, uniform with standard deviation 1/√(3·inputs), which become parameters of an energy. */
    static Convolution random(LearnedEnergy owner, Noise noise, int from, int to, int kernel, int stride) {
        int inputs = from * kernel * kernel;
        return new Convolution(
                owner.parameter(LearnedEnergy.uniform(noise, inputs, to, kernel, kernel, from)),
                owner.parameter(LearnedEnergy.uniform(noise, inputs, to)),
                stride);
    }

    /** [rows, height, width, channels in] becomes [rows, height/stride, width/stride, channels out], rounded up. */
    Tensor of(Tensor images) {
        return Images.convolve(images, weight, bias, stride);
    }
}
