package dev.calor.tabular;

import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import dev.calor.table.Table;
import dev.calor.tensor.Device;
import dev.calor.tensor.Engine;
import java.util.Locale;

/**
 * About how many bytes training takes, known before it begins. Rough: peaks of small networks on 60 columns were a third higher.
 *
 * @param table the rows, as read and as encoded
 * @param network weights, gradients and what the optimiser keeps of them
 * @param step rows and their negatives on their way through the network, and back
 */
public record MemoryNeed(double table, double network, double step) {
    /** Java, the tensor engine, the database. */
    private static final double PROGRAM = 0.7e9;

    /** A text in memory, with what holds it. */
    private static final int TEXT = 64;

    /** Inputs beside columns: the level of noise. */
    private static final int FEATURES = 8;

    private static final int REAL = Float.BYTES;
    private static final int WHOLE = Long.BYTES;

    /** Of a table, under settings, on a device. */
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
        // Encoded: states and two ends of an interval, in Java, in Java side by side, on the device.
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
        boolean card = device == Device.CUDA;
        double atOnce = card ? 1 : Math.min(1, Engine.threads() / (double) TabularSpec.Training.MICRO_BATCHES);
        double inputs = 2 * (Math.min(slots, 2.0 * LevelCodec.MOST_STATES) + numbers) * REAL + 6 * finite * WHOLE;
        double activations = ((6.0 * spec.network().depth() + 2) * width
                        + 4.0 * spec.network().components())
                * REAL; // set by hand to four measured peaks
        return new MemoryNeed(
                table.rows() * (bytes + encoded),
                REAL * (kept * weights + (card ? 2 : 1 + TabularSpec.Training.MICRO_BATCHES) * (first + hidden)),
                rows * atOnce * (inputs + activations));
    }

    /** The states of a column with levels, or of one of few numbers; 0 of others. */
    private static int states(ColumnSchema schema, Column column, TabularMethod method) {
        if (method.statesForFewValues() && column instanceof Column.Numbers numbers) {
            FewValues few = FewValues.of(schema, numbers.values());
            return few == null ? 0 : few.values().length;
        }
        return Math.min(LevelCodec.MOST_STATES, schema.levels().size());
    }

    /** All of it. */
    public double total() {
        return PROGRAM + table + network + step;
    }

    /** Refuses what the device cannot hold. */
    void require(double available, TabularSpec spec) {
        if (total() > available) {
            boolean mostlyStep = step >= table && step >= network;
            boolean mostlyNetwork = !mostlyStep && network >= table;
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

    /** In words: the whole and its parts. */
    @Override
    public String toString() {
        return text(total()) + " of memory (the table " + text(table) + ", the network " + text(network) + ", a step "
                + text(step) + ")";
    }
}
