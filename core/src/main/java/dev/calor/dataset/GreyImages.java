package dev.calor.dataset;

import dev.calor.random.RandomStream;

/**
 * Square images of grey levels: a pixel is ink with probability level/255. Fresh bits are drawn from them in every batch; images of
 * fixed bits have the levels 0 and 255 alone and are the same in every draw.
 *
 * @param side in pixels
 * @param levels unsigned, image by image, row by row
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier; never compared
public record GreyImages(int side, byte[] levels) {
    public GreyImages {
        if (side < 1 || levels.length % (side * side) != 0) {
            throw new IllegalArgumentException(
                    levels.length + " grey levels are not whole images of " + side + " × " + side + " pixels");
        }
    }

    public int pixels() {
        return side * side;
    }

    public int count() {
        return levels.length / pixels();
    }

    /** From 0, paper, to 255, ink. */
    public int level(int image, int pixel) {
        return levels[image * pixels() + pixel] & 0xFF;
    }

    /** The images from one number up to another. */
    public GreyImages between(int start, int end) {
        return new GreyImages(side, java.util.Arrays.copyOfRange(levels, start * pixels(), end * pixels()));
    }

    /** The probability of ink of every pixel, over all images. */
    public double[] mean() {
        double[] mean = new double[pixels()];
        for (int image = 0; image < count(); image++) {
            for (int pixel = 0; pixel < mean.length; pixel++) {
                mean[pixel] += level(image, pixel) / (255.0 * count());
            }
        }
        return mean;
    }

    /** Every image as bits, drawn once. */
    public int[][] draw(RandomStream random) {
        int[][] bits = new int[count()][pixels()];
        for (int image = 0; image < bits.length; image++) {
            for (int pixel = 0; pixel < bits[image].length; pixel++) {
                bits[image][pixel] = random.nextInt(255) < level(image, pixel) ? 1 : 0;
            }
        }
        return bits;
    }

    /** The mean of squares of pixels, a side that many times shorter: for trials on small images. */
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
