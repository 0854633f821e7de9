package dev.calor.tabular;

import dev.calor.random.RandomStream;

/**
 * Points of a unit cube, one in each of as many slices of every axis as there are points: a fixed set at which all rows are averaged,
 * so that what is found of a row does not depend on its place among others. Each point is uniform over the cube.
 */
final class LatinHypercube {
    private LatinHypercube() {}

    /** So many points of so many coordinates: [point][coordinate]. */
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
