package dev.calor.lab.image;

import dev.calor.chart.HeatMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Samples of binary images as a PNG: panels side by side, each of ten rows of ten images. */
final class SampleSheet {
    private static final int SIDE = 10;
    private static final int GAP = 4;
    private static final int CELL = 2;

    private SampleSheet() {}

    /** One hundred or fewer samples a panel, each the bits of its pixels, row by row. */
    static void write(List<long[][]> panels, int side, Path file) throws IOException {
        List<List<double[][]>> rows = new ArrayList<>();
        for (int row = 0; row < SIDE; row++) {
            List<double[][]> images = new ArrayList<>();
            for (long[][] panel : panels) {
                for (int i = row * SIDE; i < Math.min(panel.length, (row + 1) * SIDE); i++) {
                    images.add(image(panel[i], side));
                }
            }
            if (!images.isEmpty()) {
                rows.add(images);
            }
        }
        HeatMap.write(new HeatMap(HeatMap.Palette.INK, 1, CELL).rows(rows, GAP), file);
    }

    private static double[][] image(long[] bits, int side) {
        double[][] image = new double[side][side];
        for (int pixel = 0; pixel < side * side; pixel++) {
            image[pixel / side][pixel % side] = bits[pixel];
        }
        return image;
    }
}
