package dev.calor.space;

/**
 * A graph on the states {0, …, S−1}; the paper counts from 1.
 *
 * <p>Heat flows along its edges with the rate matrix R, the graph Laplacian A − D of [P sec:DiscreteED]. Here R[a][b]
 * is the rate from a to b, so that rows sum to zero and q_t(b|a) = exp(tR)[a][b]: the transpose of the paper's R, which
 * is the same matrix for every symmetric space. For the mask the paper prints R_ba = δ(M,a) − id_ba. With its own
 * q_t(b|a) = exp(tR)_ba, heat would then leave the mask and never enter it. We follow the paper's text instead: M is
 * absorbing.
 */
public sealed interface FiniteSpace extends StateSpace permits Uniform, Cyclic, Ordinal, Absorbing, GraphSpace {

    /** S, the number of states. */
    int size();

    /**
     * R[from][to]; on the diagonal, minus the rate of leaving.
     *
     * @throws IllegalArgumentException if there is no such state
     */
    double rate(int from, int to);

    /** Whether R = Rᵀ. Then q_t is symmetric, and negatives may be drawn from q_t(·|y). */
    default boolean symmetric() {
        return true;
    }

    /**
     * Returns {@code state} after checking it.
     *
     * @throws IllegalArgumentException if {@code state} is below 0, or not below {@link #size}
     */
    default int checkState(int state) {
        if (state < 0 || state >= size()) {
            throw new IllegalArgumentException("state " + state + " is not in " + this + ": states count from 0 to "
                    + (size() - 1) + "; give one of these, or a larger size");
        }
        return state;
    }

    /**
     * Returns {@code size} after checking it.
     *
     * @throws IllegalArgumentException if {@code size} is below 1
     */
    static int checkSize(int size) {
        if (size < 1) {
            throw new IllegalArgumentException("size " + size + " is not a number of states: allowed are 1 to "
                    + Integer.MAX_VALUE + "; give the number of levels of the column");
        }
        return size;
    }
}
