package dev.calor.tabular;

import dev.calor.rows.Marginals;
import dev.calor.table.Schema;
import dev.calor.table.SchemaFile;
import dev.calor.table.Table;
import dev.calor.tensor.Device;
import dev.calor.tensor.Peers;
import dev.calor.train.TrainingEvent;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The training of one model by several tasks that hold different rows of a table: what all of them share. One task that holds all rows
 * learns the weights of {@link TabularModel#fit}, to the last bit.
 */
public final class SharedTraining implements Serializable {
    private static final long serialVersionUID = 1;

    /**
     * Rows are encoded this many at once: a multiple of 7 · 24, so that the states of missing points in time, which are taken in turn,
     * are those of a table encoded at once.
     */
    public static final int CHUNK = 7 * 24 * 48;

    /** Rows that scores are compared with are among the first of task 0. */
    private static final int REFERENCE_ROWS = 1 << 16;

    private final LinkedHashMap<String, String> settings = new LinkedHashMap<>();
    private final String schema;
    private final String encoder;

    /**
     * Training with the encoder of all rows.
     *
     * @throws IllegalArgumentException if there are too few rows, or no column can be learned
     * @throws UncheckedIOException never in practice: the description of the encoder is written to memory
     */
    public SharedTraining(EncoderFit fit, Schema schema, TabularSpec spec) {
        TabularModel.requireRows(fit.rows());
        TableEncoder fitted = fit.encoder(schema, spec.method());
        spec.settings().forEach((name, value) -> settings.put(name, value.toString()));
        try {
            this.schema = SchemaFile.text(fitted.schema());
            this.encoder = CodecJson.write(fitted);
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    /** The settings. */
    public TabularSpec spec() {
        TabularSpec spec = TabularSpec.preset("balanced");
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            spec = spec.with(setting.getKey(), setting.getValue());
        }
        return spec;
    }

    /** The columns. */
    public Schema schema() {
        return SchemaFile.parse("the schema", schema);
    }

    private TableEncoder encoder() throws IOException {
        return CodecJson.read(encoder, schema(), spec().method().structure());
    }

    /** The rows of one task, encoded. */
    public static final class Rows implements AutoCloseable {
        private final TableEncoder encoder;
        private final RowStore store;
        private final List<EncodedRows> first = new ArrayList<>();

        private Rows(TableEncoder encoder, RowStore store) {
            this.encoder = encoder;
            this.store = store;
        }

        /**
         * Adds rows, {@value SharedTraining#CHUNK} at once except for the last.
         *
         * @throws IllegalArgumentException if the table has other columns
         * @throws IOException if the disk is full
         */
        public void add(Table table) throws IOException {
            store.add(encoder.encode(table));
            if (first.size() * CHUNK < REFERENCE_ROWS) {
                first.add(encoder.encodeAlone(table));
            }
        }

        /** The number of rows. */
        public long count() {
            return store.rows();
        }

        @Override
        public void close() throws IOException {
            store.close();
        }
    }

    /**
     * An empty set of rows.
     *
     * @param file where rows are kept, mapped into memory; closing removes it
     * @throws IOException if the file cannot be made
     */
    public Rows rows(Path file) throws IOException {
        TableEncoder fitted = encoder();
        return new Rows(fitted, new RowStore(file, fitted.space(), fitted.numbers()));
    }

    /**
     * Trains the model on the CPU. Every task ends with the same weights; the reference of scores is that of the rows of task 0, so that
     * its model is the one to keep.
     *
     * @param checkpoint where task 0 saves the state of training, and every task finds it; null for nowhere
     * @param save steps between checkpoints
     * @param listener receives the progress
     * @throws IllegalArgumentException if this task has no rows, or a batch has too few for all tasks
     * @throws dev.calor.train.DivergedException if the loss or a weight becomes NaN or infinite
     * @throws IOException if the checkpoint is of another run, or cannot be written
     */
    public TabularModel train(
            Rows rows, Peers peers, @Nullable Path checkpoint, int save, Consumer<TrainingEvent> listener)
            throws IOException {
        if (rows.count() == 0) {
            throw new IllegalArgumentException(
                    "task " + peers.rank() + " of " + peers.size() + " has no rows; use fewer tasks");
        }
        rows.store.seal();
        TabularSpec spec = spec();
        long all = rows.store.allRows(peers);
        Marginals marginals = rows.store.marginals(rows.encoder.space(), peers);
        StoredRows source = new StoredRows(rows.store, peers, all, spec.method().noise(marginals));
        Learning learning = new Learning(spec, rows.encoder, marginals, source, all, Device.CPU, peers);
        return learning.train(
                checkpoint,
                save,
                (event, model) -> listener.accept(event),
                () -> false,
                () -> EncodedRows.joined(rows.first));
    }
}
