package dev.calor.tabular;

import dev.calor.random.RandomStream;

/**
 * Latin hypercube samples: n points of a unit cube, one in each of n slices of every axis. All rows are averaged over
 * the same points, so that the result for a row does not depend on its position in the table. Each point is uniform
 * over the cube.
 */
final class LatinHypercube {
    private LatinHypercube() {}

    /** Draws the points: [point][coordinate]. */
    static double[][] points(int count, int coordinates, RandomStream random) {
        double[][] points = new double[count][coordinates];
        for (int i = 0; i < coordinates; i++) {
            RandomStream own = random.child(i);
            int[] slice = new int[count];
            for (int j = 0; j < count; j++) { // a random permutation, from the inside out
                int other = own.nextInt(j + 1);
                slice[j] = slice[other];
                slice[other] = j;
            }
            for (int j = 0; j < count; j++) {
                points[j][i] = (slice[j] + own.nextDouble()) / count;
            }
        }
        return points;
    }
}
