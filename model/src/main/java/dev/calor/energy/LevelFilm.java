package dev.calor.energy;

import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;

/**
 * Conditions a network of several layers on the noise level s (FiLM, Perez and others 2018): a small network of s gives a scale
 * and a shift for every channel of every layer. Its inputs are s, and the sine and cosine of πfs/2 for f = 1, …, 16. In the
 * beginning all scales are 1 and all shifts 0.
 */
final class LevelFilm {
    private static final int FREQUENCIES = 16;
    private static final int FEATURES = 1 + 2 * FREQUENCIES;
    private static final int WIDTH = 128;

    private final Device device;
    private final int layers;
    private final int channels;
    private final Tensor firstWeight; // [width, features]
    private final Tensor firstBias;
    private final Tensor secondWeight; // [width, width]
    private final Tensor secondBias;
    private final Tensor weight; // [layers · 2 · channels, width]
    private final Tensor bias;

    /** New parameters of an energy. */
    LevelFilm(LearnedEnergy owner, Noise noise, int layers, int channels) {
        this.device = noise.device();
        this.layers = layers;
        this.channels = channels;
        firstWeight = owner.parameter(LearnedEnergy.uniform(noise, FEATURES, WIDTH, FEATURES));
        firstBias = owner.parameter(LearnedEnergy.uniform(noise, FEATURES, WIDTH));
        secondWeight = owner.parameter(LearnedEnergy.uniform(noise, WIDTH, WIDTH, WIDTH));
        secondBias = owner.parameter(LearnedEnergy.uniform(noise, WIDTH, WIDTH));
        weight = owner.parameter(Tensor.zeros(device, 2L * layers * channels, WIDTH));
        bias = owner.parameter(Tensor.zeros(device, 2L * layers * channels));
    }

    /** The scales less 1 and the shifts of a batch: [rows, layers, 2, 1, 1, channels]. */
    record Modulation(Tensor all) {
        /** A layer's activations [rows, height, width, channels], scaled and shifted. */
        Tensor of(int layer, Tensor hidden) {
            Tensor both = all.select(1, layer);
            return hidden.times(both.select(1, 0).plus(1.0)).plus(both.select(1, 1));
        }

        /** The scales less 1 of a layer: [rows, channels]. */
        Tensor scale(int layer) {
            return all.select(1, layer).select(1, 0).select(1, 0).select(1, 0);
        }

        /** The first shift of a layer: [rows]. */
        Tensor shift(int layer) {
            return all.select(1, layer).select(1, 1).select(1, 0).select(1, 0).select(1, 0);
        }
    }

    /** The modulation at levels [rows]. */
    Modulation at(Tensor levels) {
        Tensor level = levels.unsqueeze(1);
        Tensor frequencies = Tensor.range(device, FREQUENCIES).toReal(device).plus(1.0);
        Tensor angles = level.times(frequencies.times(Math.PI / 2));
        Tensor hidden = Tensor.cat(1, level, angles.sin(), angles.cos())
                .linear(firstWeight, firstBias)
                .silu()
                .linear(secondWeight, secondBias)
                .silu();
        return new Modulation(hidden.linear(weight, bias).reshape(levels.size(0), layers, 2, 1, 1, channels));
    }
}
