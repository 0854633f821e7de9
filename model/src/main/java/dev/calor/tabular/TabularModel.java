package dev.calor.tabular;

import dev.calor.energy.CountedEnergy;
import dev.calor.energy.EvaluationCount;
import dev.calor.energy.TrainableEnergy;
import dev.calor.estimate.LogPartition;
import dev.calor.random.RandomStream;
import dev.calor.rows.Marginals;
import dev.calor.table.Column;
import dev.calor.table.Schema;
import dev.calor.table.Table;
import dev.calor.tensor.Device;
import dev.calor.tensor.HostTensor;
import dev.calor.tensor.Peers;
import dev.calor.train.TrainingEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A model of a table: one energy U(x) of its rows, low where rows are likely. It gives synthetic rows ~ exp(−U), with or without
 * conditions; p(y | rest) of any column with levels; imputations of missing values; scores.
 */
public final class TabularModel implements AutoCloseable {
    /** Steps between checkpoints. */
    private static final int SAVE = 100;

    private static final int FEWEST_ROWS = 8;
    private static final int PARTITION_CHAINS = 1024;
    private static final int PARTITION_STEPS = 1024;

    private final TabularSpec spec;
    private final TableEncoder encoder;
    private final TrainedEnergy trained;
    private final TrainableEnergy energy;
    private final ModelProvenance provenance;
    private final Reference reference;

    TabularModel(
            TabularSpec spec,
            TableEncoder encoder,
            TrainedEnergy trained,
            ModelProvenance provenance,
            Reference reference) {
        this.spec = spec;
        this.encoder = encoder;
        this.trained = trained;
        this.energy = trained.energy();
        this.provenance = provenance;
        this.reference = reference;
    }

    /**
     * Trains a model of a table on the CPU.
     *
     * @throws IllegalArgumentException if the table has too few rows or no column to learn, or training would need too
     *     much memory
     * @throws dev.calor.train.DivergedException if the loss or a weight becomes NaN or infinite
     * @throws IOException never in practice: no checkpoint is written
     */
    public static TabularModel fit(Table table, TabularSpec spec) throws IOException {
        return fit(table, spec, Device.CPU, event -> {}, () -> false);
    }

    /**
     * Trains a model of a table.
     *
     * @param listener receives the progress
     * @param stop ends training early when it returns true; the model then has the weights learned so far
     * @throws IllegalArgumentException if the table has too few rows or no column to learn, or training would need too
     *     much memory
     * @throws dev.calor.train.DivergedException if the loss or a weight becomes NaN or infinite
     * @throws IOException never in practice: no checkpoint is written
     */
    public static TabularModel fit(
            Table table, TabularSpec spec, Device device, Consumer<TrainingEvent> listener, BooleanSupplier stop)
            throws IOException {
        return fit(table, spec, device, null, (event, model) -> listener.accept(event), stop);
    }

    /**
     * Trains a model of a table, and goes on from a checkpoint where there is one.
     *
     * @param checkpoint where the state of training is saved every {@value #SAVE} steps and found again; null for nowhere
     * @param listener receives the progress, and may sample from the model as it is then until it returns
     * @param stop ends training early; the model is the one learned so far
     * @throws IllegalArgumentException if there are too few rows, or training would take more memory than there is
     * @throws IOException if the checkpoint is of another table or of other settings, or cannot be written
     */
    public static TabularModel fit(
            Table table,
            TabularSpec spec,
            Device device,
            @Nullable Path checkpoint,
            BiConsumer<TrainingEvent, TabularModel> listener,
            BooleanSupplier stop)
            throws IOException {
        requireRows(table.rows());
        MemoryNeed.of(table, spec, device).require(device.memory(), spec);
        TabularMethod method = spec.method();
        TableEncoder encoder = TableEncoder.fit(table, method);
        EncodedRows encoded = encoder.encode(table);
        Marginals marginals = encoded.marginals(encoder.space());
        try (TableRows rows = new TableRows(encoded, device, method.noise(marginals))) {
            return new Learning(spec, encoder, marginals, rows, table.rows(), device, Peers.ALONE)
                    .train(checkpoint, SAVE, listener, stop, () -> encoder.encodeAlone(table));
        }
    }

