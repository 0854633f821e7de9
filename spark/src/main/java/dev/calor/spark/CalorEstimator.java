package dev.calor.spark;

import dev.calor.table.Schema;
import dev.calor.table.SchemaFile;
import dev.calor.tabular.EncoderFit;
import dev.calor.tabular.SharedTraining;
import dev.calor.tabular.TabularSpec;
import dev.calor.train.TrainingEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.StringArrayParam;
import org.apache.spark.ml.util.DefaultParamsReadable;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Learns a model of a table on Spark. The schema and the encoder come from aggregations over all rows; training runs in one barrier
 * stage, in which every task holds a part of the rows and gradients are added over all tasks at every step. With one task the weights
 * are those of the command line's {@code fit}, to the last bit.
 *
 * <p>The table is read three times, so it must be the same each time: cache it if it is random or costly.
 */
public final class CalorEstimator extends Estimator<CalorModel> implements DefaultParamsWritable {
    private static final long serialVersionUID = 1;

    private final String uid;
    private final Param<String> preset;
    private final StringArrayParam settings;
    private final LongParam seed;
    private final IntParam tasks;
    private final IntParam threads;
    private final StringArrayParam keep;
    private final Param<String> schema;
    private final Param<String> target;
    private final Param<String> checkpointDir;
    private final IntParam checkpointInterval;
    private final IntParam timeout;
    private transient Consumer<TrainingEvent> listener = event -> {};

    /** An estimator with the settings of the preset "balanced". */
    public CalorEstimator() {
        this(Identifiable$.MODULE$.randomUID("calorEstimator"));
    }

    /** The same with a name of its own. */
    public CalorEstimator(String uid) {
        this.uid = uid; // first: a parameter asks for it
        preset = param("preset", "fast, balanced, best or paper", "balanced");
        schema = param("schema", "schema of the table as JSON; \"\" infers it", "");
        target = param("target", "column that the model predicts; \"\" for none", "");
        checkpointDir = param("checkpointDir", "folder for checkpoints; \"\" for a temporary one of the driver", "");
        settings = texts("settings", "settings that differ from the preset, as name=value");
        keep = texts("keep", "columns that are learned though they look like personal data or tell rows apart");
        seed = new LongParam(this, "seed", "seed of all randomness in training");
        setDefault(seed, 1L);
        tasks = count("tasks", "tasks that train together; 0 for one per executor", 0);
        threads = count("threads", "threads per training task; 0 for spark.task.cpus", 0);
        checkpointInterval = count("checkpointInterval", "steps between checkpoints", 100);
        timeout = count("timeout", "seconds after which a task that does not answer is given up", 120);
    }

    private Param<String> param(String name, String what, String usual) {
        Param<String> param = new Param<>(this, name, what);
        setDefault(param, usual);
        return param;
    }

    private StringArrayParam texts(String name, String what) {
        StringArrayParam param = new StringArrayParam(this, name, what);
        setDefault(param, new String[0]);
        return param;
    }

    private IntParam count(String name, String what, int usual) {
        IntParam param = new IntParam(this, name, what);
        setDefault(param, usual);
        return param;
    }

    @Override
    public String uid() {
        return uid;
    }

    /** The preset of settings. */
    public Param<String> preset() {
        return preset;
    }

    /** Settings that differ from the preset. */
    public StringArrayParam settings() {
        return settings;
    }

    /** The seed of all randomness in training. */
    public LongParam seed() {
        return seed;
    }

    /** The number of tasks that train together. */
    public IntParam tasks() {
        return tasks;
    }

    /** The number of threads of a training task. */
    public IntParam threads() {
        return threads;
    }

    /** Columns that are learned though they look like personal data or tell rows apart. */
    public StringArrayParam keep() {
        return keep;
    }

    /** The schema of the table. */
    public Param<String> schema() {
        return schema;
    }

    /** The column that the model predicts. */
    public Param<String> target() {
        return target;
    }

    /** The folder for checkpoints. */
    public Param<String> checkpointDir() {
        return checkpointDir;
    }

    /** The number of steps between checkpoints. */
    public IntParam checkpointInterval() {
        return checkpointInterval;
    }

    /** The time after which a task that does not answer is given up. */
    public IntParam timeout() {
        return timeout;
    }

    /** Sets the preset: fast, balanced, best or paper; returns this estimator. */
    public CalorEstimator setPreset(String name) {
        set(preset, name);
        return this;
    }

    /** Sets settings that differ from the preset, such as {@code width=256}; returns this estimator. */
    public CalorEstimator setSettings(String... changed) {
        set(settings, changed);
        return this;
    }

    /** Sets the seed; returns this estimator. */
    public CalorEstimator setSeed(long number) {
        set(seed, number);
        return this;
    }

    /** Sets the number of tasks, 0 for one per executor; returns this estimator. */
    public CalorEstimator setTasks(int number) {
        set(tasks, number);
        return this;
    }

