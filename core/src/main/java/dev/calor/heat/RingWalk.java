package dev.calor.heat;

import dev.calor.random.RandomStream;

/**
 * The law w of the displacement, after time t, of a walk that steps left and right at rate 1 each on a ring of N places. Cyclic
 * and ordinal kernels are both made of it. Unwrapped, the walk lives on ℤ, with w(d) = e^−2t I_d(2t).
 */
sealed interface RingWalk permits SpectralWalk, GaussianWalk {
    /** Tables up to this length are exact; the Gaussian limit takes over where a longer one would be needed. */
    int LONGEST_TABLE = 1 << 16;

    /** Mass that is left out wherever a sum is cut off: well below the rounding error of the sum. */
    double NEGLIGIBLE = 1e-18;

    static RingWalk of(long ring, double longTime) {
        // The slowest wave decays at the rate 4 sin²(π/N), at least 16/N²: from t = 3N² on the law is uniform to the
        // last digit.
        double time = Math.min(longTime, 3.0 * ring * ring);
        // A walk that cannot get round the ring does not know its length: a ring it just cannot get round serves as
        // well.
        long table = Math.min(ring, 2 * reach(time) + 1);
        return table <= LONGEST_TABLE ? SpectralWalk.of(ring, (int) table, time) : new GaussianWalk(ring, time);
    }

    /** w(d), the same for all d that are equal modulo N. */
    double probability(long displacement);

    /** One displacement, by the shorter way round: between −N/2 and N/2. */
    long draw(RandomStream random);

    String form();

    double error();

    /** The shorter way round: the distance of two places on a ring of N, from the displacement between them. */
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
