package dev.calor.dataset;

import dev.calor.random.RandomStream;
import java.util.List;

/** A point on one of several curves, all equally likely, plus N(0, deviation² I). */
record NoisyCurves(List<Curve> curves, double deviation, GaussianMixture density) implements PlanarDistribution {
    static NoisyCurves of(double deviation, Curve... curves) {
        List<Curve> list = List.of(curves);
        return new NoisyCurves(list, deviation, GaussianMixture.along(list, deviation));
    }

    @Override
    public double[] draw(RandomStream random) {
        double[] point = curves.get(random.nextInt(curves.size())).draw(random);
        point[0] += deviation * random.nextGaussian();
        point[1] += deviation * random.nextGaussian();
        return point;
    }

    @Override
    public double logDensity(double x, double y) {
        return density.logDensity(x, y);
    }
}
