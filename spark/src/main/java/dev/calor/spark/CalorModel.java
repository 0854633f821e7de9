package dev.calor.spark;

import dev.calor.table.Schema;
import dev.calor.tabular.ModelProvenance;
import dev.calor.tabular.TabularModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.reflect.ClassTag$;

/**
 * A model of a table on Spark: synthetic rows of any number, predictions, anomaly scores, imputations. It holds the bytes of a
 * {@code .calor} file, which the command line reads and writes too.
 */
public final class CalorModel extends ModelParams implements MLWritable {
    private static final long serialVersionUID = 1;

    /** The model's file in the folder that {@link #write} writes. */
    static final String FILE = "model.calor";

    private final byte[] bytes;

    /** An empty model: Spark Connect asks its class. A model comes from {@link CalorEstimator} or {@link #load}. */
    public CalorModel() {
        this(Identifiable$.MODULE$.randomUID("calor"), new byte[0]);
    }

    CalorModel(String uid, byte[] bytes) {
        super(uid);
        this.bytes = bytes;
    }

    /**
     * Reads a {@code .calor} file from any file system that Hadoop knows.
     *
     * @throws IllegalArgumentException if there is no such file
     * @throws IOException if it cannot be read, is not a model, or is of a newer format
     */
    public static CalorModel fromFile(SparkSession spark, String file) throws IOException {
        byte[] found = HadoopFiles.read(new Path(file), spark.sparkContext().hadoopConfiguration());
        if (found == null) {
            throw new IllegalArgumentException(file + ": there is no such file; give a model that fit made");
        }
        LoadedModel.of(found, file).close(); // refuses what is no model
        return new CalorModel(Identifiable$.MODULE$.randomUID("calor"), found);
    }

    /**
     * Writes the {@code .calor} file alone, which the command line reads.
     *
     * @throws IOException if it cannot be written
     */
    public void toFile(SparkSession spark, String file) throws IOException {
        HadoopFiles.write(new Path(file), bytes, spark.sparkContext().hadoopConfiguration());
    }

    byte[] bytes() {
        return bytes;
    }

    /** Sets the column to predict, "" for none; returns this model. */
    public CalorModel setTarget(String column) {
        set(target(), column);
        return this;
    }

    /** Sets the column for the likeliest level, "" for none; returns this model. */
    public CalorModel setPredictionCol(String column) {
        set(predictionCol(), column);
        return this;
    }

    /** Sets the column for probabilities, "" for none; returns this model. */
    public CalorModel setProbabilityCol(String column) {
        set(probabilityCol(), column);
        return this;
    }

    /** Sets the column for energies, "" for none; returns this model. */
    public CalorModel setEnergyCol(String column) {
        set(energyCol(), column);
        return this;
    }

    /** Sets the column for anomaly scores, "" for none; returns this model. */
    public CalorModel setAnomalyCol(String column) {
        set(anomalyCol(), column);
        return this;
    }

    /** Sets the seed; returns this model. */
    public CalorModel setSeed(long number) {
        set(seed(), number);
        return this;
    }

    /**
     * The columns that the model has learned.
     *
     * @throws IllegalStateException if the model is empty
     * @throws UncheckedIOException if it is damaged or of a newer format
     */
    public Schema schema() {
        try (LoadedModel loaded = loaded()) {
            return loaded.model().schema();
        }
    }

    /**
     * Where the model comes from.
     *
     * @throws IllegalStateException if the model is empty
     * @throws UncheckedIOException if it is damaged or of a newer format
     */
    public ModelProvenance provenance() {
        try (LoadedModel loaded = loaded()) {
            return loaded.model().provenance();
        }
    }

    /** A hash of the weights. */
    String fingerprint() {
        try (LoadedModel loaded = loaded()) {
            return loaded.model().fingerprint();
        }
    }

