package dev.calor.tensor;

import dev.calor.random.RandomStream;
import org.bytedeco.pytorch.Generator;
import org.bytedeco.pytorch.GeneratorOptional;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch_cuda;

/**
 * Random tensors, drawn on the device by a generator of the engine that a stream seeds: the same stream gives the same
 * numbers on the same device. A new one is made for every step, inside its scope. (The CPU's generator uses 32 bits of
 * its seed, so that among 10⁵ steps two have the same noise with probability about ½. Nothing depends on their being
 * different.)
 */
public final class Noise {
    private final Device device;
    private final GeneratorOptional generator;

    private Noise(Device device, Generator generator) {
        this.device = device;
        this.generator = new GeneratorOptional(generator);
    }

    /** A generator on a device, seeded by the next number of a stream. */
    public static Noise of(RandomStream random, Device device) {
        Engine.load();
        long seed = random.nextLong();
        if (device == Device.CUDA) {
            Generator cuda = torch_cuda.make_generator_cuda();
            cuda.set_current_seed(seed);
            return new Noise(device, cuda);
        }
        return new Noise(device, torch.make_generator_cpu(seed));
    }

    /** The device of the tensors. */
    public Device device() {
        return device;
    }

    /** Uniform numbers on [0, 1). */
    public Tensor uniform(long... shape) {
        return new Tensor(torch.rand(shape, generator, device.real()));
    }

    /**
     * Uniform numbers on [0, bound), each with a bound of its own, given as a whole tensor that broadcasts to the
     * shape. Rounded down, they are uniform on {0, …, bound − 1} for bounds below 2^24, where rounding never makes
     * u·bound equal to the bound.
     */
    public Tensor uniformBelow(Tensor bounds, long... shape) {
        return uniform(shape).clampAbove(1 - 0x1p-24).times(bounds);
    }

    /** Standard normal numbers. */
    public Tensor normal(long... shape) {
        return new Tensor(torch.randn(shape, generator, device.real()));
    }

    /** Whole numbers, uniform on {0, …, bound−1}. */
    public Tensor whole(long bound, long... shape) {
        return new Tensor(torch.randint(bound, shape, generator, device.whole()));
    }

    /** Standard Gumbel numbers: the index of the largest log p + Gumbel noise is a draw from p. */
    public Tensor gumbel(long... shape) {
        // 1 − u is in (0, 1], so neither logarithm is taken of zero, except for u = 0 (once in 2^24): there −log(1) = 0
        // gives +∞, which always wins.
        Tensor exponential = uniform(shape).negate().plus(1).log().negate();
        return exponential.clampBelow(1e-30).log().negate();
    }
}
