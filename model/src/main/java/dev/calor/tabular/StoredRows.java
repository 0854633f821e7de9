package dev.calor.tabular;

import dev.calor.perturb.DataNoise;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.rows.OneHot;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Peers;
import dev.calor.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/** Rows of a {@link RowStore} as {@link TableRows} would give them: the same bits from the same stream. */
final class StoredRows implements TrainingRows {
    private final RowStore store;
    private final Peers peers;
    private final long allRows;
    private final DataNoise dataNoise;
    private final String fingerprint;

    /** The rows of this task. */
    StoredRows(RowStore store, Peers peers, long allRows, DataNoise dataNoise) {
        this.store = store;
        this.peers = peers;
        this.allRows = allRows;
        this.dataNoise = dataNoise;
        this.fingerprint = store.fingerprint(peers);
    }

    @Override
    public Batch batch(int count, Device device, RandomStream random) {
        Noise noise = Noise.of(random, device);
        long[] index = noise.whole(store.rows(), count).toLongs();
        try (TableRows drawn = new TableRows(store.rows(index), device, dataNoise, fingerprint)) {
            return drawn.batch(Tensor.range(device, count), noise);
        }
    }

    /** The correlation over the rows of all tasks. */
    @Override
    public double[][] correlation(Noise noise) {
        double[] products = new double[store.numbers() * store.numbers()];
        for (long first = 0; first < store.rows(); first += TableRows.CHUNK) {
            long[] index = LongStream.range(first, Math.min(store.rows(), first + TableRows.CHUNK))
                    .toArray();
            try (TableRows some = new TableRows(store.rows(index), noise.device(), dataNoise, fingerprint)) {
                some.addProducts(0, index.length, noise, (double) allRows, products);
            }
        }
        peers.sum(products);
        return TableRows.correlation(products, store.numbers());
    }

    /** The crosses that task 0 finds in its rows. */
    @Override
    public List<List<Integer>> crosses(OneHot layout, Device device) {
        double[] columns =
                new double[CrossedColumns.MOST_CROSSES * CrossedColumns.MOST_COLUMNS]; // plus one; 0 for none
        if (peers.rank() == 0) {
            int count = (int) Math.min(store.rows(), CrossedColumns.SAMPLE);
            int cross = 0;
            for (List<Integer> found :
                    CrossedColumns.of(store.rows(TableRows.evenly(store.rows(), count)), layout, allRows)) {
                for (int i = 0; i < found.size(); i++) {
                    columns[cross * CrossedColumns.MOST_COLUMNS + i] = found.get(i) + 1.0;
                }
                cross++;
            }
        }
        peers.sum(columns);
        List<List<Integer>> crosses = new ArrayList<>();
        for (int first = 0; first < columns.length && columns[first] > 0; first += CrossedColumns.MOST_COLUMNS) {
            crosses.add(Arrays.stream(columns, first, first + CrossedColumns.MOST_COLUMNS)
                    .filter(column -> column > 0)
                    .mapToObj(column -> (int) column - 1)
                    .toList());
        }
        return crosses;
    }

    @Override
    public String fingerprint() {
        return fingerprint;
    }
}
