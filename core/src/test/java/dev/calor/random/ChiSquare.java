package dev.calor.random;

import static org.junit.jupiter.api.Assertions.assertTrue;

/** Pearson's test, for the statistical tests of every package. */
public final class ChiSquare {
    /**
     * Normal quantile of the false-alarm rate 1e-6 of each call. With fixed seeds, an alarm is either a bug or it is
     * for ever.
     */
    private static final double ONE_IN_A_MILLION = 4.7534;

    private ChiSquare() {}

    /** Asserts that counts look like draws from the distribution; cells expecting fewer than five draws are pooled. */
    public static void assertFits(String what, long[] counts, double[] probabilities) {
        long draws = 0;
        for (long count : counts) {
            draws += count;
        }
        double statistic = 0;
        int cells = 0;
        double pooledExpected = 0;
        long pooledCount = 0;
        for (int i = 0; i < probabilities.length; i++) {
            double expected = probabilities[i] * draws;
            if (expected < 5) {
                pooledExpected += expected;
                pooledCount += counts[i];
            } else {
                statistic += (counts[i] - expected) * (counts[i] - expected) / expected;
                cells++;
            }
        }
        if (pooledExpected >= 5) {
            statistic += (pooledCount - pooledExpected) * (pooledCount - pooledExpected) / pooledExpected;
            cells++;
        } else {
            // Too little for Pearson: bound the count by Poisson's tail, P(≥ k) ≤ e^−m (em/k)^k, which at 40 is below
            // 1e-6.
            assertTrue(
                    pooledCount <= 40, what + ": " + pooledCount + " draws where " + pooledExpected + " were expected");
        }
        int freedom = cells - 1;
        double bound = freedom == 0 ? 1 : quantile(freedom);
        assertTrue(
                statistic <= bound,
                what + ": chi-square " + statistic + " above " + bound + " with " + freedom + " degrees");
    }

    /** Wilson and Hilferty's approximation, conservative this far out. */
    private static double quantile(int freedom) {
        double variance = 2.0 / (9 * freedom);
        return freedom * Math.pow(1 - variance + ONE_IN_A_MILLION * Math.sqrt(variance), 3) + 10.0 / freedom;
    }
}
