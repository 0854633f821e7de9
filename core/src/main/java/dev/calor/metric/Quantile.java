package dev.calor.metric;

/** Quantiles of a sample, as NumPy has them by default. */
final class Quantile {
    private Quantile() {}

    /** Between the two values around the place share·(n − 1), in proportion. The sample is sorted and not empty. */
    static double of(double[] sorted, double share) {
        double place = share * (sorted.length - 1);
        int below = (int) place;
        double above = sorted[Math.min(below + 1, sorted.length - 1)];
        // Without the test ∞ − ∞ would make NaN of two equal infinite values.
        return above == sorted[below] ? above : sorted[below] + (place - below) * (above - sorted[below]);
    }
}
