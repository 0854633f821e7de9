package dev.calor.heat;

import dev.calor.random.RandomStream;

/**
 * The Gaussian limit of [P thm:ScalingLimit]: after a long time the displacement is round(N(0, 2t)), wrapped round the
 * ring.
 *
 * <p>Error. The walk on ℤ has variance 2t and fourth cumulant 2t. By the Edgeworth expansion its distribution differs
 * from the Gaussian by a relative He₄(d/σ)/(48t), and in total variation by E|He₄(Z)|/(96t) ≈ 0.029/t. Rounding a
 * Gaussian draw adds 1/12 to its variance, hence at most 0.010/t. We claim {@link #ERROR_TIMES_TIME}/t for both; a test
 * compares this bound with the closed form. Wrapping and folding cannot increase a total variation. This form is used
 * only from t ≈ 6·10⁶ on, where rows differ from exact ones by less than 10⁻⁸.
 */
final class GaussianWalk implements RingWalk {
    /** Bound on the total variation distance to the exact distribution, times t. */
    static final double ERROR_TIMES_TIME = 0.05;

    /** The number of standard deviations beyond which a Gaussian density is negligible. */
    private static final double TAIL = Math.sqrt(-2 * Math.log(NEGLIGIBLE));

    private final long ring;
    private final double time;
    private final double deviation;

    GaussianWalk(long ring, double time) {
        this.ring = ring;
        this.time = time;
        this.deviation = Math.sqrt(2 * time);
    }

    @Override
    public double probability(long displacement) {
        double nearest = RingWalk.distance(displacement, ring);
        double sum = 0;
        for (double d = nearest; d <= TAIL * deviation; d += ring) {
            sum += density(d);
        }
        for (double d = ring - nearest; d <= TAIL * deviation; d += ring) {
            sum += density(d);
        }
        return sum;
    }

    private double density(double d) {
        return Math.exp(-d * d / (4 * time)) / Math.sqrt(4 * Math.PI * time);
    }

    @Override
    public long draw(RandomStream random) {
        long way = Math.floorMod(Math.round(deviation * random.nextGaussian()), ring);
        return way <= ring / 2 ? way : way - ring;
    }

    @Override
    public String form() {
        return "Gaussian limit";
    }

    @Override
    public double error() {
        return ERROR_TIMES_TIME / time;
    }

    @Override
    public String toString() {
        return form();
    }
}
