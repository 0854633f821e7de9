package dev.calor.dataset;

import dev.calor.random.RandomStream;

/**
 * Square images of grey levels: a pixel is 1 with probability level/255. Bits are drawn anew for every batch. Binary
 * images have the levels 0 and 255 only, so that every draw gives the same bits.
 *
 * @param side the number of pixels along a side
 * @param levels the grey levels as unsigned bytes, image by image, row by row
 */
@SuppressWarnings("ArrayRecordComponent") // holds data; instances are never compared
public record GreyImages(int side, byte[] levels) {
    /**
     * Checks the number of pixels.
     *
     * @throws IllegalArgumentException if {@code levels} does not hold whole images
     */
    public GreyImages {
        if (side < 1 || levels.length % (side * side) != 0) {
            throw new IllegalArgumentException(
                    levels.length + " grey levels are not whole images of " + side + " × " + side + " pixels");
        }
    }

    /** The number of pixels per image. */
    public int pixels() {
        return side * side;
    }

    /** The number of images. */
    public int count() {
        return levels.length / pixels();
    }

    /** The grey level of a pixel, from 0 (always 0) to 255 (always 1). */
    public int level(int image, int pixel) {
        return levels[image * pixels() + pixel] & 0xFF;
    }

    /** The images with indices from {@code start} (inclusive) to {@code end} (exclusive). */
    public GreyImages between(int start, int end) {
        return new GreyImages(side, java.util.Arrays.copyOfRange(levels, start * pixels(), end * pixels()));
    }

    /** The mean over all images of the probability that each pixel is 1. */
    public double[] mean() {
        double[] mean = new double[pixels()];
        for (int image = 0; image < count(); image++) {
            for (int pixel = 0; pixel < mean.length; pixel++) {
                mean[pixel] += level(image, pixel) / (255.0 * count());
            }
        }
        return mean;
    }

    /** Draws the bits of every image once. */
    public int[][] draw(RandomStream random) {
        int[][] bits = new int[count()][pixels()];
        for (int image = 0; image < bits.length; image++) {
            for (int pixel = 0; pixel < bits[image].length; pixel++) {
                bits[image][pixel] = random.nextInt(255) < level(image, pixel) ? 1 : 0;
            }
        }
        return bits;
    }

    /**
     * The images reduced to 1/factor of their side: each new pixel is the mean of factor × factor old ones.
     *
     * @throws IllegalArgumentException if {@code factor} does not divide the side
     */
    public GreyImages shrunk(int factor) {
        if (factor < 1 || side % factor != 0) {
            throw new IllegalArgumentException(
                    "images of side " + side + " shrunk by " + factor + ": allowed are divisors of the side");
        }
        int small = side / factor;
        byte[] means = new byte[count() * small * small];
        for (int place = 0; place < means.length; place++) {
            int image = place / (small * small);
            int top = place / small % small * factor;
            int left = place % small * factor;
            int sum = 0;
            for (int i = 0; i < factor * factor; i++) {
                sum += level(image, (top + i / factor) * side + left + i % factor);
            }
            means[place] = (byte) Math.round((double) sum / (factor * factor));
        }
        return new GreyImages(small, means);
    }
}
