package dev.calor.tabular;

import dev.calor.random.RandomStream;
import java.util.List;
import java.util.function.DoubleConsumer;

/**
 * Draws rows under conditions that are the same for all rows. Rows are drawn without conditions, and those that satisfy them are kept: their
 * distribution is right by construction, and their marginals are steered. Where too few satisfy them, the rest is drawn by
 * {@link dev.calor.sampler.ReverseHeat} within the conditions, which is faster there and less accurate (docs/decisions/014).
 *
 * @param sampler draws rows, with or without conditions
 * @param clamps the conditions
 * @param tries the number of unconditional rows that may be drawn per row, plus {@link #START}; 0 for none at all
 */
record FilteredRows(RowSampler sampler, Clamps clamps, int tries) {
    /** Unconditional rows that are drawn however few rows are wanted. */
    private static final int START = 2_048;

    /** Fewest and most rows drawn at a time: fewer are not steered, more would take much memory. */
    private static final int FEWEST = 512;

    private static final int MOST = 65_536;

    /** Somewhat more rows are drawn than are expected to be needed. */
    private static final double MARGIN = 1.05;

    /** The rows; the random stream is used like that of {@link RowSampler#draw} for rows within the conditions. */
    SampledRows draw(int rows, RandomStream random, DoubleConsumer progress) {
        if (tries == 0 || !clamps.restrictsAnything()) {
            return sampler.draw(rows, clamps, random, progress);
        }
        SampledRows kept = sampler.none();
        Clamps nothing = sampler.encoder().clamps(List.of(), true);
        long drawn = 0;
        while (isWorthIt(rows, kept.rows(), drawn)) {
            int before = kept.rows();
            double expected = drawn == 0 ? 0 : Math.max(1, before) / (double) drawn;
            int count = drawn == 0
                    ? FEWEST
                    : (int) Math.max(FEWEST, Math.min(MOST, Math.ceil(MARGIN * (rows - before) / expected)));
            SampledRows free = sampler.draw(
                    count,
                    nothing,
                    random.child("free").child(drawn),
                    share -> progress.accept(Math.min(1, (before + share * count * expected) / rows)));
            kept = kept.followedBy(free.where(row -> clamps.admit(free, row), rows - before));
            drawn += count;
        }
        int found = kept.rows();
        return found == rows
                ? kept
                : kept.followedBy(sampler.draw(
                        rows - found,
                        clamps,
                        random,
                        share -> progress.accept((found + share * (rows - found)) / rows)));
    }

    /** Whether rows are wanted, and the unconditional rows that they need, judged by those drawn so far, are not too many. */
    private boolean isWorthIt(int rows, int kept, long drawn) {
        return kept < rows
                && drawn + (rows - kept) * (drawn / (double) Math.max(1, kept)) <= START + (double) tries * rows;
    }
}
