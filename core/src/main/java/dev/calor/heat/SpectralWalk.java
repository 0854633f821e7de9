package dev.calor.heat;

import dev.calor.random.AliasTable;
import dev.calor.random.RandomStream;

/**
 * The closed form [P eq:cyclical_perturbation_estimation], w(d) = (1/n) Σ_p exp((2 cos 2πp/n − 2)t) cos 2πpd/n,
 * tabulated on a ring of n places: the walk's own ring, or a shorter one that the walk is also too short to get round.
 *
 * <p>Heat that has spread over √t places has only n/√t frequencies left (the uncertainty principle). Leaving out
 * negligible frequencies, and places beyond {@link RingWalk#reach}, reduces the n² terms to about 13·n for any t.
 */
final class SpectralWalk implements RingWalk {
    private final long ring;
    private final double[] probabilities; // of displacements 0, …, n−1; n/2 and above stand for negative ones
    private final AliasTable table;

    private SpectralWalk(long ring, double[] probabilities) {
        this.ring = ring;
        this.probabilities = probabilities;
        this.table = AliasTable.of(probabilities);
    }

    static SpectralWalk of(long ring, int n, double time) {
        double[] cosine = new double[n];
        for (int k = 0; k < n; k++) {
            cosine[k] = Math.cos(2 * Math.PI * k / n);
        }
        double[] probabilities = new double[n];
        int farthest = (int) Math.min(RingWalk.reach(time), n / 2);
        for (int p = 0; p <= n / 2; p++) {
            double sine = Math.sin(Math.PI * p / n);
            double decay = Math.exp(-4 * sine * sine * time); // 2 cos 2x − 2 = −4 sin² x, without cancellation
            if (decay < NEGLIGIBLE) {
                break; // decay falls with p up to n/2
            }
            double weight = (p == 0 || 2 * p == n ? decay : 2 * decay) / n; // frequencies p and n−p at once
            int angle = 0; // p·d modulo n
            for (int d = 0; d <= farthest; d++) {
                probabilities[d] += weight * cosine[angle];
                angle += p;
                if (angle >= n) {
                    angle -= n;
                }
            }
        }
        for (int d = 1; d <= farthest; d++) {
            probabilities[n - d] = probabilities[d];
        }
        Distribution.clampAndNormalise(probabilities);
        return new SpectralWalk(ring, probabilities);
    }

    @Override
    public double probability(long displacement) {
        long distance = RingWalk.distance(displacement, ring);
        return distance <= probabilities.length / 2 ? probabilities[(int) distance] : 0;
    }

    @Override
    public long draw(RandomStream random) {
        int displacement = table.draw(random);
        return displacement <= probabilities.length / 2 ? displacement : displacement - probabilities.length;
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
