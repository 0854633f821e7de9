package dev.calor.estimate;

import java.util.Locale;
import java.util.Optional;

/**
 * log Z from both sides. Annealed importance sampling alone is too low on average, by an amount that its standard error does not
 * show; the reverse is too high. If both agree, log Z is known; if not, neither of them is to be believed.
 *
 * @param below the estimate that is too low on average
 * @param belowSize its effective number of chains
 * @param above the estimate that is too high on average
 * @param aboveSize its effective number of chains
 */
public record PartitionBounds(LogPartition below, double belowSize, LogPartition above, double aboveSize) {
    /** Estimates that differ by more than this many nats do not make one number. */
    public static final double WIDEST = 1;

    /**
     * Bounds from chains that started from exact samples of the model for the reverse direction.
     *
     * @throws IllegalArgumentException if the weights are not one of each direction
     */
    public static PartitionBounds ofExactSamples(LogWeights forward, LogWeights reverse) {
        checkDirections(forward, reverse);
        return new PartitionBounds(
                forward.logPartition(), forward.effectiveSize(), reverse.logPartition(), reverse.effectiveSize());
    }

    /**
     * Bounds from chains that started from rows of data for the reverse direction. The one from above is then on the annealed
     * chains, taken as a model of the data ({@link LogWeights#mean}). It is one on log Z only as far as the chains end in exp(−U): if
     * they end in a better model of the data, it is below the other bound.
     *
     * @throws IllegalArgumentException if the weights are not one of each direction
     */
    public static PartitionBounds ofData(LogWeights forward, LogWeights reverse) {
        checkDirections(forward, reverse);
        return new PartitionBounds(
                forward.logPartition(), forward.effectiveSize(), reverse.mean(), reverse.effectiveSize());
    }

    private static void checkDirections(LogWeights forward, LogWeights reverse) {
        if (forward.reverse() || !reverse.reverse()) {
            throw new IllegalArgumentException(
                    "bounds need weights of chains from the start of the path, then in reverse");
        }
    }

    /** The distance of the bounds in nats; negative by chance where they agree. */
    public double gap() {
        return above.value() - below.value();
    }

    /** The mean of both bounds; empty if they differ by more than {@value #WIDEST} nat: there is no one number then. */
    public Optional<LogPartition> middle() {
        return Math.abs(gap()) > WIDEST
                ? Optional.empty()
                : Optional.of(new LogPartition(
                        (below.value() + above.value()) / 2,
                        Math.hypot(below.standardError(), above.standardError()) / 2));
    }

    /** For example {@code 12.31 ± 0.04 to 12.52 ± 0.05, effective chains 80.1 and 75.3}. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%.2f ± %.2f to %.2f ± %.2f, effective chains %.1f and %.1f",
                below.value(),
                below.standardError(),
                above.value(),
                above.standardError(),
                belowSize,
                aboveSize);
    }
}
