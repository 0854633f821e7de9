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
 * The heat kernel q_t = exp(tR) of a finite column: q_t(b|a) is the probability that heat starting at a is at b after
 * time t.
 *
 * <p>Immutable and thread-safe. No implementation holds S×S numbers unless it was asked for S rows. Methods that take a
 * state throw {@link IllegalArgumentException} if the space has no such state.
 */
public sealed interface HeatKernel permits UniformKernel, AbsorbingKernel, CyclicKernel, OrdinalKernel, GraphKernel {

    /**
     * The kernel of a column, in the cheapest form that is exact up to {@link #error}.
     *
     * @throws IllegalArgumentException if the time overflows for this many states
     */
    static HeatKernel of(FiniteSpace space, DiffusionTime time) {
        double t = time.at(space.size());
        // A chain of instanceof, because Java 17 has no patterns in switch; the sealed hierarchy has no sixth case.
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

    /** The column's space. */
    FiniteSpace space();

    /** The diffusion time t, after scaling. */
    double time();

    /** q_t(to|from). */
    double probability(int from, int to);

    /** q_t(·|from): non-negative, sums to one. */
    default double[] row(int from) {
        double[] row = new double[space().size()];
        Arrays.setAll(row, to -> probability(from, to));
        return row;
    }

    /** q_t(to|·), the likelihood of every start. The same as {@link #row} where the space is symmetric. */
    default double[] column(int to) {
        double[] column = new double[space().size()];
        Arrays.setAll(column, from -> probability(from, to));
        return column;
    }

    /** The distribution of a negative given y, x⁻ ∝ q_t(y|·). */
    default double[] posterior(int y) {
        double[] posterior = column(y);
        Distribution.normalise(posterior);
        return posterior;
    }

    /** Draws y ~ q_t(·|from). */
    int draw(int from, RandomStream random);

    /** Draws a negative, x⁻ ∝ q_t(y|·). Where the space is symmetric, this is a draw from q_t(·|y). */
    default int drawPosterior(int y, RandomStream random) {
        return draw(y, random);
    }

    /** How the kernel is computed, in words. */
    String form();

    /**
     * A bound on the total variation distance between a row and the exact row; 0 where they differ by rounding only.
     */
    default double error() {
        return 0;
    }
}
