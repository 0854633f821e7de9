package dev.calor.dataset;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.PublicData;
import dev.calor.random.RandomStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImageSetTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private Path file(byte... bytes) throws IOException {
        Path file = folder.resolve("file.gz");
        try (OutputStream stream = new GZIPOutputStream(Files.newOutputStream(file))) {
            stream.write(bytes);
        }
        return file;
    }

    private static byte[] idx(int magic, int count, int height, int width, int... pixels) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream data = new DataOutputStream(bytes);
        for (int word : new int[] {magic, count, height, width}) {
            data.writeInt(word);
        }
        for (int pixel : pixels) {
            data.writeByte(pixel);
        }
        return bytes.toByteArray();
    }

    @Test
    @DisplayName("IDX files are read byte by byte; other files, oblong images and missing pixels are refused")
    void idx() throws IOException {
        GreyImages images = ImageSet.idx(file(idx(2051, 2, 2, 2, 0, 255, 7, 128, 1, 2, 3, 4)));
        assertEquals(2, images.count());
        assertEquals(2, images.side());
        assertEquals(255, images.level(0, 1));
        assertEquals(128, images.level(0, 3));
        assertEquals(3, images.level(1, 2));
        assertMessage("begins with 2049", idx(2049, 1, 1, 1, 0));
        assertMessage("1 × 2 pixels", idx(2051, 1, 1, 2, 0, 0));
        assertMessage("3 pixels where 1 images of 2 × 2", idx(2051, 1, 2, 2, 0, 0, 0));
        assertMessage("cut short", new byte[] {0, 0, 8});
    }

    private void assertMessage(String part, byte[] bytes) throws IOException {
        Path file = file(bytes);
        assertMessage(part, () -> ImageSet.idx(file));
    }

    private static void assertMessage(String part, Executable read) {
        String found = String.valueOf(assertThrows(IOException.class, read).getMessage());
        assertTrue(found.contains(part), found);
    }

    @Test
    @DisplayName("Packed bits come most significant first, levels as they are")
    void packed() throws IOException {
        GreyImages bits = ImageSet.bits(file((byte) 0b1010_0001, (byte) 0b0000_0010), 4);
        assertArrayEquals(
                new int[][] {{1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0}}, bits.draw(RandomStream.of(1)));
        GreyImages levels = ImageSet.levels(file((byte) 200, (byte) 3), 1);
        assertEquals(200, levels.level(0, 0));
        assertEquals(3, levels.level(1, 0));
        Path odd = file((byte) 1, (byte) 2, (byte) 3);
        assertMessage("3 pixels are not whole images", () -> ImageSet.levels(odd, 2));
    }

    @Test
    @DisplayName("Ink comes with probability level/255; shrinking takes means")
    void levels() {
        GreyImages images = new GreyImages(2, new byte[] {0, (byte) 255, 51, (byte) 204, 0, 0, 0, 0});
        assertArrayEquals(new double[] {0, 0.5, 0.1, 0.4}, images.mean(), 1e-12);
        GreyImages small = images.shrunk(2);
        assertEquals(1, small.side());
        assertEquals(128, small.level(0, 0)); // 127.5, rounded
        assertEquals(0, small.level(1, 0));
        int count = 20_000;
        byte[] one = new byte[count];
        Arrays.fill(one, (byte) 51);
        int[][] bits = new GreyImages(1, one).draw(RandomStream.of(2));
        double share = Arrays.stream(bits).mapToInt(image -> image[0]).sum() / (double) count;
        // Five deviations of √(0.2·0.8/20,000): a false alarm in 10⁶ seeds; this one is fixed.
        assertEquals(0.2, share, 5 * Math.sqrt(0.16 / count));
        assertRefused(() -> new GreyImages(2, new byte[3]), "3 grey levels");
        assertRefused(() -> images.shrunk(3), "shrunk by 3", "divisors");
    }

    @ParameterizedTest
    @CsvSource({
        "static-mnist, 50000, 10000, 10000, 0.1306, 0.1325",
        "dynamic-mnist, 50000, 10000, 10000, 0.1307, 0.1325",
        "omniglot, 21910, 2435, 8115, 0.08, 0.08"
    })
    @DisplayName("The public files hold what their description says")
    void publicFiles(String name, int train, int valid, int test, double trainInk, double testInk) throws IOException {
        PublicData.require("mnist-static.train.bin.gz");
        ImageSet.Split split = ImageSet.named(name).read();
        assertEquals(train, split.train().count());
        assertEquals(valid, split.valid().count());
        assertEquals(test, split.test().count());
        assertEquals(28, split.train().side());
        assertEquals(trainInk, Arrays.stream(split.train().mean()).average().orElseThrow(), 0.003);
        assertEquals(testInk, Arrays.stream(split.test().mean()).average().orElseThrow(), 0.003);
    }

    @Test
    @DisplayName("Unknown sets are refused with the known ones")
    void unknown() {
        assertRefused(() -> ImageSet.named("cifar"), "'cifar'", "static-mnist, dynamic-mnist, omniglot");
    }
}
