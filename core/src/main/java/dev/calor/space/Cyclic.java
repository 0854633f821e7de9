package dev.calor.space;

/**
 * Levels on a ring, for months, hours and angles: R is circulant with −2 on the diagonal and 1 to both neighbours. (The
 * paper prints one −1 off the diagonal of R^cyc. Then rows would not sum to zero, so it is a misprint.)
 *
 * <p>With S = 2 both neighbours are the same state: the edge counts twice, and R = [[−2, 2], [2, −2]]. With S = 1, R =
 * 0. Both agree with the paper's closed form; see docs/decisions/003-two-states.md.
 */
public record Cyclic(int size) implements FiniteSpace {
    /**
     * Checks the size.
     *
     * @throws IllegalArgumentException if {@code size} is below 1
     */
    public Cyclic {
        FiniteSpace.checkSize(size);
    }

    @Override
    public double rate(int from, int to) {
        int step = Math.floorMod(checkState(to) - checkState(from), size);
        double rate = step == 0 ? -2 : 0;
        if (step == 1 % size) {
            rate++;
        }
        if (step == size - 1) {
            rate++;
        }
        return rate;
    }
}
