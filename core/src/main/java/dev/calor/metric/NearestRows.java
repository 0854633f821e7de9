package dev.calor.metric;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;

/**
 * The distances from each row of one table to the nearest and to the second nearest row of another.
 *
 * @param first to the nearest
 * @param second to the second nearest; infinite where there is one row alone
 * @param nearest which row is the nearest; of several as near, the first
 */
@SuppressWarnings("ArrayRecordComponent") // large, and never compared
record NearestRows(double[] first, double[] second, int[] nearest) {
    private static final int BLOCK = 256;

    /** @param progress hears what share of the work is done, from several threads */
    static NearestRows of(RowDistance from, RowDistance to, DoubleConsumer progress) {
        NearestRows found = new NearestRows(new double[from.rows()], new double[from.rows()], new int[from.rows()]);
        RowTree tree = new RowTree(to);
        int blocks = (from.rows() + BLOCK - 1) / BLOCK;
        AtomicInteger done = new AtomicInteger();
        IntStream.range(0, blocks).parallel().forEach(block -> {
            RowTree.Search search = tree.new Search();
            for (int row = block * BLOCK; row < Math.min(from.rows(), (block + 1) * BLOCK); row++) {
                search.run(from, row);
                found.first[row] = search.first();
                found.second[row] = search.second();
                found.nearest[row] = search.nearest();
            }
            progress.accept((double) done.incrementAndGet() / blocks);
        });
        return found;
    }
}
