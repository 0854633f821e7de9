package dev.calor.tabular;

import dev.calor.perturb.DataNoise;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.rows.OneHot;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Encoded rows on a device, from which batches are drawn: rows with replacement, and every number anew from the
 * interval it stands for, z = Φ⁻¹(u).
 */
final class TableRows implements TrainingRows, AutoCloseable {
    /** Keeps z within ±5.2, where single precision can distinguish values. */
    private static final double EDGE = 1e-7;

    /** Stands for infinity. */
    private static final double FARTHEST = 30;

    /** Rows whose numbers are drawn at once to measure correlations. */
    static final int CHUNK = 1 << 16;

    private final int rows;
    private final Tensor states; // [rows, finite]
    private final Tensor low; // [rows, numbers]
    private final Tensor width;
    private final Tensor from; // [rows, numbers]: the ends of the intervals of N(0, 1) that numbers stand for
    private final Tensor to;
    private final DataNoise dataNoise;
    private final String fingerprint;

    TableRows(EncodedRows encoded, Device device, DataNoise dataNoise) {
        this(encoded, device, dataNoise, null);
    }

    /** Some of the rows of a larger table, whose fingerprint is known. */
    TableRows(EncodedRows encoded, Device device, DataNoise dataNoise, @Nullable String known) {
        this.rows = encoded.rows();
        this.dataNoise = dataNoise;
        int finite = encoded.states().length;
        int numbers = encoded.low().length;
        long[] flatStates = new long[rows * finite];
        double[] flatLow = new double[rows * numbers];
        double[] flatWidth = new double[rows * numbers];
        for (int row = 0; row < rows; row++) {
            for (int k = 0; k < finite; k++) {
                flatStates[row * finite + k] = encoded.states()[k][row];
            }
            for (int i = 0; i < numbers; i++) {
                flatLow[row * numbers + i] = encoded.low()[i][row];
                flatWidth[row * numbers + i] = encoded.high()[i][row] - encoded.low()[i][row];
            }
        }
        try (Scope scope = Scope.open()) {
            states = Tensor.whole(device, flatStates, rows, finite).keep();
            low = Tensor.real(device, flatLow, rows, numbers).keep();
            width = Tensor.real(device, flatWidth, rows, numbers).keep();
            from = normal(low).keep();
            to = normal(low.plus(width)).keep();
        }
        fingerprint = known == null ? hash(flatStates, flatLow, flatWidth) : known;
    }

    /** Φ⁻¹, finite at 0 and 1. */
    private static Tensor normal(Tensor uniform) {
        return uniform.normalQuantile().clampBelow(-FARTHEST).clampAbove(FARTHEST);
    }

    private static String hash(long[] states, double[] low, double[] width) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES);
            for (long state : states) {
                digest.update(bytes.putLong(0, state).array());
            }
            for (double[] numbers : new double[][] {low, width}) {
                for (double number : numbers) {
                    digest.update(bytes.putDouble(0, number).array());
                }
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException absent) {
            throw new IllegalStateException(absent);
        }
    }

    @Override
    public Batch batch(int count, Device device, RandomStream random) {
        Noise noise = Noise.of(random, device);
        return batch(noise.whole(rows, count), noise);
    }

    /** A batch of the rows with these indices. */
    Batch batch(Tensor index, Noise noise) {
        Batch drawn = rows(index, noise);
        Batch.Origin origin = new Batch.Origin(drawn.states(), from.indexSelect(0, index), to.indexSelect(0, index));
        return dataNoise.noised(new Batch(drawn.states(), drawn.numbers(), null, origin), noise);
    }

    /** The rows with these indices, with numbers drawn anew. */
    Batch rows(Tensor index, Noise noise) {
        return at(index, noise.uniform(index.size(0), low.size(1)));
    }

    /** Repeats every row, adjacent to each other, with numbers drawn anew each time. */
    Batch rows(Tensor index, Noise noise, int times) {
        return rows(index.repeatRows(times), noise);
    }

    /**
     * Repeats every row once per point, adjacent to each other, with numbers at these points of their intervals:
     * [points, numbers].
     */
    Batch rowsAt(Tensor index, Tensor points) {
        long times = points.size(0);
        long numbers = points.size(1);
        long count = index.size(0);
        Tensor repeated = index.repeatRows(times);
        Tensor shares = points.unsqueeze(0).expand(count, times, numbers).reshape(count * times, numbers);
        return at(repeated, shares);
    }

    private Batch at(Tensor index, Tensor shares) {
        Tensor u = low.indexSelect(0, index).plus(width.indexSelect(0, index).times(shares));
        return new Batch(
                states.indexSelect(0, index),
                u.clampBelow(EDGE).clampAbove(1 - EDGE).normalQuantile(),
                null);
    }

    @Override
    public double[][] correlation(Noise noise) {
        int numbers = (int) low.size(1);
        double[] products = new double[numbers * numbers];
        for (int first = 0; first < rows; first += CHUNK) {
            addProducts(first, Math.min(CHUNK, rows - first), noise, rows, products);
        }
        return correlation(products, numbers);
    }

    /** Adds the products of every pair of numbers over some adjacent rows, divided by the number of all rows. */
    void addProducts(int first, int count, Noise noise, double all, double[] products) {
        try (Scope scope = Scope.open()) {
            Tensor z = rows(Tensor.range(noise.device(), count).plus((long) first), noise)
                    .numbers();
            double[] own = z.transpose().matmul(z).toDoubles();
            for (int i = 0; i < own.length; i++) {
                products[i] += own[i] / all;
            }
        }
    }

    /** The matrix of mean products, with ones on its diagonal. */
    static double[][] correlation(double[] products, int numbers) {
        double[][] correlation = new double[numbers][numbers];
        for (int i = 0; i < numbers; i++) {
            System.arraycopy(products, i * numbers, correlation[i], 0, numbers);
            correlation[i][i] = 1;
        }
        return correlation;
    }

    @Override
    public List<List<Integer>> crosses(OneHot layout, Device device) {
        int count = Math.min(rows, CrossedColumns.SAMPLE);
        return CrossedColumns.of(sample(count, device), layout, rows);
    }

    /** Rows at even distances. */
    private EncodedRows sample(int count, Device device) {
        int finite = (int) states.size(1);
        int numbers = (int) low.size(1);
        EncodedRows sample = EncodedRows.of(count, finite, numbers, false);
        try (Scope scope = Scope.open()) {
            Tensor index = Tensor.whole(device, evenly(rows, count), count);
            long[] levels = states.indexSelect(0, index).toLongs();
            double[] from = low.indexSelect(0, index).toDoubles();
            double[] widths = width.indexSelect(0, index).toDoubles();
            for (int row = 0; row < count; row++) {
                for (int k = 0; k < finite; k++) {
                    sample.states()[k][row] = (int) levels[row * finite + k];
                }
                for (int i = 0; i < numbers; i++) {
                    double start = from[row * numbers + i];
                    sample.number(i, row, start, start + widths[row * numbers + i]);
                }
            }
        }
        return sample;
    }

    /** Indices of {@code count} of the rows, at even distances. */
    static long[] evenly(long rows, int count) {
        return LongStream.range(0, count).map(i -> i * rows / count).toArray();
    }

    @Override
    public String fingerprint() {
        return fingerprint;
    }

    @Override
    public void close() {
        states.release();
        low.release();
        width.release();
        from.release();
        to.release();
    }
}
