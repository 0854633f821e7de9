package dev.calor.dataset;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/** The public sets of binary images, 28 × 28, from the files in {@link DataFolder}. */
public enum ImageSet {
    /** MNIST with fixed bits, binarised by Salakhutdinov and Murray (2008). */
    STATIC_MNIST {
        @Override
        public Split read() throws IOException {
            return new Split(
                    bits(DataFolder.file("mnist-static.train.bin.gz"), SIDE),
                    bits(DataFolder.file("mnist-static.valid.bin.gz"), SIDE),
                    bits(DataFolder.file("mnist-static.test.bin.gz"), SIDE));
        }
    },

    /**
     * MNIST by grey level, with bits drawn anew for every batch. The last 10,000 training images are the validation
     * set.
     */
    DYNAMIC_MNIST {
        @Override
        public Split read() throws IOException {
            GreyImages train = idx(DataFolder.file("train-images-idx3-ubyte.gz"));
            int held = train.count() / 6;
            return new Split(
                    train.between(0, train.count() - held),
                    train.between(train.count() - held, train.count()),
                    idx(DataFolder.file("t10k-images-idx3-ubyte.gz")));
        }
    },

    /**
     * Omniglot by grey level. Every tenth training image is in the validation set, because the file is ordered by
     * alphabet. This is not the file that the published figures were computed on: do not compare with them.
     */
    OMNIGLOT {
        @Override
        public Split read() throws IOException {
            GreyImages train = levels(DataFolder.file("omniglot28.train.u8.gz"), SIDE);
            return new Split(
                    every(train, TENTH, false),
                    every(train, TENTH, true),
                    levels(DataFolder.file("omniglot28.test.u8.gz"), SIDE));
        }
    };

    private static final int SIDE = 28;
    private static final int TENTH = 10;
    private static final int IDX_IMAGES = 2051;

    /** Training, validation and test images. */
    public record Split(GreyImages train, GreyImages valid, GreyImages test) {
        /**
         * All three sets reduced in size; see {@link GreyImages#shrunk}.
         *
         * @throws IllegalArgumentException if {@code factor} does not divide the side
         */
        public Split shrunk(int factor) {
            return new Split(train.shrunk(factor), valid.shrunk(factor), test.shrunk(factor));
        }
    }

    /**
     * Reads the set from its files.
     *
     * @throws IOException if a file does not exist or is damaged
     */
    public abstract Split read() throws IOException;

    /**
     * The set with this name.
     *
     * @throws IllegalArgumentException if there is no such set
     */
    public static ImageSet named(String name) {
        return Arrays.stream(values())
                .filter(known -> known.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + name + "' is not a set of images: give one of "
                        + Arrays.stream(values()).map(ImageSet::toString).collect(Collectors.joining(", "))));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** An IDX file of images: big-endian 2051, count, height, width, then one byte per pixel. */
    static GreyImages idx(Path file) throws IOException {
        try (DataInputStream stream = new DataInputStream(new GZIPInputStream(open(file)))) {
            int magic = stream.readInt();
            if (magic != IDX_IMAGES) {
                throw new IOException(
                        file + ": begins with " + magic + ", but a file of images begins with " + IDX_IMAGES);
            }
            int count = stream.readInt();
            int height = stream.readInt();
            int width = stream.readInt();
            if (height != width) {
                throw new IOException(file + ": images of " + height + " × " + width + " pixels; allowed are squares");
            }
            byte[] levels = stream.readAllBytes();
            if (levels.length != (long) count * height * width) {
                throw new IOException(file + ": " + levels.length + " pixels where " + count + " images of " + height
                        + " × " + width + " are announced; the file is damaged");
            }
            return new GreyImages(height, levels);
        } catch (EOFException cut) {
            throw new IOException(file + ": cut short; the file is damaged", cut);
        }
    }

    /** Reads packed bits without a header, the most significant bit first. */
    static GreyImages bits(Path file, int side) throws IOException {
        byte[] packed = bytes(file);
        byte[] levels = new byte[packed.length * Byte.SIZE];
        for (int i = 0; i < levels.length; i++) {
            boolean ink = (packed[i / Byte.SIZE] >> (Byte.SIZE - 1 - i % Byte.SIZE) & 1) == 1;
            levels[i] = (byte) (ink ? 255 : 0);
        }
        return images(file, side, levels);
    }

    /** Reads one byte per pixel, without a header. */
    static GreyImages levels(Path file, int side) throws IOException {
        return images(file, side, bytes(file));
    }

    private static GreyImages images(Path file, int side, byte[] levels) throws IOException {
        if (levels.length % (side * side) != 0) {
            throw new IOException(file + ": " + levels.length + " pixels are not whole images of " + side + " × " + side
                    + "; the file is damaged");
        }
        return new GreyImages(side, levels);
    }

    private static byte[] bytes(Path file) throws IOException {
        try (GZIPInputStream stream = new GZIPInputStream(open(file))) {
            return stream.readAllBytes();
        }
    }

    private static java.io.InputStream open(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new IOException(file + " does not exist: set CALOR_DATA to the folder of the data sets");
        }
        return Files.newInputStream(file);
    }

    /** The images whose index is a multiple of {@code step}, or those whose index is not. */
    private static GreyImages every(GreyImages images, int step, boolean multiples) {
        int pixels = images.pixels();
        byte[] chosen = new byte[images.levels().length];
        int length = 0;
        for (int image = 0; image < images.count(); image++) {
            if ((image % step == 0) == multiples) {
                System.arraycopy(images.levels(), image * pixels, chosen, length, pixels);
                length += pixels;
            }
        }
        return new GreyImages(images.side(), Arrays.copyOf(chosen, length));
    }
}
