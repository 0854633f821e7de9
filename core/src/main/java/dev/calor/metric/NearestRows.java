package dev.calor.metric;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;

/**
 * The distances from each row of one table to the nearest and to the second nearest row of another.
 *
 * @param first the distance to the nearest row
 * @param second the distance to the second nearest row; infinite if there is only one
 * @param nearest the index of the nearest row; of the first if several are equally near
 */
@SuppressWarnings("ArrayRecordComponent") // large; instances are never compared
record NearestRows(double[] first, double[] second, int[] nearest) {
    private static final int BLOCK = 256;

    /** @param progress receives the fraction of the work that is done, from several threads */
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
