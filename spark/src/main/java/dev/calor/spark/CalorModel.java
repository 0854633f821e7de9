package dev.calor.spark;

import dev.calor.table.ColumnSchema;
import dev.calor.table.Schema;
import dev.calor.tabular.ModelProvenance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
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
 * {@code .calor} file, the same that the command line reads and writes.
 */
public final class CalorModel extends Model<CalorModel> implements MLWritable {
    private static final long serialVersionUID = 1;

    /** The model's file in the folder that {@link #write} writes. */
    static final String FILE = "model.calor";

    private final String uid;
    private final byte[] bytes;
    private final Param<String> target;
    private final Param<String> predictionCol;
    private final Param<String> probabilityCol;
    private final Param<String> energyCol;
    private final Param<String> anomalyCol;
    private final LongParam seed;

    /** An empty model, into which a saved one is read. */
    public CalorModel() {
        this(Identifiable$.MODULE$.randomUID("calor"), new byte[0]);
    }

    CalorModel(String uid, byte[] bytes) {
        this.uid = uid; // first: a parameter asks for it
        this.bytes = bytes;
        target = param("target", "column to predict; \"\" for none", "");
        predictionCol = param("predictionCol", "column for the likeliest level; \"\" for none", "prediction");
        probabilityCol =
                param("probabilityCol", "column for the probabilities of levels; \"\" for none", "probability");
        energyCol = param("energyCol", "column for the energy, lower is likelier; \"\" for none", "energy");
        anomalyCol = param("anomalyCol", "column for the fraction of training rows that are likelier", "anomaly");
        seed = new LongParam(this, "seed", "seed of what is drawn");
        setDefault(seed, 1L);
    }

    private Param<String> param(String name, String what, String usual) {
        Param<String> param = new Param<>(this, name, what);
        setDefault(param, usual);
        return param;
    }

    /**
     * A model from a {@code .calor} file of any file system that Hadoop knows.
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

    @Override
    public String uid() {
        return uid;
    }

    /** The column to predict. */
    public Param<String> target() {
        return target;
    }

    /** The column for the likeliest level of the target. */
    public Param<String> predictionCol() {
        return predictionCol;
    }

    /** The column for the probabilities of the target's levels, a vector in their order. */
    public Param<String> probabilityCol() {
        return probabilityCol;
    }

    /** The column for the energy. */
    public Param<String> energyCol() {
        return energyCol;
    }

    /** The column for the fraction of training rows that are likelier. */
    public Param<String> anomalyCol() {
        return anomalyCol;
    }

    /** The seed of what is drawn. */
    public LongParam seed() {
        return seed;
    }

    /** Sets the column to predict, "" for none; returns this model. */
    public CalorModel setTarget(String column) {
        set(target, column);
        return this;
    }

    /** Sets the column for the likeliest level, "" for none; returns this model. */
    public CalorModel setPredictionCol(String column) {
        set(predictionCol, column);
        return this;
    }

    /** Sets the column for probabilities, "" for none; returns this model. */
    public CalorModel setProbabilityCol(String column) {
        set(probabilityCol, column);
        return this;
    }

    /** Sets the column for energies, "" for none; returns this model. */
    public CalorModel setEnergyCol(String column) {
        set(energyCol, column);
        return this;
    }

    /** Sets the column for anomaly scores, "" for none; returns this model. */
    public CalorModel setAnomalyCol(String column) {
        set(anomalyCol, column);
        return this;
    }

    /** Sets the seed; returns this model. */
    public CalorModel setSeed(long number) {
        set(seed, number);
        return this;
    }

    private <T> T value(Param<T> param) {
        return getOrDefault(param);
    }