    /** Refuses a table that is too small to learn from. */
    static void requireRows(long rows) {
        if (rows < FEWEST_ROWS) {
            throw new IllegalArgumentException("a table of " + rows + (rows == 1 ? " row" : " rows") + ": at least "
                    + FEWEST_ROWS + " are needed to learn from; give more rows");
        }
    }

    /** The columns of the table. */
    public Schema schema() {
        return encoder.schema();
    }

    /** How the model was trained, and how it is sampled. */
    public TabularSpec spec() {
        return spec;
    }

    /** The device that the model computes on. */
    public Device device() {
        return energy.device();
    }

    /** The names of the columns that the network sees crossed as well as apart, because together they determine others. */
    public List<List<String>> crosses() {
        return trained.derived().crosses().stream()
                .map(cross -> cross.stream().map(encoder::nameOf).toList())
                .toList();
    }

    /** Where the model comes from. */
    public ModelProvenance provenance() {
        return provenance;
    }

    /** The number of learned parameters. */
    public long parameters() {
        return energy.parameters().stream()
                .mapToLong(parameter -> {
                    long count = 1;
                    for (long extent : parameter.shape()) {
                        count *= extent;
                    }
                    return count;
                })
                .sum();
    }

    /** A hash of the weights: models with the same have the same weights, to the last bit. */
    public String fingerprint() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            energy.parameters()
                    .forEach(parameter -> digest.update(HostTensor.of(parameter).bytes()));
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException absent) {
            throw new IllegalStateException(absent);
        }
    }

    TableEncoder encoder() {
        return encoder;
    }

    TrainableEnergy energy() {
        return energy;
    }

    TrainedEnergy trained() {
        return trained;
    }

    Reference reference() {
        return reference;
    }

    /** The same model with other settings of sampling. It shares the weights: closing one closes both. */
    public TabularModel withSampling(TabularSpec.Sampling sampling) {
        return new TabularModel(spec.withSampling(sampling), encoder, trained, provenance, reference);
    }

    /** The same model, which counts the evaluations of its network. It shares the weights: closing one closes both. */
    public TabularModel counting(EvaluationCount count) {
        TrainedEnergy counted = new TrainedEnergy(
                trained.network(), new CountedEnergy(energy, count), trained.marginals(), trained.derived());
        return new TabularModel(spec, encoder, counted, provenance, reference);
    }

    /**
     * Draws synthetic rows.
     *
     * @throws IllegalArgumentException if {@code rows} is negative
     */
    public Table sample(int rows, long seed) {
        return sample(rows, List.of(), true, seed, share -> {});
    }

    /**
     * Draws synthetic rows that satisfy all conditions.
     *
     * @param missing whether values may be missing, as often as in the training table
     * @param progress receives the fraction of the work that is done
     * @throws IllegalArgumentException if {@code rows} is negative, or no row, or too few, can satisfy the conditions
     */
    public Table sample(int rows, List<Condition> conditions, boolean missing, long seed, DoubleConsumer progress) {
        if (rows < 0) {
            throw new IllegalArgumentException(rows + " rows: allowed are 0 up");
        }
        return sample(rows, conditions, missing, RandomStream.of(seed).child("sample"), progress);
    }

    /**
     * Draws synthetic rows by a random stream: for rows that are drawn in many places, each with a stream of its own.
     *
     * @throws IllegalArgumentException if {@code rows} is negative
     */
    public Table sample(int rows, RandomStream random) {
        if (rows < 0) {
            throw new IllegalArgumentException(rows + " rows: allowed are 0 up");
        }
        return sample(rows, List.of(), true, random, share -> {});
    }

    /** The number of rows that are drawn together; fewer take nearly as long. */
    public int rowsTogether() {
        return spec.sampling().rowsTogether(energy.device());
    }

    private Table sample(
            int rows, List<Condition> conditions, boolean missing, RandomStream random, DoubleConsumer progress) {
        Clamps clamps = encoder.clamps(conditions, missing);
        Table drawn = draw(rows, clamps, conditions, random, progress);
        return new Redraw(conditions)
                .of(
                        drawn,
                        random.child("again"),
                        (more, stream) -> draw(more, clamps, conditions, stream, share -> {}));
    }

    private Table draw(
            int rows, Clamps clamps, List<Condition> conditions, RandomStream random, DoubleConsumer progress) {
        RowSampler sampler = new RowSampler(spec, encoder, energy);
        SampledRows drawn =
                new FilteredRows(sampler, clamps, spec.sampling().tries()).draw(rows, random.child("chains"), progress);
        return new Rounding(conditions).of(encoder.decode(drawn, random.child("decode")));
    }

    /**
     * p(y | the rest of the row) ∝ exp(−U), normalised exactly over the levels of a column. The values of the column itself are
     * ignored. Missing values in columns that had none in training are imputed first.
     *
     * @throws IllegalArgumentException if the column has no levels, or the table was not read with the model's schema
     */
    public Classification classify(Table table, String target, long seed) {
        return classify(table, target, seed, share -> {});
    }

    /**
     * The same, with progress.
     *
     * @param progress receives the fraction of the work that is done
     * @throws IllegalArgumentException if the column has no levels, or the table was not read with the model's schema
     */
    public Classification classify(Table table, String target, long seed, DoubleConsumer progress) {
        int k = encoder.levels(target);
        RandomStream random = RandomStream.of(seed).child("classify");
        Table unknown = withUnknown(table, k);
        int[] blank = blanks(unknown, k);
        Table whole = withFilled(unknown, blank, random.child("blanks"), progress);
        return new Classification(
                target,
                encoder.schema().column(target).levels(),
                new RowScorer(encoder, energy)
                        .levelProbabilities(whole, k, random.child("draws"), after(blank, progress)));
    }

    /** The table with all values of the target missing. */
    private static Table withUnknown(Table table, int target) {
        int[] unknown = new int[table.rows()];
        Arrays.fill(unknown, Column.MISSING);
        List<Column> columns = new ArrayList<>(table.columns());
        columns.set(target, new Column.Codes(unknown));
        return new Table(table.schema(), columns);
    }

    /** The rows with missing values that the encoder has no state for, ignoring one column. */
    private int[] blanks(Table table, int besides) {
        return IntStream.range(0, table.rows())
                .filter(row -> !encoder.isWhole(table, row, besides))
                .toArray();
    }

    /** The table with some rows filled in, the first half of the work. */
    private Table withFilled(Table table, int[] blank, RandomStream random, DoubleConsumer progress) {
        return blank.length == 0
                ? table
                : table.withRows(blank, fill(table.rows(blank), random, share -> progress.accept(share / 2)));
    }

    /** The second half of the work, or all of it where nothing was filled in. */
    private static DoubleConsumer after(int[] blank, DoubleConsumer progress) {
        return blank.length == 0 ? progress : share -> progress.accept((1 + share) / 2);
    }

    /**
     * Imputes every missing value by a draw from its conditional distribution given the rest of the row.
     *
     * @throws IllegalArgumentException if the table was not read with the model's schema
     */
    public Table impute(Table table, long seed) {
        return impute(table, 1, seed, share -> {}).get(0);
    }

    /**
     * Multiple imputation: several independent imputations.
     *
     * @throws IllegalArgumentException if {@code draws} is below 1, or the table was not read with the model's schema
     */
    public List<Table> impute(Table table, int draws, long seed, DoubleConsumer progress) {
        if (draws < 1) {
            throw new IllegalArgumentException(draws + " draws: at least 1");
        }
        RandomStream random = RandomStream.of(seed).child("impute");
        int[] blank = IntStream.range(0, table.rows())
                .filter(row -> IntStream.range(0, table.columns().size())
                        .anyMatch(k -> table.columns().get(k).isMissing(row)
                                && !(encoder.codecs().get(k) instanceof Unlearned unlearned && unlearned.isBlank())))
                .toArray();
        Table holed = table.rows(blank);
        List<Table> fillings = new ArrayList<>();
        for (int draw = 0; draw < draws; draw++) {
            int before = draw;
            Table filled = blank.length == 0
                    ? holed
                    : fill(holed, random.child(draw), share -> progress.accept((before + share) / draws));
            fillings.add(table.withRows(blank, filled));
        }
        return fillings;
    }

    private Table fill(Table holed, RandomStream random, DoubleConsumer progress) {
        SampledRows drawn = new RowSampler(spec, encoder, energy)
                .draw(holed.rows(), encoder.clamps(holed), random.child("chains"), progress);
        return holed.orElse(encoder.decode(drawn, random.child("decode")));
    }

    /**
     * How likely each row is, and which of its values are the most surprising given the others. The score of a row
     * depends on the model, the row and the seed, not on other rows.
     *
     * <p>Codes beyond the levels of the model's schema are unseen levels, and infinite numbers stand for texts that are not
     * numbers, as {@link dev.calor.table.Unknown#MARK} reads them.
     */
    public List<RowScore> score(Table table, long seed) {
        return score(table, seed, share -> {});
    }

    /**
     * The same.
     *
     * @param progress receives the fraction of the work that is done
     */
    public List<RowScore> score(Table table, long seed, DoubleConsumer progress) {
        RandomStream random = RandomStream.of(seed).child("score");
        Table legible = encoder.legible(table);
        EncodedRows encoded = encoder.encodeAlone(legible);
        new BlankFiller(encoder, energy, trained.marginals())
                .fill(legible, blanks(legible, -1), encoded, random.child("blanks"));
        RowScorer scorer = new RowScorer(encoder, energy);
        double[] energies = scorer.energies(encoded, random.child("energies"), share -> {});
        double[][] surprises = scorer.surprises(encoded, progress);
        return reference.compare(
                energies,
                surprises,
                encoder.strangeness(table),
                encoder.schema().names());
    }

    /**
     * Estimates log Z, which turns energies of rows into log-densities ({@link RowScore#logDensity}), with the default
     * number of chains and steps.
     *
     * @throws IllegalArgumentException if the model was trained by {@code tabed-mask}, which has no log-densities
     */
    public LogPartition logPartition(long seed, DoubleConsumer progress) {
        return logPartition(PARTITION_CHAINS, PARTITION_STEPS, seed, progress);
    }

    /**
     * The same with other numbers of chains and steps.
     *
     * @param chains the number of chains whose weights are averaged: the standard error falls with its square root
     * @param steps the number of steps from noise to data: with few, weights differ more
     * @throws IllegalArgumentException if there are fewer than 2 chains or no steps, or the model was trained by
     *     {@code tabed-mask}
     */
    public LogPartition logPartition(int chains, int steps, long seed, DoubleConsumer progress) {
        RandomStream random = RandomStream.of(seed).child("partition");
        return new RowPartition(spec, encoder, energy).estimate(chains, steps, random, progress);
    }

    /**
     * Writes the model to a file, atomically.
     *
     * @throws IOException if the file cannot be written
     */
    public void save(Path file) throws IOException {
        ModelFile.write(this, file);
    }

    /**
     * Reads a model.
     *
     * @throws IOException if the file cannot be read, is damaged, or is not a model
     */
    public static TabularModel load(Path file, Device device) throws IOException {
        return ModelFile.read(file, device);
    }

    @Override
    public void close() {
        energy.close();
    }
}
