package dev.calor.tabular;

import dev.calor.energy.Conditionals;
import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import dev.calor.table.Table;
import dev.calor.tensor.Device;
import dev.calor.tensor.Engine;
import java.util.Locale;

/**
 * An estimate of the bytes of memory that training takes, computed before it begins.
 *
 * @param table the rows, as read and as encoded
 * @param network weights, gradients and the state of the optimiser
 * @param step activations of rows and negatives in the forward and the backward pass
 * @param scoring activations when scores are computed after training, for a bounded number of rows at once
 */
public record MemoryNeed(double table, double network, double step, double scoring) {
    /** Java, the tensor engine and the database: adjusted by hand to two measured peaks. */
    private static final double PROGRAM = 0.42e9;

    /** A text in memory, with its references. */
    private static final int TEXT = 64;

    /** Inputs besides columns: the features of the noise level. */
    private static final int FEATURES = 8;

    private static final int REAL = Float.BYTES;
    private static final int WHOLE = Long.BYTES;

    /** The need for a table, with these settings, on this device. */
    public static MemoryNeed of(Table table, TabularSpec spec, Device device) {
        double finite = 0;
        double numbers = 0;
        double slots = 0;
        double bytes = 0;
        for (int k = 0; k < table.columns().size(); k++) {
            ColumnSchema column = table.schema().columns().get(k);
            boolean learned = column.type().isLearned();
            boolean time = column.type() == ColumnType.DATETIME;
            bytes += table.columns().get(k) instanceof Column.Texts ? TEXT : Double.BYTES;
            int states = states(column, table.columns().get(k), spec.method());
            numbers += !learned || column.type().hasLevels() || states > 0 ? 0 : time ? 2 : 1;
            finite += !learned ? 0 : time ? 3 : 1;
            slots += !learned ? 0 : time ? 33 : 2 + states;
        }
        // Encoded: states and two ends of an interval; three times: in Java by column, in Java by row, on the device.
        double encoded =
                finite * (Integer.BYTES + 2.0 * WHOLE) + numbers * (2.0 * REAL + 2.0 * Double.BYTES + 2.0 * REAL);
        double width = spec.network().width();
        double hidden = (spec.network().depth() - 1) * width * (width + 1);
        double inputsOfLayer = slots + numbers + FEATURES;
        double components =
                spec.network().components() * (spec.network().components() > 1 ? inputsOfLayer + width : width);
        double first = inputsOfLayer * (width + spec.network().components()); // embedding and first layer as one table
        double weights = (slots + finite * width) * spec.network().embedding()
                + (numbers + FEATURES + 2) * width
                + hidden
                + components;
        int kept = spec.training().average() > 0 ? 5 : 4; // the weights, their gradient, two moments, the average
        double rows = (double) spec.training().plan(spec.method(), table.rows()).batch()
                * (1 + spec.training().negatives());
        boolean gpu = device == Device.CUDA;
        double atOnce = gpu ? 1 : Math.min(1, Engine.threads() / (double) TabularSpec.Training.MICRO_BATCHES);
        double inputs = 2 * (Math.min(slots, 2.0 * LevelCodec.MOST_STATES) + numbers) * REAL + 6 * finite * WHOLE;
        double activations = ((6.0 * spec.network().depth() + 2) * width
                        + 4.0 * spec.network().components())
                * REAL; // adjusted by hand to four measured peaks
        return new MemoryNeed(
                table.rows() * (bytes + encoded),
                REAL * (kept * weights + (gpu ? 2 : 1 + TabularSpec.Training.MICRO_BATCHES) * (first + hidden)),
                rows * atOnce * (inputs + activations),
                (gpu ? 1 : Math.min(Engine.threads(), RowScorer.pieces(table.rows())))
                        * (double) Conditionals.ROWS_AT_ONCE
                        * (inputs
                                + REAL
                                        * ((3.0 * spec.network().depth() - 1) * width
                                                + 4.0 * spec.network().components())));
    }

    /** The states of a column with levels, or of one of few numbers; 0 of others. */
    private static int states(ColumnSchema schema, Column column, TabularMethod method) {
        if (method.statesForFewValues() && column instanceof Column.Numbers numbers) {
            FewValues few = FewValues.of(schema, numbers.values());
            return few == null ? 0 : few.values().length;
        }
        return Math.min(LevelCodec.MOST_STATES, schema.levels().size());
    }

    /** The total number of bytes. */
    public double total() {
        return PROGRAM + table + network + Math.max(step, scoring);
    }

    /**
     * Checks that the need is not above what is available or allowed.
     *
     * @param available the available bytes
     * @param spec the settings that the message names
     * @throws IllegalArgumentException if {@link #total} is more
     */
    public void require(double available, TabularSpec spec) {
        if (total() > available) {
            boolean mostlyStep = step >= table && step >= network && step >= scoring;
            boolean mostlyNetwork = !mostlyStep && Math.max(network, scoring) >= table;
            throw new IllegalArgumentException("training would take about " + this + ", and there are "
                    + text(available) + "; "
                    + (mostlyStep
                            ? "lower the batch, " + spec.training().batch() + ", or the negatives, "
                                    + spec.training().negatives()
                            : mostlyNetwork
                                    ? "lower the width, " + spec.network().width() + ", or the depth, "
                                            + spec.network().depth()
                                    : "give fewer rows or columns"));
        }
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
