package dev.calor.heat;

import dev.calor.random.RandomStream;
import dev.calor.space.Absorbing;
import dev.calor.space.Cyclic;
import dev.calor.space.FiniteSpace;
import dev.calor.space.GraphSpace;
import dev.calor.space.Ordinal;
import dev.calor.space.Uniform;
import java.util.Arrays;

/**
 * The heat kernel q_t = exp(tR) of a finite column: q_t(b|a) is the probability that heat starting at a is at b after time t.
 *
 * <p>Immutable and safe for use by many threads. No implementation holds S×S numbers unless it was asked for S rows.
 */
public sealed interface HeatKernel permits UniformKernel, AbsorbingKernel, CyclicKernel, OrdinalKernel, GraphKernel {

    /** The kernel of a column, by the cheapest form that is exact, or as good as exact: see {@link #error}. */
    static HeatKernel of(FiniteSpace space, DiffusionTime time) {
        double t = time.at(space.size());
        // A chain of instanceof, as patterns in switch are not in Java 17; the sealed hierarchy has no sixth case.
        if (space instanceof Uniform uniform) {
            return UniformKernel.of(uniform, t);
        } else if (space instanceof Absorbing absorbing) {
            return AbsorbingKernel.of(absorbing, t);
        } else if (space instanceof Cyclic cyclic) {
            return CyclicKernel.of(cyclic, t);
        } else if (space instanceof Ordinal ordinal) {
            return OrdinalKernel.of(ordinal, t);
        } else if (space instanceof GraphSpace graph) {
            return GraphKernel.of(graph, t);
        }
        throw new AssertionError(space);
    }

    FiniteSpace space();

    /** t, after scaling. */
    double time();

    /** q_t(to|from). */
    double probability(int from, int to);

    /** q_t(·|from): non-negative, sums to one. */
    default double[] row(int from) {
        double[] row = new double[space().size()];
        Arrays.setAll(row, to -> probability(from, to));
        return row;
    }

    /** q_t(to|·), the likelihood of each origin. The same as {@link #row} where the space is symmetric. */
    default double[] column(int to) {
        double[] column = new double[space().size()];
        Arrays.setAll(column, from -> probability(from, to));
        return column;
    }

    /** The law of negatives, x⁻ ∝ q_t(y|·). */
    default double[] posterior(int y) {
        double[] posterior = column(y);
        Distribution.normalise(posterior);
        return posterior;
    }

    /** One draw y ~ q_t(·|from). */
    int draw(int from, RandomStream random);

    /** One draw x⁻ ∝ q_t(y|·), a negative. Where the space is symmetric, this is a draw from q_t(·|y). */
    default int drawPosterior(int y, RandomStream random) {
        return draw(y, random);
    }

    /** The form in use, in words. */
    String form();

    /** A bound on the total variation distance between a row and the exact row; 0 where only rounding parts them. */
    default double error() {
        return 0;
    }
}
