package dev.calor.heat;

import dev.calor.space.GraphSpace;

/**
 * Rows of exp(tR) on a sparse graph without the S×S matrix: as polynomials in the jump matrix B = I + R/Λ, Λ the
 * largest degree, applied to a unit vector.
 */
final class GraphHeat {
    private static final double MOST_PASSES = 1e6;

    private GraphHeat() {}

    enum Direction {
        /** Where heat from a state goes: a row of q_t. */
        FORWARD,
        /** Where heat in a state comes from: a column of q_t. */
        BACKWARD
    }

    /**
     * Uniformisation, for any graph: exp(tR) = Σ_k Poisson(k; Λt) B^k. A walker jumps by B at the times of a Poisson
     * process of rate Λ. No term is negative, so nothing has to be clamped.
     */
    static double[] uniformise(GraphSpace space, double time, int state, Direction direction) {
        double rate = space.maximalDegree();
        double[] poisson = poisson(rate * time);
        double[] power = unit(space.size(), state);
        double[] sum = new double[space.size()];
        for (double probability : poisson) {
            addScaled(sum, probability, power);
            power = jump(space, rate, power, direction);
        }
        return sum;
    }

    /**
     * The Poisson distribution up to where its tail is below 1e-18, computed from its mode outwards: a sum of
     * logarithms would lose digits.
     */
    private static double[] poisson(double mean) {
        int last = checkPasses(mean + 10 * Math.sqrt(mean) + 40);
        double[] probabilities = new double[last + 1];
        int mode = (int) mean;
        probabilities[mode] = 1;
        for (int k = mode; k < last; k++) {
            probabilities[k + 1] = probabilities[k] * mean / (k + 1);
        }
        for (int k = mode; k > 0; k--) {
            probabilities[k - 1] = probabilities[k] * k / mean;
        }
        Distribution.normalise(probabilities);
        return probabilities;
    }

    /**
     * Chebyshev's expansion, for symmetric graphs, where B has its spectrum in [−1, 1]: exp(tR) = e^−z Σ_k (2 − δ_k0)
     * I_k(z) T_k(B) with z = Λt. Its coefficients e^−z I_k(z) are the distribution of a walk on ℤ at time z/2, as in
     * {@link RingWalk}.
     */
    static double[] chebyshev(GraphSpace space, double time, int state) {
        double rate = space.maximalDegree();
        double walkTime = rate * time / 2;
        checkPasses(9 * Math.sqrt(2 * walkTime));
        long terms = RingWalk.reach(walkTime);
        RingWalk walk = RingWalk.of(2 * terms + 1, walkTime);
        double[] previous = unit(space.size(), state); // T_0
        double[] current = jump(space, rate, previous, Direction.FORWARD); // T_1
        double[] sum = new double[space.size()];
        addScaled(sum, walk.probability(0), previous);
        for (long k = 1; k <= terms; k++) {
            addScaled(sum, 2 * walk.probability(k), current);
            double[] next = jump(space, rate, current, Direction.FORWARD);
            for (int i = 0; i < next.length; i++) {
                next[i] = 2 * next[i] - previous[i];
            }
            previous = current;
            current = next;
        }
        Distribution.clampAndNormalise(sum);
        return sum;
    }

    /** vB, or Bv where heat is followed backwards. */
    private static double[] jump(GraphSpace space, double rate, double[] v, Direction direction) {
        double[] next = v.clone();
        if (direction == Direction.FORWARD) {
            space.forEachArc((from, to, weight) -> {
                double flow = v[from] * weight / rate;
                next[from] -= flow;
                next[to] += flow;
            });
        } else {
            space.forEachArc((from, to, weight) -> next[from] += (v[to] - v[from]) * weight / rate);
        }
        return next;
    }

    private static int checkPasses(double passes) {
        if (passes > MOST_PASSES) {
            throw new IllegalArgumentException(String.format(
                    "a row of this graph at this time takes %.1e passes over its edges, at most %.0e are allowed; "
                            + "give a smaller time (heat has long spread over the whole graph)",
                    passes, MOST_PASSES));
        }
        return (int) passes;
    }

    private static double[] unit(int size, int state) {
        double[] unit = new double[size];
        unit[state] = 1;
        return unit;
    }

    private static void addScaled(double[] sum, double factor, double[] v) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] += factor * v[i];
        }
    }
}
