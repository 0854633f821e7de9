package dev.calor.lab.density;

import dev.calor.chart.HeatMap;
import dev.calor.dataset.Discretisation;
import dev.calor.energy.Energy;
import dev.calor.lab.cell.Energies;
import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Pictures of laws on the plane. Every panel has its own scale, from no mass to nearly the largest: a few cells at the top share the
 * last colour, since the peak of a spiral would leave the rest dark.
 */
final class DensityFigure {
    /** Points a side of the panels of one run. */
    static final int LARGE = 200;
    /** Points a side of the panels of a table of runs. */
    static final int SMALL = 108;

    private static final int LARGE_CELL = 2;
    private static final int LARGE_GAP = 20;
    private static final int SMALL_GAP = 6;
    /** A bin of a histogram is so many points wide: of a few thousand samples, fewer points would hold one or none. */
    private static final int BIN = 4;
    /** Share of the non-empty cells below the last colour. */
    private static final double VISIBLE = 0.98;
    /** Beside the largest of the data, up to this much of the margin of 1 that the scale leaves is drawn. */
    private static final double MARGIN = 0.5;

    private DensityFigure() {}

    /** The learned density beside a histogram of samples. */
    static BufferedImage pair(double[][] learned, double[][] samples) {
        return new HeatMap(HeatMap.Palette.SEQUENTIAL, 1, LARGE_CELL).beside(List.of(learned, samples), LARGE_GAP);
    }

    /** Rows of small panels. */
    static BufferedImage montage(List<List<double[][]>> rows) {
        return new HeatMap(HeatMap.Palette.SEQUENTIAL, 1, 1).rows(rows, SMALL_GAP);
    }

    /** exp(−U) at the centres of a grid of points, up to its scale. */
    static double[][] learned(Energy energy, Discretisation cells, int side) {
        double[] energies = Energies.of(energy, cells.encode(centres(cells, side)));
        double lowest = Arrays.stream(energies).min().orElseThrow();
        return panel(
                Arrays.stream(energies).map(each -> Math.exp(lowest - each)).toArray(), side);
    }

    /** The density of the data, up to its scale. */
    static double[][] data(ToDoubleFunction<double[]> logDensity, Discretisation cells, int side) {
        double[] densities = Arrays.stream(centres(cells, side))
                .parallel()
                .mapToDouble(point -> Math.exp(logDensity.applyAsDouble(point)))
                .toArray();
        return panel(densities, side);
    }

    /** How many samples lie in each bin. */
    static double[][] histogram(int[][] samples, Discretisation cells, int side) {
        int bins = side / BIN;
        double half = half(cells);
        double[] counts = new double[bins * bins];
        for (int[] row : samples) {
            double[] point = cells.decode(row);
            int column = (int) Math.floor((point[0] + half) / (2 * half) * bins);
            int line = (int) Math.floor((half - point[1]) / (2 * half) * bins);
            if (column >= 0 && column < bins && line >= 0 && line < bins) {
                counts[line * bins + column]++;
            }
        }
        double[][] coarse = panel(counts, bins);
        return IntStream.range(0, side)
                .mapToObj(line -> IntStream.range(0, side)
                        .mapToDouble(column -> coarse[line / BIN][column / BIN])
                        .toArray())
                .toArray(double[][]::new);
    }

    /** Half the side of the drawn square. */
    private static double half(Discretisation cells) {
        return cells.scale() - 1 + MARGIN;
    }

    /** Points from left to right in lines from the top down. */
    private static double[][] centres(Discretisation cells, int side) {
        double half = half(cells);
        double width = 2 * half / side;
        return IntStream.range(0, side)
                .boxed()
                .flatMap(line -> IntStream.range(0, side)
                        .mapToObj(column -> new double[] {(column + 0.5) * width - half, half - (line + 0.5) * width}))
                .toArray(double[][]::new);
    }

    /** Values in lines, divided by one that nearly all are below. */
    private static double[][] panel(double[] values, int side) {
        double largest = Arrays.stream(values).max().orElseThrow();
        double[] present = Arrays.stream(values)
                .filter(value -> value > largest / 100)
                .sorted()
                .toArray();
        double scale = largest > 0 ? present[(int) (VISIBLE * (present.length - 1))] : 1;
        return IntStream.range(0, side)
                .mapToObj(line -> Arrays.stream(values, line * side, (line + 1) * side)
                        .map(value -> value / scale)
                        .toArray())
                .toArray(double[][]::new);
    }
}
