package dev.calor.heat;

import dev.calor.random.RandomStream;

/**
 * The distribution w of the displacement, after time t, of a walk that steps left and right at rate 1 each on a ring of
 * N places. Cyclic and ordinal kernels are both computed from it. Without the ring, on ℤ, w(d) = e^−2t I_d(2t).
 */
sealed interface RingWalk permits SpectralWalk, GaussianWalk {
    /** The longest table. Where a longer one would be needed, the Gaussian limit is used instead. */
    int LONGEST_TABLE = 1 << 16;

    /** Probability that may be left out where a sum is cut off: well below the rounding error of the sum. */
    double NEGLIGIBLE = 1e-18;

    static RingWalk of(long ring, double longTime) {
        // The slowest wave decays at the rate 4 sin²(π/N), at least 16/N²: from t = 3N² on the distribution is uniform
        // to the last digit.
        double time = Math.min(longTime, 3.0 * ring * ring);
        // A walk too short to get round the ring does not depend on the ring's length: the shortest such ring gives the
        // same distribution.
        long table = Math.min(ring, 2 * reach(time) + 1);
        return table <= LONGEST_TABLE ? SpectralWalk.of(ring, (int) table, time) : new GaussianWalk(ring, time);
    }

    /** w(d), the same for all d that are equal modulo N. */
    double probability(long displacement);

    /** Draws a displacement, between −N/2 and N/2. */
    long draw(RandomStream random);

    String form();

    double error();

    /** The distance between two places on a ring of N, from the displacement between them. */
    static long distance(long displacement, long ring) {
        long way = Math.floorMod(displacement, ring);
        return Math.min(way, ring - way);
    }

    /**
     * A distance the unwrapped walk exceeds with probability below {@link #NEGLIGIBLE}, by Chernoff's bound:
     * P(|d| ≥ r) ≤ 2 exp(2t(cosh θ − 1) − θr), smallest at sinh θ = r/2t.
     */
    static long reach(double time) {
        long high = 1;
        while (logTail(high, time) > Math.log(NEGLIGIBLE / 2)) {
            high *= 2;
        }
        long low = high / 2;
        while (high - low > 1) {
            long middle = (low + high) / 2;
            if (logTail(middle, time) > Math.log(NEGLIGIBLE / 2)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    private static double logTail(long places, double time) {
        double distance = places;
        double ratio = distance / (2 * time);
        double theta = Math.log(ratio + Math.hypot(ratio, 1));
        // 2t(cosh θ − 1), written without the difference, which would cancel when t is large.
        double growth = distance * distance / (Math.hypot(distance, 2 * time) + 2 * time);
        return growth - theta * distance;
    }
}
