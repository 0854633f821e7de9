package dev.calor.heat;

import java.util.Arrays;

/** Probability vectors. */
final class Distribution {
    private Distribution() {}

    /** Scales non-negative weights to sum to one, in place. */
    static void normalise(double[] weights) {
        double total = Arrays.stream(weights).sum();
        for (int i = 0; i < weights.length; i++) {
            weights[i] /= total;
        }
    }

    /**
     * Clamps at zero, then normalises: sums of cosines become slightly negative where they should be 0 (−5e-15 at S =
     * 101).
     */
    static void clampAndNormalise(double[] weights) {
        for (int i = 0; i < weights.length; i++) {
            weights[i] = Math.max(0, weights[i]);
        }
        normalise(weights);
    }
}
