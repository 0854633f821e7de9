package dev.calor.tabular;

import dev.calor.perturb.DataNoise;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import dev.calor.train.DataSource;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Encoded rows on a device, to draw batches from: rows with replacement, and every number afresh from the interval it stands for,
 * z = Φ⁻¹(u).
 */
final class TableRows implements DataSource, AutoCloseable {
    /** Keeps z within ±5.2, where single precision tells values apart. */
    private static final double EDGE = 1e-7;

    private final int rows;
    private final Tensor states; // [rows, finite]
    private final Tensor low; // [rows, numbers]
    private final Tensor width;
    private final DataNoise dataNoise;
    private final String fingerprint;

    TableRows(EncodedRows encoded, Device device, DataNoise dataNoise) {
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
        }
        fingerprint = hash(flatStates, flatLow, flatWidth);
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
        return dataNoise.noised(rows(noise.whole(rows, count), noise), noise);
    }

    /** Some rows, their numbers drawn afresh. */
    Batch rows(Tensor index, Noise noise) {
        Tensor from = low.indexSelect(0, index);
        Tensor u = from.plus(width.indexSelect(0, index).times(noise.uniform(from.shape())));
        return new Batch(
                states.indexSelect(0, index),
                u.clampBelow(EDGE).clampAbove(1 - EDGE).normalQuantile(),
                null);
    }

    /** Every row several times, next to each other, with numbers of its own each time. */
    Batch rows(Tensor index, Noise noise, int times) {
        return rows(index.repeatRows(times), noise);
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
    }
}
