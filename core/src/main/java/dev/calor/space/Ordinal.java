package dev.calor.space;

/**
 * Levels on a path, for grades and age bands: R is tridiagonal, with −1 at both ends. With S = 2, R = [[−1, 1], [1,
 * −1]].
 */
public record Ordinal(int size) implements FiniteSpace {
    /**
     * Checks the size.
     *
     * @throws IllegalArgumentException if {@code size} is below 1
     */
    public Ordinal {
        FiniteSpace.checkSize(size);
    }

    @Override
    public double rate(int from, int to) {
        int step = Math.abs(checkState(to) - checkState(from));
        if (step > 0) {
            return step == 1 ? 1 : 0;
        }
        int neighbours = (from > 0 ? 1 : 0) + (from < size - 1 ? 1 : 0);
        return -neighbours;
    }
}
