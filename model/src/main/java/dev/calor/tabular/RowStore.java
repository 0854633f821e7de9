package dev.calor.tabular;

import dev.calor.rows.Marginals;
import dev.calor.rows.OneHot;
import dev.calor.space.ProductSpace;
import dev.calor.tensor.Peers;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * Encoded rows in a temporary file that is mapped into memory: the operating system keeps as much of it in memory as there is, and
 * the rest stays on disk. A row takes two bytes per finite column and eight per number.
 */
final class RowStore implements AutoCloseable {
    /** A mapping holds at most 2 GB. */
    private static final long MOST_MAPPED = 1L << 30;

    private final Path file;
    private final int finite;
    private final int numbers;
    private final int bytes;
    private final int rowsPerSegment;
    private final OutputStream stream;
    private final List<MappedByteBuffer> segments = new ArrayList<>();
    private final long[] stateCounts;
    private final OneHot layout;
    private long rows;
    private long hash;

    /** An empty store; an existing file is replaced, and the file is removed when the store is closed. */
    RowStore(Path file, ProductSpace space, int numbers) throws IOException {
        this.file = file;
        this.layout = new OneHot(space);
        this.finite = layout.columns();
        this.numbers = numbers;
        this.bytes = finite * Short.BYTES + numbers * 2 * Float.BYTES;
        this.rowsPerSegment = (int) (MOST_MAPPED / bytes);
        this.stateCounts = new long[layout.slots()];
        this.stream = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
    }

    void add(EncodedRows encoded) throws IOException {
        ByteBuffer row = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < encoded.rows(); i++) {
            row.clear();
            for (int k = 0; k < finite; k++) {
                int state = encoded.states()[k][i];
                row.putShort((short) state);
                stateCounts[layout.offset(k) + state]++;
            }
            for (int n = 0; n < numbers; n++) {
                row.putFloat(encoded.low()[n][i]).putFloat(encoded.high()[n][i]);
            }
            stream.write(row.array());
            hash += hash(row.array());
        }
        rows += encoded.rows();
    }

    /** 64 bits of a row; they are added up, so that the sum depends neither on the order of rows nor on their distribution over tasks. */
    private static long hash(byte[] row) {
        long mixed = 0xcbf29ce484222325L;
        for (byte part : row) {
            mixed = (mixed ^ part) * 0x100000001b3L;
        }
        mixed = (mixed ^ (mixed >>> 32)) * 0x9e3779b97f4a7c15L;
        return mixed ^ (mixed >>> 29);
    }

    /** Ends writing; from now on rows are read. */
    void seal() throws IOException {
        stream.close();
        try (FileChannel channel = FileChannel.open(file)) {
            for (long first = 0; first < rows; first += rowsPerSegment) {
                long length = Math.min(rowsPerSegment, rows - first) * bytes;
                MappedByteBuffer segment = channel.map(FileChannel.MapMode.READ_ONLY, first * bytes, length);
                segment.order(ByteOrder.LITTLE_ENDIAN);
                segments.add(segment);
            }
        }
    }

    long rows() {
        return rows;
    }

    int numbers() {
        return numbers;
    }

    /** The rows with these indices, in this order. */
    EncodedRows rows(long[] index) {
        EncodedRows some = EncodedRows.of(index.length, finite, numbers, false);
        for (int i = 0; i < index.length; i++) {
            ByteBuffer segment = segments.get((int) (index[i] / rowsPerSegment));
            int at = (int) (index[i] % rowsPerSegment) * bytes;
            for (int k = 0; k < finite; k++) {
                some.states()[k][i] = segment.getShort(at);
                at += Short.BYTES;
            }
            for (int n = 0; n < numbers; n++) {
                some.number(n, i, segment.getFloat(at), segment.getFloat(at + Float.BYTES));
                at += 2 * Float.BYTES;
            }
        }
        return some;
    }

    /** The number of rows of all tasks. */
    long allRows(Peers peers) {
        double[] sum = {rows};
        peers.sum(sum);
        return (long) sum[0];
    }

    /** The frequency of each state in the rows of all tasks, as {@link EncodedRows#marginals}. */
    Marginals marginals(ProductSpace space, Peers peers) {
        double[] weights = Arrays.stream(stateCounts).asDoubleStream().toArray();
        peers.sum(weights);
        return new Marginals(
                space, Arrays.stream(weights).map(count -> 0.5 + count).toArray());
    }

    /** A hash of the rows of all tasks, whatever their order. */
    String fingerprint(Peers peers) {
        double[] limbs = new double[4]; // of 16 bits each: their sums are exact
        for (int limb = 0; limb < limbs.length; limb++) {
            limbs[limb] = (hash >>> (16 * limb)) & 0xffff;
        }
        peers.sum(limbs);
        long sum = 0;
        for (int limb = 0; limb < limbs.length; limb++) {
            sum += (long) limbs[limb] << (16 * limb);
        }
        return "rows-" + HexFormat.of().toHexDigits(sum);
    }

    @Override
    public void close() throws IOException {
        stream.close();
        segments.clear();
        Files.deleteIfExists(file);
    }
}
