package dev.calor.tabular;

import dev.calor.energy.Conditionals;
import dev.calor.table.Column;
import dev.calor.table.Table;
import dev.calor.tensor.Device;
import dev.calor.tensor.Engine;
import java.util.Locale;

/**
 * An estimate of the bytes of memory that training or scoring takes, computed before it begins. It holds within a
 * quarter of the measured peak for a JVM that starts with a small heap, as the launcher starts it.
 *
 * @param table the rows, as read and as encoded, and what is returned for them
 * @param network weights, gradients and the state of the optimiser
 * @param step activations of rows and negatives in the forward and the backward pass
 * @param scoring activations when scores are computed, for a bounded number of rows at once
 */
public record MemoryNeed(double table, double network, double step, double scoring) {
    /** Java, the tensor engine and the database: the peak of a model of width 8. */
    private static final double PROGRAM = 0.4e9;

    /** A text in memory, with its references. */
    private static final int TEXT = 64;

    /** A value in memory, as read and as encoded, on average over types; about 24 of it in Java. */
    private static final int VALUE = 64;

    private static final int VALUE_IN_JAVA = 24;

    /** A table that is reduced to fit keeps at least this many rows: fewer need hardly less memory. */
    private static final int LEAST_ROWS = 10_000;

    /** A surprise in memory: a record with a number, in a list. */
    private static final int SURPRISE = 40;

    /** Copies per row of a one-hot code and its gradient, and of the activations of a hidden layer: by measured peaks. */
    private static final double INPUTS = 4;

    private static final double OUR_ACTIVATIONS = 3;
    private static final double PAPER_ACTIVATIONS = 2.5;

    /** The denoising loss takes as much memory as this many further rows per row of data. */
    private static final double DENOISING_ROWS = 4;

    private static final int REAL = Float.BYTES;
    private static final int WHOLE = Long.BYTES;

    /** The memory needed to train on a table with these settings, on this device. */
    public static MemoryNeed of(Table table, TabularSpec spec, Device device) {
        ModelSize size = ModelSize.of(table, spec);
        TabularSpec.Training training = spec.training();
        boolean gpu = device == Device.CUDA;
        double atOnce = gpu ? 1 : Math.min(1, Engine.threads() / (double) TabularSpec.Training.MICRO_BATCHES);
        double rows = training.plan(spec.method(), table.rows()).batch()
                * (1.0 + training.negatives() + (training.denoising() > 0 ? DENOISING_ROWS : 0));
        boolean ours = spec.method() instanceof AnnealedMethod;
        double activations = (ours ? OUR_ACTIVATIONS : PAPER_ACTIVATIONS)
                * spec.network().depth()
                * spec.network().width();
        double kept = training.average() > 0 ? 5 : 4; // the weights, their gradient, two moments, the average
        return new MemoryNeed(
                table.rows() * (bytes(table) + encoded(size.finite(), size.numbers())),
                REAL * (kept * size.weights() + (gpu ? 2 : 1 + TabularSpec.Training.MICRO_BATCHES) * size.folded()),
                REAL * rows * atOnce * (INPUTS * size.inputs() + activations),
                scoring(size, spec.network(), table.rows(), device));
    }

    /**
     * The memory needed to score a table by a model with these settings, fitted to it or to another table with its
     * columns.
     */
    public static MemoryNeed ofScores(Table table, TabularSpec spec, Device device) {
        // Surprise and strangeness of every value, and the list that is returned.
        return ofAnswers(table, spec, device, table.columns().size() * (3.0 * Double.BYTES + SURPRISE));
    }

    /** The memory needed to predict a column of this many levels for a table. */
    public static MemoryNeed ofClasses(Table table, TabularSpec spec, Device device, int levels) {
        return ofAnswers(table, spec, device, 2.0 * levels * Double.BYTES);
    }

