package dev.calor.metric;

/** Quantiles of a sample, by linear interpolation as NumPy's default. */
final class Quantile {
    private Quantile() {}

    /** Interpolates between the two values around index share·(n − 1). The sample is sorted and not empty. */
    static double of(double[] sorted, double share) {
        double place = share * (sorted.length - 1);
        int below = (int) place;
        double above = sorted[Math.min(below + 1, sorted.length - 1)];
        // Without this check ∞ − ∞ would turn two equal infinite values into NaN.
        return above == sorted[below] ? above : sorted[below] + (place - below) * (above - sorted[below]);
    }
}
