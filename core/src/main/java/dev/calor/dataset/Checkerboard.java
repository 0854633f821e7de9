package dev.calor.dataset;

import dev.calor.random.RandomStream;

/** Uniform on the eight squares of one colour of a 4×4 board on [−4, 4]². */
record Checkerboard() implements PlanarDistribution {
    private static final double LOG_AREA = Math.log(32);

    @Override
    public double[] draw(RandomStream random) {
        double x = 4 * random.nextDouble() - 2;
        double y = random.nextDouble() - 2 * random.nextInt(2) + Math.floorMod((int) Math.floor(x), 2);
        return new double[] {2 * x, 2 * y};
    }

    @Override
    public double logDensity(double x, double y) {
        boolean onBoard = Math.max(Math.abs(x), Math.abs(y)) <= 4;
        // Squares are two wide; those whose column and row are both even or both odd are of the right colour.
        boolean onColour = (Math.floor(x / 2) - Math.floor(y / 2)) % 2 == 0;
        return onBoard && onColour ? -LOG_AREA : Double.NEGATIVE_INFINITY;
    }
}
