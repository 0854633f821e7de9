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
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.param.ParamMap;
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
 * stage, in which every task holds a part of the rows, and gradients are added over all tasks at every step. With one task the weights
 * are those of the command line's {@code fit}, to the last bit.
 *
 * <p>The table is read three times, so it must be the same each time: cache it if it is random or costly.
 */
public final class CalorEstimator extends EstimatorParams implements DefaultParamsWritable {
    private static final long serialVersionUID = 1;

    private transient Consumer<TrainingEvent> listener = event -> {};

    /** An estimator with the settings of the preset "balanced". */
    public CalorEstimator() {
        this(Identifiable$.MODULE$.randomUID("calorEstimator"));
    }

    /** An estimator with the settings of the preset "balanced" and this identifier. */
    public CalorEstimator(String uid) {
        super(uid);
    }

    /** Sets the preset: fast, balanced, best or paper; returns this estimator. */
    public CalorEstimator setPreset(String name) {
        set(preset(), name);
        return this;
    }

    /** Sets settings that differ from the preset, such as {@code width=256}; returns this estimator. */
    public CalorEstimator setSettings(String... changed) {
        set(settings(), changed);
        return this;
    }

    /** The same with a list, which is what Python sends; returns this estimator. */
    public CalorEstimator setSettings(List<String> changed) {
        return setSettings(changed.toArray(String[]::new));
    }

    /** Sets the seed; returns this estimator. */
    public CalorEstimator setSeed(long number) {
        set(seed(), number);
        return this;
    }

    /** Sets the number of tasks, 0 for one per executor; returns this estimator. */
    public CalorEstimator setTasks(int number) {
        set(tasks(), number);
        return this;
    }

    /** Sets the number of threads per training task, 0 for spark.task.cpus; returns this estimator. */
    public CalorEstimator setThreads(int number) {
        set(threads(), number);
        return this;
    }

    /** Sets the columns to learn although they look like personal data; returns this estimator. */
    public CalorEstimator setKeep(String... columns) {
        set(keep(), columns);
        return this;
    }

    /** The same with a list, which is what Python sends; returns this estimator. */
    public CalorEstimator setKeep(List<String> columns) {
        return setKeep(columns.toArray(String[]::new));
    }

    /** Sets the schema as JSON, as {@code calor schema} writes it; returns this estimator. */
    public CalorEstimator setSchema(String json) {
        set(schema(), json);
        return this;
    }

    /** Sets the column that the model predicts; returns this estimator. */
    public CalorEstimator setTarget(String column) {
        set(target(), column);
        return this;
    }

    /** Sets the folder for checkpoints, in any file system that Hadoop knows; returns this estimator. */
    public CalorEstimator setCheckpointDir(String folder) {
        set(checkpointDir(), folder);
        return this;
    }

    /** Sets the number of steps between checkpoints; returns this estimator. */
    public CalorEstimator setCheckpointInterval(int steps) {
        set(checkpointInterval(), steps);
        return this;
    }

    /** Sets how many seconds to wait for a task that does not answer; returns this estimator. */
    public CalorEstimator setTimeout(int seconds) {
        set(timeout(), seconds);
        return this;
    }

    /** Sets who receives the progress of training, on the driver; returns this estimator. */
    public CalorEstimator setListener(Consumer<TrainingEvent> receiver) {
        listener = receiver;
        return this;
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
                atLeast(0, "tasks", getTasks()),
                atLeast(0, "threads", getThreads()),
                getCheckpointDir(),
                atLeast(1, "checkpointInterval", getCheckpointInterval()),
                atLeast(1, "timeout", getTimeout()),
                listener);
        try {
            transformSchema(rows.schema()); // refuses columns and a target before any work
            training.requireSlots();
            Schema known = getSchema().isEmpty()
                    ? Profiling.schema(rows, Set.copyOf(Arrays.asList(getKeep())))
                    : SchemaFile.parse("the schema", getSchema());
            if (!getTarget().isEmpty()) {
                LearnedColumns.requireLevels(known.column(getTarget()));
            }
            EncoderFit fit = Profiling.fit(rows, known);
            byte[] bytes = training.train(rows, new SharedTraining(fit, known, spec));
            CalorModel model = new CalorModel(uid() + "-model", bytes);
            model.setTarget(getTarget());
            model.setParent(this);
            return model;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static int atLeast(int least, String name, int value) {
        if (value < least) {
            throw new IllegalArgumentException(name + " is " + value + ", allowed is at least " + least);
        }
        return value;
    }

    @Override
    public StructType transformSchema(StructType type) {
        Profiling.requireValues(type);
        List<StructField> fields = new ArrayList<>(Arrays.asList(type.fields()));
        if (!getTarget().isEmpty()) {
            List<String> names = Arrays.asList(type.fieldNames());
            if (!names.contains(getTarget())) {
                throw new IllegalArgumentException(
                        "there is no column '" + getTarget() + "' to predict: there are " + String.join(", ", names));
            }
            fields.add(DataTypes.createStructField(
                    "prediction", type.apply(getTarget()).dataType(), true));
            fields.add(DataTypes.createStructField("probability", SQLDataTypes.VectorType(), true));
        }
        fields.add(DataTypes.createStructField("energy", DataTypes.DoubleType, true));
        fields.add(DataTypes.createStructField("anomaly", DataTypes.DoubleType, true));
        return DataTypes.createStructType(fields);
    }

    @Override
    public CalorEstimator copy(ParamMap extra) {
        CalorEstimator same = new CalorEstimator(uid());
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