    private LoadedModel loaded() {
        if (bytes.length == 0) {
            throw new IllegalStateException(
                    "an empty model; read one by CalorModel.load, or make one by CalorEstimator");
        }
        try {
            return LoadedModel.of(bytes);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private Broadcast<byte[]> broadcast(SparkSession spark) {
        return spark.sparkContext().broadcast(bytes, ClassTag$.MODULE$.apply(byte[].class));
    }

    /**
     * Synthetic rows, drawn when they are used. The same number and seed give the same rows, whatever the number of partitions.
     *
     * @throws IllegalArgumentException if {@code rows} is negative
     */
    public Dataset<Row> sample(SparkSession spark, long rows, long seed) {
        return sample(spark, rows, seed, spark.sparkContext().defaultParallelism());
    }

    /**
     * The same in this many partitions.
     *
     * @throws IllegalArgumentException if {@code rows} is negative, or {@code partitions} is below 1
     */
    public Dataset<Row> sample(SparkSession spark, long rows, long seed, int partitions) {
        return sample(spark, rows, seed, partitions, List.of());
    }

    /**
     * The same with rows that satisfy all conditions, such as {@code age>=18} or {@code city=Bonn|Kiel}: those of the command line's
     * option {@code --where}.
     *
     * @throws IllegalArgumentException if {@code rows} is negative, {@code partitions} is below 1, or no row can satisfy the conditions
     */
    public Dataset<Row> sample(SparkSession spark, long rows, long seed, int partitions, List<String> conditions) {
        if (rows < 0 || partitions < 1) {
            throw new IllegalArgumentException(
                    rows + " rows in " + partitions + " partitions: allowed are 0 rows or more in 1 partition or more");
        }
        try (LoadedModel loaded = loaded()) {
            TabularModel model = loaded.model();
            Drawing drawing = new Drawing(broadcast(spark), rows, seed, List.copyOf(conditions));
            drawing.draw(model, 0, 0); // refuses the conditions
            long size = model.rowsTogether();
            return spark.range(0, (rows + size - 1) / size, 1, partitions)
                    .mapPartitions(drawing, Encoders.row(new RowWriter(model.schema()).type()));
        }
    }

    /**
     * Rows with the asked columns added: prediction and probability where a target is set, energy and anomaly. Works on streams too.
     *
     * @throws IllegalArgumentException if a column is absent or has another type than in training
     */
    @Override
    public Dataset<Row> transform(Dataset<?> rows) {
        StructType result = transformSchema(rows.schema());
        boolean predicts = !getTarget().isEmpty();
        Scoring.Columns added = new Scoring.Columns(
                predicts && !getPredictionCol().isEmpty(),
                predicts && !getProbabilityCol().isEmpty(),
                !getEnergyCol().isEmpty(),
                !getAnomalyCol().isEmpty());
        DataType predictionType = predicts ? predictionType(rows.schema()) : DataTypes.NullType;
        Scoring scoring = new Scoring(
                broadcast(rows.sparkSession()), rows.schema(), getTarget(), predictionType, added, getSeed());
        return rows.toDF().mapPartitions(scoring, Encoders.row(result));
    }

    private DataType predictionType(StructType type) {
        return Arrays.asList(type.fieldNames()).contains(getTarget())
                ? type.apply(getTarget()).dataType()
                : SparkTypes.of(schema().column(getTarget()));
    }

    @Override
    public StructType transformSchema(StructType type) {
        boolean predicts = !getTarget().isEmpty();
        new LearnedColumns(schema()).require(type, predicts ? Set.of(getTarget()) : Set.of());
        List<StructField> fields = new ArrayList<>(Arrays.asList(type.fields()));
        if (predicts) {
            LearnedColumns.requireLevels(schema().column(getTarget()));
            add(fields, getPredictionCol(), predictionType(type));
            add(fields, getProbabilityCol(), SQLDataTypes.VectorType());
        }
        add(fields, getEnergyCol(), DataTypes.DoubleType);
        add(fields, getAnomalyCol(), DataTypes.DoubleType);
        return DataTypes.createStructType(fields);
    }

    private static void add(List<StructField> fields, String name, DataType type) {
        if (name.isEmpty()) {
            return;
        }
        if (fields.stream().anyMatch(field -> field.name().equals(name))) {
            throw new IllegalArgumentException(
                    "there is a column '" + name + "' already: choose another name for the new one, or \"\" for none");
        }
        fields.add(DataTypes.createStructField(name, type, true));
    }

    /**
     * Rows in which every missing value is replaced by a draw given the rest of its row, with the model's seed. What is drawn for a row
     * also depends on its place in its partition.
     *
     * @throws IllegalArgumentException if a column is absent or has another type than in training
     */
    public Dataset<Row> impute(Dataset<?> rows) {
        new LearnedColumns(schema()).require(rows.schema(), Set.of());
        return rows.toDF()
                .mapPartitions(
                        new Imputing(broadcast(rows.sparkSession()), rows.schema(), getSeed()),
                        Encoders.row(rows.schema()));
    }

    @Override
    public CalorModel copy(ParamMap extra) {
        CalorModel same = new CalorModel(uid(), bytes);
        copyValues(same, extra);
        same.setParent(parent());
        return same;
    }

    @Override
    public MLWriter write() {
        return new Saving.Writer(this);
    }

    /** Reads models that {@link #write} wrote. */
    public static MLReader<CalorModel> read() {
        return new Saving.Reader();
    }

    /**
     * Reads a model that was saved.
     *
     * @throws UncheckedIOException if it cannot be read, or is of a newer format
     */
    public static CalorModel load(String path) {
        return read().load(path);
    }

    /** A name, for messages. */
    @Override
    public String toString() {
        return "CalorModel: uid=" + uid() + ", " + bytes.length + " bytes";
    }
}
