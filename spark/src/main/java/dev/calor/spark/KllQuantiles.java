package dev.calor.spark;

import dev.calor.tabular.QuantileSketch;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.util.Map;
import java.util.TreeMap;
import org.apache.datasketches.kll.KllDoublesSketch;
import org.apache.datasketches.memory.Memory;
import org.apache.datasketches.quantilescommon.DoublesSortedView;
import org.apache.datasketches.quantilescommon.DoublesSortedViewIterator;

/**
 * The quantile sketch of Karnin, Lang and Liberty, from Apache DataSketches. With 99 % probability the error of the rank of a
 * number is at most {@link #rankError}, about 0.1 %, whatever the number of rows.
 */
final class KllQuantiles implements QuantileSketch {
    private static final long serialVersionUID = 1;

    /** About 12,000 numbers are kept. */
    private static final int SIZE = 4096;

    private transient KllDoublesSketch sketch = KllDoublesSketch.newHeapInstance(SIZE);

    /** The error of a rank, as a fraction of the rows. */
    static double rankError() {
        return KllDoublesSketch.getNormalizedRankError(SIZE, false);
    }

    @Override
    public void add(double number, long count) {
        sketch.update(number, count);
    }

    @Override
    public void merge(QuantileSketch other) {
        sketch.merge(((KllQuantiles) other).sketch);
    }

    @Override
    public double[] numbers() {
        return weights().keySet().stream().mapToDouble(Double::doubleValue).toArray();
    }

    @Override
    public long[] counts() {
        return weights().values().stream().mapToLong(Long::longValue).toArray();
    }

    private Map<Double, Long> weights() {
        Map<Double, Long> weights = new TreeMap<>();
        DoublesSortedView view = sketch.getSortedView();
        DoublesSortedViewIterator items = view.iterator();
        while (items.next()) {
            weights.merge(items.getQuantile() + 0.0, items.getWeight(), Long::sum);
        }
        return weights;
    }

    @Serial
    private void writeObject(ObjectOutputStream out) throws IOException {
        byte[] bytes = sketch.toByteArray();
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    @Serial
    private void readObject(ObjectInputStream in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        sketch = KllDoublesSketch.heapify(Memory.wrap(bytes));
    }
}
