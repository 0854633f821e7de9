package dev.calor.chart;

import dev.calor.file.WholeFile;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;

/**
 * Matrices as images: one square per entry, the first row at the top.
 *
 * @param palette the colours
 * @param highest the value with the last colour; the palette begins at 0, or at −highest where it diverges. Values
 *     beyond are drawn as the nearest of these, NaN in grey
 * @param cell the side of a square in pixels
 */
public record HeatMap(Palette palette, double highest, int cell) {
    private static final int LARGEST_SIDE = 20_000;
    private static final int GROUND = 0xFFFFFF;
    private static final int NAN = 0x808080;

    /** Colours from the lowest value to the highest, evenly spaced, linear between. */
    public enum Palette {
        /** For values of at least 0: dark to bright, also for colour-blind readers (viridis). */
        SEQUENTIAL,
        /** For signed values: blue below zero, white at it, red above. */
        DIVERGING,
        /** For images of ink on paper. */
        INK;

        private int[] colours() {
            return switch (this) {
                case SEQUENTIAL -> new int[] {0x440154, 0x3B528B, 0x21918C, 0x5EC962, 0xFDE725};
                case DIVERGING -> new int[] {0x053061, 0x4393C3, 0xF7F7F7, 0xD6604D, 0x67001F};
                case INK -> new int[] {0xF4F1EA, 0x1A1A1A};
            };
        }

        /** The colour, as 0xRRGGBB, at a position from 0 to 1. */
        int at(double share) {
            int[] colours = colours();
            double place = share * (colours.length - 1);
            int below = Math.min((int) place, colours.length - 2);
            int colour = 0;
            for (int shift = 16; shift >= 0; shift -= 8) {
                int from = (colours[below] >> shift) & 0xFF;
                int to = (colours[below + 1] >> shift) & 0xFF;
                colour |= (int) Math.round(from + (place - below) * (to - from)) << shift;
            }
            return colour;
        }
    }

    /**
     * Checks the parameters.
     *
     * @throws IllegalArgumentException if {@code highest} is not positive and finite, or {@code cell} is below 1
     */
    public HeatMap {
        if (!(highest > 0 && highest < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "highest value " + highest + " of a heat map: allowed are positive finite numbers");
        }
        if (cell < 1) {
            throw new IllegalArgumentException("cells of " + cell + " pixels: at least 1");
        }
    }

    /**
     * The image of one matrix.
     *
     * @throws IllegalArgumentException if the matrix is empty or its rows differ in length, or the image is too large
     */
    public BufferedImage image(double[][] matrix) {
        return beside(List.<double[][]>of(matrix), 0);
    }

    /**
     * Matrices from left to right, with a gap of this many pixels between them.
     *
     * @throws IllegalArgumentException if a matrix is empty or its rows differ in length, or the image is too large
     */
    public BufferedImage beside(List<double[][]> matrices, int gap) {
        return rows(List.of(matrices), gap);
    }

    /**
     * Rows of matrices from top to bottom, each from left to right, with gaps of this many pixels.
     *
     * @throws IllegalArgumentException if a matrix is empty or its rows differ in length, or the image is too large
     */
    public BufferedImage rows(List<List<double[][]>> rows, int gap) {
        long width = 0;
        long height = -(long) gap;
        for (List<double[][]> row : rows) {
            row.forEach(HeatMap::check);
            long cells = row.stream().mapToLong(matrix -> matrix[0].length).sum();
            width = Math.max(width, cell * cells + gap * (row.size() - 1L));
            height += gap + cell * tallest(row);
        }
        if (width < 1 || width > LARGEST_SIDE || height < 1 || height > LARGEST_SIDE) {
            throw new IllegalArgumentException("a heat map of " + width + " × " + height + " pixels: allowed are 1 to "
                    + LARGEST_SIDE + " a side; draw smaller cells or fewer of them");
        }
        BufferedImage image = new BufferedImage((int) width, (int) height, BufferedImage.TYPE_INT_RGB);
        fill(image, 0, 0, image.getWidth(), image.getHeight(), GROUND);
        int top = 0;
        for (List<double[][]> row : rows) {
            int left = 0;
            for (double[][] matrix : row) {
                draw(image, matrix, left, top);
                left += cell * matrix[0].length + gap;
            }
            top += Math.toIntExact(cell * tallest(row)) + gap;
        }
        return image;
    }

    private static long tallest(List<double[][]> row) {
        return row.stream().mapToLong(matrix -> matrix.length).max().orElse(0);
    }

    private void draw(BufferedImage image, double[][] matrix, int left, int top) {
        for (int row = 0; row < matrix.length; row++) {
            for (int column = 0; column < matrix[row].length; column++) {
                fill(image, left + column * cell, top + row * cell, cell, cell, colour(matrix[row][column]));
            }
        }
    }

    private static void check(double[][] matrix) {
        if (matrix.length == 0 || matrix[0].length == 0) {
            throw new IllegalArgumentException("a matrix without entries cannot be drawn");
        }
        for (double[] row : matrix) {
            if (row.length != matrix[0].length) {
                throw new IllegalArgumentException(
                        "rows of " + matrix[0].length + " and of " + row.length + " entries in one matrix");
            }
        }
    }

    private static void fill(BufferedImage image, int left, int top, int width, int height, int colour) {
        for (int y = top; y < top + height; y++) {
            for (int x = left; x < left + width; x++) {
                image.setRGB(x, y, colour);
            }
        }
    }

    private int colour(double value) {
        if (Double.isNaN(value)) {
            return NAN;
        }
        double lowest = palette == Palette.DIVERGING ? -highest : 0;
        double share = (value - lowest) / (highest - lowest);
        return palette.at(Math.max(0, Math.min(1, share)));
    }

    /**
     * Writes an image as PNG, atomically.
     *
     * @throws IOException if the file cannot be written
     */
    public static void write(BufferedImage image, Path file) throws IOException {
        WholeFile.write(file, stream -> {
            if (!ImageIO.write(image, "png", stream)) {
                throw new IOException("this Java cannot write PNG");
            }
        });
    }
}
