package dev.calor.space;

/**
 * Levels and a mask: every level changes into the mask at rate 1, and never back. The mask is the last state and counts
 * in {@code size}. Not symmetric: negatives come from the posterior x⁻ ∝ q_t(y|·), not from q_t(·|y).
 */
public record Absorbing(int size) implements FiniteSpace {
    /**
     * Checks the size.
     *
     * @throws IllegalArgumentException if {@code size} is below 1
     */
    public Absorbing {
        FiniteSpace.checkSize(size);
    }

    /** The mask: the last state, which heat never leaves. */
    public int mask() {
        return size - 1;
    }

    @Override
    public double rate(int from, int to) {
        checkState(to);
        if (checkState(from) == mask()) {
            return 0;
        }
        if (to == from) {
            return -1;
        }
        return to == mask() ? 1 : 0;
    }

    @Override
    public boolean symmetric() {
        return size == 1;
    }
}
