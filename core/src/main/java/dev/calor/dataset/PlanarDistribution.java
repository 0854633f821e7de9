package dev.calor.dataset;

import dev.calor.random.RandomStream;

/** A distribution of points in the plane that can be drawn from and whose density can be computed. */
interface PlanarDistribution {
    /** One point (x, y). */
    double[] draw(RandomStream random);

    /** log p(x, y); −∞ where there are no points. */
    double logDensity(double x, double y);
}