    /** Sets the number of threads of a training task, 0 for spark.task.cpus; returns this estimator. */
    public CalorEstimator setThreads(int number) {
        set(threads, number);
        return this;
    }

    /** Sets the columns to keep; returns this estimator. */
    public CalorEstimator setKeep(String... columns) {
        set(keep, columns);
        return this;
    }

    /** Sets the schema as JSON, as {@code calor schema} writes it; returns this estimator. */
    public CalorEstimator setSchema(String json) {
        set(schema, json);
        return this;
    }

    /** Sets the column that the model predicts; returns this estimator. */
    public CalorEstimator setTarget(String column) {
        set(target, column);
        return this;
    }

    /** Sets the folder for checkpoints, of any file system that Hadoop knows; returns this estimator. */
    public CalorEstimator setCheckpointDir(String folder) {
        set(checkpointDir, folder);
        return this;
    }

    /** Sets the number of steps between checkpoints; returns this estimator. */
    public CalorEstimator setCheckpointInterval(int steps) {
        set(checkpointInterval, steps);
        return this;
    }

    /** Sets the time-out in seconds; returns this estimator. */
    public CalorEstimator setTimeout(int seconds) {
        set(timeout, seconds);
        return this;
    }

    /** Sets who receives the progress of training, on the driver; returns this estimator. */
    public CalorEstimator setListener(Consumer<TrainingEvent> receiver) {
        listener = receiver;
        return this;
    }

    private <T> T value(Param<T> param) {
        return getOrDefault(param);
    }

    private int number(IntParam param, int least) {
        int value = (Integer) getOrDefault(param);
        if (value < least) {
            throw new IllegalArgumentException(param.name() + " is " + value + ", allowed is at least " + least);
        }
        return value;
    }

    private TabularSpec spec() {
        TabularSpec spec = TabularSpec.preset(value(preset)).withSeed((Long) getOrDefault(seed));
        for (String setting : value(settings)) {
            int equals = setting.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(
                        "setting '" + setting + "': write it as name=value, such as width=256");
            }
            spec = spec.with(
                    setting.substring(0, equals).strip(),
                    setting.substring(equals + 1).strip());
        }
        return spec;
    }

    /**
     * Learns a model.
     *
     * @throws IllegalArgumentException if a parameter or a column is refused, or there are fewer slots than tasks
     * @throws IllegalStateException if training diverges: the loss or a weight becomes NaN or infinite
     * @throws UncheckedIOException if the checkpoint is of another run, or cannot be written
     */
    @Override
    public CalorModel fit(Dataset<?> table) {
        Dataset<Row> rows = table.toDF();
        TabularSpec spec = spec();
        ClusterTraining training = new ClusterTraining(
                rows.sparkSession(),
                number(tasks, 0),
                number(threads, 0),
                value(checkpointDir),
                number(checkpointInterval, 1),
                number(timeout, 1),
                listener);
        try {
            transformSchema(rows.schema()); // refuses columns and a target before any work
            training.requireSlots();
            Schema known = value(schema).isEmpty()
                    ? Profiling.schema(rows, Set.copyOf(Arrays.asList(value(keep))))
                    : SchemaFile.parse("the schema", value(schema));
            if (!value(target).isEmpty()) {
                CalorModel.requireLevels(known.column(value(target)));
            }
            EncoderFit fit = Profiling.fit(rows, known);
            byte[] bytes = training.train(rows, new SharedTraining(fit, known, spec));
            CalorModel model = new CalorModel(uid + "-model", bytes);
            model.setTarget(value(target));
            model.setParent(this);
            return model;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public StructType transformSchema(StructType type) {
        Profiling.requireValues(type);
        List<StructField> fields = new ArrayList<>(Arrays.asList(type.fields()));
        if (!value(target).isEmpty()) {
            List<String> names = Arrays.asList(type.fieldNames());
            if (!names.contains(value(target))) {
                throw new IllegalArgumentException(
                        "there is no column '" + value(target) + "' to predict: there are " + String.join(", ", names));
            }
            fields.add(DataTypes.createStructField(
                    "prediction", type.apply(value(target)).dataType(), true));
            fields.add(DataTypes.createStructField(
                    "probability", org.apache.spark.ml.linalg.SQLDataTypes.VectorType(), true));
        }
        fields.add(DataTypes.createStructField("energy", DataTypes.DoubleType, true));
        fields.add(DataTypes.createStructField("anomaly", DataTypes.DoubleType, true));
        return DataTypes.createStructType(fields);
    }

    @Override
    public CalorEstimator copy(ParamMap extra) {
        CalorEstimator same = new CalorEstimator(uid);
        copyValues(same, extra);
        return same.setListener(listener);
    }

    /** Reads estimators that were saved. */
    public static MLReader<CalorEstimator> read() {
        return new DefaultParamsReadable<CalorEstimator>() {}.read();
    }

    /** Reads an estimator that was saved. */
    public static CalorEstimator load(String path) {
        return read().load(path);
    }
}
