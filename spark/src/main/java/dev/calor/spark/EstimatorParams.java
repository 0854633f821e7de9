package dev.calor.spark;

import dev.calor.tabular.TabularSpec;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.StringArrayParam;

/** The parameters of {@link CalorEstimator}, with their defaults. */
abstract class EstimatorParams extends Estimator<CalorModel> {
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

    EstimatorParams(String uid) {
        this.uid = uid; // first: parameters ask for it
        preset = Parameters.text(this, "preset", "fast, balanced, best or paper", "balanced");
        settings = Parameters.texts(this, "settings", "settings that differ from the preset, as name=value");
        seed = Parameters.seed(this, "seed of all randomness in training");
        tasks = Parameters.count(this, "tasks", "tasks that train together; 0 for one per executor", 0);
        threads = Parameters.count(this, "threads", "threads per training task; 0 for spark.task.cpus", 0);
        keep = Parameters.texts(
                this, "keep", "columns to learn although they look like personal data or differ in nearly every row");
        schema = Parameters.text(this, "schema", "schema of the table as JSON; \"\" infers it", "");
        target = Parameters.text(this, "target", "column that the model predicts; \"\" for none", "");
        checkpointDir = Parameters.text(
                this, "checkpointDir", "folder for checkpoints; \"\" for a temporary one of the driver", "");
        checkpointInterval = Parameters.count(this, "checkpointInterval", "steps between checkpoints", 100);
        timeout = Parameters.count(this, "timeout", "seconds to wait for a task that does not answer", 120);
    }

    @Override
    public String uid() {
        return uid;
    }

    /** The preset of settings. */
    public Param<String> preset() {
        return preset;
    }

    /** The value of {@link #preset}. */
    public String getPreset() {
        return value(preset);
    }

    /** Settings that differ from the preset. */
    public StringArrayParam settings() {
        return settings;
    }

    /** The value of {@link #settings}. */
    public String[] getSettings() {
        return value(settings);
    }

    /** The seed of all randomness in training. */
    public LongParam seed() {
        return seed;
    }

    /** The value of {@link #seed}. */
    public long getSeed() {
        return (Long) getOrDefault(seed);
    }

    /** The number of tasks that train together. */
    public IntParam tasks() {
        return tasks;
    }

    /** The value of {@link #tasks}. */
    public int getTasks() {
        return (Integer) getOrDefault(tasks);
    }

    /** The number of threads per training task. */
    public IntParam threads() {
        return threads;
    }

    /** The value of {@link #threads}. */
    public int getThreads() {
        return (Integer) getOrDefault(threads);
    }

    /** Columns to learn although they look like personal data or differ in nearly every row. */
    public StringArrayParam keep() {
        return keep;
    }

    /** The value of {@link #keep}. */
    public String[] getKeep() {
        return value(keep);
    }

    /** The schema of the table. */
    public Param<String> schema() {
        return schema;
    }

    /** The value of {@link #schema}. */
    public String getSchema() {
        return value(schema);
    }

    /** The column that the model predicts. */
    public Param<String> target() {
        return target;
    }

    /** The value of {@link #target}. */
    public String getTarget() {
        return value(target);
    }

    /** The folder for checkpoints. */
    public Param<String> checkpointDir() {
        return checkpointDir;
    }

    /** The value of {@link #checkpointDir}. */
    public String getCheckpointDir() {
        return value(checkpointDir);
    }

    /** The number of steps between checkpoints. */
    public IntParam checkpointInterval() {
        return checkpointInterval;
    }

    /** The value of {@link #checkpointInterval}. */
    public int getCheckpointInterval() {
        return (Integer) getOrDefault(checkpointInterval);
    }

    /** How many seconds to wait for a task that does not answer. */
    public IntParam timeout() {
        return timeout;
    }

    /** The value of {@link #timeout}. */
    public int getTimeout() {
        return (Integer) getOrDefault(timeout);
    }

    private <T> T value(Param<T> param) {
        return getOrDefault(param);
    }

    /** The settings of training: those of the preset, changed as asked. */
    TabularSpec spec() {
        TabularSpec spec = TabularSpec.preset(getPreset()).withSeed(getSeed());
        for (String setting : getSettings()) {
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
}
