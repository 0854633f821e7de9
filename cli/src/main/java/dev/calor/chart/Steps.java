package dev.calor.chart;

import java.util.Arrays;

/**
 * The frame of a histogram and the line along the tops of its bars; one path, however many bars.
 *
 * @param x where the first bar begins
 * @param base where bars stand
 * @param width of all bars
 * @param height of a bar as high as {@code top}
 */
record Steps(double x, double base, double width, double height, double top) {
    /** From the base up, along the bars and down again. Bars narrower than a third of a pixel share their maximum. */
    StringBuilder path(double[] heights) {
        int bars = Math.min(heights.length, (int) (3 * width));
        StringBuilder path = new StringBuilder("M" + Svg.number(x) + " " + Svg.number(base));
        for (int i = 0; i < bars; i++) {
            int from = (int) ((long) i * heights.length / bars);
            int to = (int) ((i + 1L) * heights.length / bars);
            double highest = Arrays.stream(heights, from, to).max().orElse(0);
            path.append('V').append(Svg.number(base - height * highest / top));
            path.append('H').append(Svg.number(x + width * (i + 1) / bars));
        }
        return path.append('V').append(Svg.number(base));
    }
}