    /**
     * The columns that the model has learned.
     *
     * @throws IllegalStateException if no model was read yet
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
     * @throws IllegalStateException if no model was read yet
     * @throws UncheckedIOException if it is damaged or of a newer format
     */
    public ModelProvenance provenance() {
        try (LoadedModel loaded = loaded()) {
            return loaded.model().provenance();
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
        if (rows < 0 || partitions < 1) {
            throw new IllegalArgumentException(
                    rows + " rows in " + partitions + " partitions: allowed are 0 rows or more in 1 partition or more");
        }
        try (LoadedModel loaded = loaded()) {
            long size = loaded.model().rowsTogether();
            return spark.range(0, (rows + size - 1) / size, 1, partitions)
                    .mapPartitions(
                            new Drawing(broadcast(spark), rows, seed),
                            Encoders.row(new RowWriter(loaded.model().schema()).type()));
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
        boolean[] predicts = {asked(predictionCol), asked(probabilityCol)};
        boolean[] scores = {!value(energyCol).isEmpty(), !value(anomalyCol).isEmpty()};
        Scoring scoring = new Scoring(
                broadcast(rows.sparkSession()),
                rows.schema(),
                value(target),
                value(target).isEmpty() ? DataTypes.StringType : predictionType(rows.schema()),
                predicts,
                scores,
                (Long) getOrDefault(seed));
        return rows.toDF().mapPartitions(scoring, Encoders.row(result));
    }

    private boolean asked(Param<String> column) {
        return !value(target).isEmpty() && !value(column).isEmpty();
    }

    private DataType predictionType(StructType type) {
        return Arrays.asList(type.fieldNames()).contains(value(target))
                ? type.apply(value(target)).dataType()
                : SparkTypes.of(schema().column(value(target)));
    }

    @Override
    public StructType transformSchema(StructType type) {
        requireColumns(type, value(target).isEmpty() ? Set.of() : Set.of(value(target)));
        List<StructField> fields = new ArrayList<>(Arrays.asList(type.fields()));
        if (!value(target).isEmpty()) {
            requireLevels(schema().column(value(target)));
            add(fields, value(predictionCol), predictionType(type));
            add(fields, value(probabilityCol), SQLDataTypes.VectorType());
        }
        add(fields, value(energyCol), DataTypes.DoubleType);
        add(fields, value(anomalyCol), DataTypes.DoubleType);
        return DataTypes.createStructType(fields);
    }

    /** Refuses a target that is not one of some levels. */
    static void requireLevels(ColumnSchema column) {
        if (!column.type().hasLevels()) {
            throw new IllegalArgumentException("target '" + column.name() + "' is " + column.type()
                    + ": columns with levels can be predicted; to predict a number, remove its values and impute them");
        }
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

    /** Refuses rows without the columns of the model, or with other types; all of them are named. */
    private void requireColumns(StructType type, Set<String> optional) {
        Schema schema = schema();
        List<String> names = Arrays.asList(type.fieldNames());
        List<String> absent = schema.names().stream()
                .filter(name -> !names.contains(name) && !optional.contains(name))
                .toList();
        if (!absent.isEmpty()) {
            throw new IllegalArgumentException("the rows have no column '" + String.join("', '", absent)
                    + "', which the model has learned; they have " + String.join(", ", names)
                    + "; add what is absent, with nulls where it is not known");
        }
        String changed = schema.columns().stream()
                .filter(column -> names.contains(column.name())
                        && !SparkTypes.fits(column, type.apply(column.name()).dataType()))
                .map(column -> "'" + column.name() + "' was learned as "
                        + (column.stored() == null
                                ? column.type()
                                : SparkTypes.of(column).simpleString())
                        + " and is " + type.apply(column.name()).dataType().simpleString())
                .collect(Collectors.joining("; "));
        if (!changed.isEmpty()) {
            throw new IllegalArgumentException("column " + changed + "; cast it to the type it was learned with");
        }
    }

    /**
     * Rows in which every missing value is replaced by a draw given the rest of its row, with the model's seed. What is drawn for a row
     * also depends on its place in its partition.
     *
     * @throws IllegalArgumentException if a column is absent or has another type than in training
     */
    public Dataset<Row> impute(Dataset<?> rows) {
        requireColumns(rows.schema(), Set.of());
        return rows.toDF()
                .mapPartitions(
                        new Imputing(broadcast(rows.sparkSession()), rows.schema(), (Long) getOrDefault(seed)),
                        Encoders.row(rows.schema()));
    }

    @Override
    public CalorModel copy(ParamMap extra) {
        CalorModel same = new CalorModel(uid, bytes);
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
        return "CalorModel: uid=" + uid + ", " + bytes.length + " bytes";
    }
}
