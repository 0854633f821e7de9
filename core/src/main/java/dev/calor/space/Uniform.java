package dev.calor.space;

/** Unordered levels: the complete graph, R = 11ᵀ/S − I. Every level is equally far from every other. */
public record Uniform(int size) implements FiniteSpace {
    /**
     * Checks the size.
     *
     * @throws IllegalArgumentException if {@code size} is below 1
     */
    public Uniform {
        FiniteSpace.checkSize(size);
    }

    @Override
    public double rate(int from, int to) {
        double rate = 1.0 / size;
        return checkState(from) == checkState(to) ? rate - 1 : rate;
    }
}