    private static MemoryNeed ofAnswers(Table table, TabularSpec spec, Device device, double bytesPerRow) {
        ModelSize size = ModelSize.of(table, spec);
        return new MemoryNeed(
                // The rows as read from the file, as the model reads them, and encoded.
                table.rows() * (2 * bytes(table) + encoded(size.finite(), size.numbers()) + bytesPerRow),
                REAL * (size.weights() + 2 * size.folded()),
                0,
                scoring(size, spec.network(), table.rows(), device));
    }

    /**
     * The largest number of rows with this many columns for which this memory is enough: they take half of what the
     * program leaves.
     */
    public static int mostRows(int columns, double available) {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(LEAST_ROWS, (available - PROGRAM) / 2 / VALUE / columns));
    }

    /**
     * Checks, before rows are read, that Java can hold them.
     *
     * @throws IllegalArgumentException if there are too many
     */
    public static void requireHeap(int rows, int columns) {
        double needed = (double) rows * columns * VALUE_IN_JAVA;
        double heap = Runtime.getRuntime().maxMemory();
        if (needed > heap) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "%,d rows of %d columns would take about %s of Java's memory, which is %s;"
                            + " --memory 4GB learns from as many of them as fit, or give Java more by JAVA_TOOL_OPTIONS=-Xmx…g",
                    rows,
                    columns,
                    text(needed),
                    text(heap)));
        }
    }

    /** Bytes per row in Java. */
    private static double bytes(Table table) {
        return table.columns().stream()
                .mapToDouble(column -> column instanceof Column.Texts ? TEXT : Double.BYTES)
                .sum();
    }

    /** Bytes per encoded row: states and two ends of an interval, in Java by column, in Java by row, on the device. */
    private static double encoded(double finite, double numbers) {
        return finite * (Integer.BYTES + 2.0 * WHOLE) + numbers * (2.0 * REAL + 2.0 * Double.BYTES + 2.0 * REAL);
    }

    private static double scoring(ModelSize size, TabularSpec.Network network, int rows, Device device) {
        double threads = device == Device.CUDA ? 1 : Math.min(Engine.threads(), RowScorer.pieces(rows));
        double activations = (3.0 * network.depth() - 1) * network.width() + 4.0 * network.components();
        double inputs = 2 * (size.inputs() - size.slots() + Math.min(size.slots(), 2.0 * LevelCodec.MOST_STATES));
        return threads * Conditionals.ROWS_AT_ONCE * (REAL * (inputs + activations) + 6 * WHOLE * size.finite());
    }

    /** The total number of bytes. */
    public double total() {
        return PROGRAM + table + network + Math.max(step, scoring);
    }

    /**
     * Checks that the need is not above the available or allowed memory.
     *
     * @param available the available bytes
     * @param spec the settings that the message names
     * @throws IllegalArgumentException if {@link #total} is more
     */
    public void require(double available, TabularSpec spec) {
        if (total() > available) {
            throw new IllegalArgumentException("about " + this + " would be needed, and there are " + text(available)
                    + "; " + remedy(available, spec));
        }
    }

    private String remedy(double available, TabularSpec spec) {
        if (PROGRAM > available) {
            return "at least " + text(PROGRAM) + " are needed for the program alone";
        }
        if (step >= Math.max(Math.max(table, network), scoring)) {
            return "lower the batch, " + spec.training().batch() + ", or the negatives, "
                    + spec.training().negatives();
        }
        return Math.max(network, scoring) >= table
                ? (step == 0 ? "fit a model of a lower width, " : "lower the width, ")
                        + spec.network().width() + ", or the depth, "
                        + spec.network().depth()
                : "give fewer rows or columns";
    }

    /** A number of bytes in words. */
    private static String text(double bytes) {
        return bytes < 1e9
                ? String.format(Locale.ROOT, "%.0f MB", Math.ceil(bytes / 1e6))
                : String.format(Locale.ROOT, "%.1f GB", bytes / 1e9);
    }

    /** The total and its parts, in words. */
    @Override
    public String toString() {
        return text(total()) + " of memory (the table " + text(table) + ", the network " + text(network) + ", a step "
                + text(step) + ", scores " + text(scoring) + ")";
    }
}
