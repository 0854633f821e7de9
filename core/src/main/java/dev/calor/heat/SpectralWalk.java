package dev.calor.heat;

import dev.calor.random.AliasTable;
import dev.calor.random.RandomStream;

/**
 * The closed form [P eq:cyclical_perturbation_estimation], w(d) = (1/n) Σ_p exp((2 cos 2πp/n − 2)t) cos 2πpd/n, tabulated on a
 * ring of n places: the walk's own, or a shorter one that it cannot get round either.
 *
 * <p>Both sides of the uncertainty principle are used: heat that has spread over √t places has only n/√t frequencies left.
 * Leaving out negligible frequencies, and places out of {@link RingWalk#reach}, turns the n² terms into about 13·n for any t.
 */
final class SpectralWalk implements RingWalk {
    private final long ring;
    private final double[] law; // of displacements 0, …, n−1; n/2 and above stand for negative ones
    private final AliasTable table;

    private SpectralWalk(long ring, double[] law) {
        this.ring = ring;
        this.law = law;
        this.table = AliasTable.of(law);
    }

    static SpectralWalk of(long ring, int n, double time) {
        double[] cosine = new double[n];
        for (int k = 0; k < n; k++) {
            cosine[k] = Math.cos(2 * Math.PI * k / n);
        }
        double[] law = new double[n];
        int farthest = (int) Math.min(RingWalk.reach(time), n / 2);
        for (int p = 0; p <= n / 2; p++) {
            double sine = Math.sin(Math.PI * p / n);
            double decay = Math.exp(-4 * sine * sine * time); // 2 cos 2x − 2 = −4 sin² x, free of cancellation
            if (decay < NEGLIGIBLE) {
                break; // decay falls with p up to n/2
            }
            double weight = (p == 0 || 2 * p == n ? decay : 2 * decay) / n; // frequencies p and n−p at once
            int angle = 0; // p·d modulo n
            for (int d = 0; d <= farthest; d++) {
                law[d] += weight * cosine[angle];
                angle += p;
                if (angle >= n) {
                    angle -= n;
                }
            }
        }
        for (int d = 1; d <= farthest; d++) {
            law[n - d] = law[d];
        }
        Distribution.clampAndNormalise(law);
        return new SpectralWalk(ring, law);
    }

    @Override
    public double probability(long displacement) {
        long distance = RingWalk.distance(displacement, ring);
        return distance <= law.length / 2 ? law[(int) distance] : 0;
    }

    @Override
    public long draw(RandomStream random) {
        int displacement = table.draw(random);
        return displacement <= law.length / 2 ? displacement : displacement - law.length;
    }

    @Override
    public String form() {
        return "closed form (Fourier sum)";
    }

    @Override
    public double error() {
        return 0;
    }

    @Override
    public String toString() {
        return form();
    }
}
