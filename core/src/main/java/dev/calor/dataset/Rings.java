package dev.calor.dataset;

import dev.calor.random.RandomStream;

/**
 * The mixed toy of [P fig:tabular_toy_compare], two numeric and two categorical columns: points on four circles of
 * radius 0.8·i, i = 1, …, 4, with radial noise N(0, 0.05²); the number of the circle; and the colour, the number of the
 * one of 16 equal sectors that the point is in, counted anticlockwise from the positive x-axis. So the coordinates
 * determine both categories, and a model of the table must learn that they do.
 *
 * @param x numeric
 * @param y numeric
 * @param circle 0 to 3, from the inside out
 * @param colour 0 to 15
 */
@SuppressWarnings("ArrayRecordComponent") // columns, owned by the caller; instances are never compared
public record Rings(double[] x, double[] y, int[] circle, int[] colour) {
    /** The number of circles. */
    public static final int CIRCLES = 4;

    /** The number of sectors. */
    public static final int COLOURS = 16;

    private static final double RADIUS = 0.8;
    private static final double DEVIATION = 0.05;

    /**
     * Draws {@code n} independent rows.
     *
     * @throws IllegalArgumentException if {@code n} is negative
     */
    public static Rings draw(int n, RandomStream random) {
        Counts.check(n, "rows");
        Rings rings = new Rings(new double[n], new double[n], new int[n], new int[n]);
        for (int i = 0; i < n; i++) {
            double turn = random.nextDouble();
            rings.circle[i] = random.nextInt(CIRCLES);
            rings.colour[i] = (int) (COLOURS * turn);
            double radius = RADIUS * (rings.circle[i] + 1) + DEVIATION * random.nextGaussian();
            rings.x[i] = radius * Math.cos(2 * Math.PI * turn);
            rings.y[i] = radius * Math.sin(2 * Math.PI * turn);
        }
        return rings;
    }
}
