package dev.calor.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.chart.HeatMap.Palette;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeatMapTest {
    private static final double[][] SIGNED = {{-2, 0, 2}, {-1, 1, 9}};

    private static int colour(BufferedImage image, int x, int y) {
        return image.getRGB(x, y) & 0xFFFFFF;
    }

    @Test
    @DisplayName("A diverging map is blue below zero, white at it, red above; values beyond the range take its ends")
    void diverging() {
        BufferedImage image = new HeatMap(Palette.DIVERGING, 2, 1).image(SIGNED);
        assertEquals(0x053061, colour(image, 0, 0));
        assertEquals(0xF7F7F7, colour(image, 1, 0));
        assertEquals(0x67001F, colour(image, 2, 0));
        assertEquals(0x4393C3, colour(image, 0, 1));
        assertEquals(0xD6604D, colour(image, 1, 1));
        assertEquals(0x67001F, colour(image, 2, 1));
    }

    @Test
    @DisplayName("A sequential map begins at zero; half way between two colours is their mean; NaN is grey")
    void sequential() {
        double[][] matrix = {{0, 4, 0.5, Double.NaN, -1}};
        BufferedImage image = new HeatMap(Palette.SEQUENTIAL, 4, 1).image(matrix);
        assertEquals(0x440154, colour(image, 0, 0));
        assertEquals(0xFDE725, colour(image, 1, 0));
        assertEquals(0x402A70, colour(image, 2, 0)); // (44+3B)/2, (01+52)/2, (54+8B)/2, halves up
        assertEquals(0x808080, colour(image, 3, 0));
        assertEquals(0x440154, colour(image, 4, 0));
    }

    @Test
    @DisplayName("Cells are squares, matrices stand side by side with a white gap, and a PNG keeps every pixel")
    void layout(@TempDir Path folder) throws IOException {
        HeatMap map = new HeatMap(Palette.DIVERGING, 2, 3);
        BufferedImage image = map.beside(List.of(SIGNED, new double[][] {{2}}), 4);
        assertEquals(3 * 3 + 4 + 3, image.getWidth());
        assertEquals(2 * 3, image.getHeight());
        assertEquals(colour(image, 0, 0), colour(image, 2, 2));
        assertEquals(0xFFFFFF, colour(image, 9, 0));
        assertEquals(0x67001F, colour(image, 13, 0));
        assertEquals(0xFFFFFF, colour(image, 13, 3)); // below the shorter matrix

        Path file = folder.resolve("map.png");
        HeatMap.write(image, file);
        BufferedImage read = ImageIO.read(file.toFile());
        for (int x = 0; x < image.getWidth(); x++) {
            for (int y = 0; y < image.getHeight(); y++) {
                assertEquals(colour(image, x, y), colour(read, x, y));
            }
        }
    }

    @Test
    @DisplayName("Rows of matrices stand below each other, as tall as their tallest, with the same gap")
    void rows() {
        HeatMap map = new HeatMap(Palette.DIVERGING, 2, 3);
        double[][] high = {{2}};
        BufferedImage image = map.rows(List.of(List.of(SIGNED, high), List.<double[][]>of(high)), 4);
        assertEquals(3 * 3 + 4 + 3, image.getWidth());
        assertEquals(2 * 3 + 4 + 3, image.getHeight());
        assertEquals(0x67001F, colour(image, 13, 2));
        assertEquals(0xFFFFFF, colour(image, 0, 6)); // between the rows
        assertEquals(0x67001F, colour(image, 0, 10));
        assertEquals(0xFFFFFF, colour(image, 3, 10)); // right of the shorter row
    }

    @Test
    @DisplayName("What cannot be drawn is refused")
    void refused() {
        assertRefused("highest value -1.0", () -> new HeatMap(Palette.DIVERGING, -1, 1));
        assertRefused("cells of 0 pixels", () -> new HeatMap(Palette.DIVERGING, 1, 0));
        HeatMap map = new HeatMap(Palette.DIVERGING, 1, 1);
        assertRefused("without entries", () -> map.image(new double[0][0]));
        assertRefused("rows of 2 and of 1", () -> map.image(new double[][] {{1, 2}, {1}}));
        assertRefused("smaller cells", () -> new HeatMap(Palette.DIVERGING, 1, 30_000).image(SIGNED));
    }

    private static void assertRefused(String part, org.junit.jupiter.api.function.Executable call) {
        String message = String.valueOf(
                assertThrows(IllegalArgumentException.class, call).getMessage());
        assertTrue(message.contains(part), message);
    }
}
