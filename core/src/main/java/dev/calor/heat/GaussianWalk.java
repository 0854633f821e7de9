package dev.calor.heat;

import dev.calor.random.RandomStream;

/**
 * The Gaussian limit of [P thm:ScalingLimit]: after a long time the displacement is round(N(0, 2t)), wrapped round the ring.
 *
 * <p>Error. The walk on ℤ has variance 2t and fourth cumulant 2t, so that by the Edgeworth expansion its law differs from the
 * Gaussian by He₄(d/σ)/(48t), relatively, and in total variation by E|He₄(Z)|/(96t) ≈ 0.029/t; rounding a Gaussian draw adds
 * 1/12 to its variance, hence at most 0.010/t. We state {@link #ERROR_TIMES_TIME}/t for both, and a test holds it against the
 * closed form. Wrapping and folding cannot increase a total variation. As this form is used only from t ≈ 6·10⁶ on, rows
 * differ from exact ones by less than 10⁻⁸.
 */
final class GaussianWalk implements RingWalk {
    /** Bound on the total variation distance to the exact law, times t. */
    static final double ERROR_TIMES_TIME = 0.05;

    /** Standard deviations after which a Gaussian density is negligible. */
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
