package dev.calor.spark;

import dev.calor.tabular.SharedTraining;
import dev.calor.train.TrainingEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkContext;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/**
 * The driver's part of training: places the rows, runs the barrier stage, and keeps checkpoints.
 *
 * <p>Rows go to tasks by a hash of their number in the table and are sorted by it, so that a stage that is run again finds the same rows
 * in the same order. The stage ends in a shuffle: Spark runs a failed barrier stage again only if it is not the last of its job.
 */
final class ClusterTraining {
    private static final String NUMBER = "calor row number";
    private static final String CHECKPOINT = "training.checkpoint";
    private static final int SLOT_WAIT_MILLIS = 60_000;
    private static final int SLOT_POLL_MILLIS = 200;

    private final SparkContext context;
    private final int asked;
    private final int threads;
    private final String checkpointDir;
    private final int checkpointInterval;
    private final int timeoutSeconds;
    private final Consumer<TrainingEvent> listener;

    ClusterTraining(
            SparkSession spark,
            int asked,
            int threads,
            String checkpointDir,
            int checkpointInterval,
            int timeoutSeconds,
            Consumer<TrainingEvent> listener) {
        this.context = spark.sparkContext();
        this.asked = asked;
        this.threads = threads;
        this.checkpointDir = checkpointDir;
        this.checkpointInterval = checkpointInterval;
        this.timeoutSeconds = timeoutSeconds;
        this.listener = listener;
    }

    /** The number of tasks: the given number, or one per executor. */
    private int tasks() {
        if (asked > 0) {
            return asked;
        }
        int executors = context.getExecutorMemoryStatus().size() - 1; // the driver is among them
        return Math.max(1, executors);
    }

    /**
     * Refuses more tasks than can run at once: Spark would wait for minutes and fail. Executors that are starting are waited for.
     *
     * @throws IllegalArgumentException if there are too few slots
     */
    void requireSlots() {
        long end = System.nanoTime() + SLOT_WAIT_MILLIS * 1_000_000L;
        while (slots() < tasks() && !context.isLocal() && System.nanoTime() < end) {
            try {
                Thread.sleep(SLOT_POLL_MILLIS);
            } catch (InterruptedException asked) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        if (slots() < tasks()) {
            throw new IllegalArgumentException(
                    "training by " + tasks() + " tasks needs as many slots at once, and there are "
                            + slots() + " (cores of all executors divided by spark.task.cpus);"
                            + " set fewer tasks, or start more executors or executors of more cores");
        }
    }

    private int slots() {
        return context.maxNumConcurrentTasks(context.resourceProfileManager().defaultResourceProfile());
    }

    /**
     * Trains, and returns the bytes of the model.
     *
     * @throws IllegalArgumentException if the tasks refuse what they are given
     * @throws IllegalStateException if training diverges
     * @throws IOException if the checkpoint cannot be written
     */
    byte[] train(Dataset<Row> rows, SharedTraining shared) throws IOException {
        requireSlots();
        int tasks = tasks();
        boolean temporary = checkpointDir.isEmpty();
        Path folder = temporary
                ? new Path(Files.createTempDirectory("calor-checkpoints").toUri())
                : new Path(checkpointDir);
        String host = context.getConf().get("spark.driver.host");
        String bind = context.getConf().get("spark.driver.bindAddress", host);
        try (DriverLink link = new DriverLink(
                bind, host, Secret.random(), new Path(folder, CHECKPOINT), context.hadoopConfiguration(), listener)) {
            TrainingTask task = new TrainingTask(
                    shared, rows.schema(), link.address(), threads, checkpointInterval, timeoutSeconds);
            ClassTag<TrainingTask.Outcome> tag = ClassTag$.MODULE$.apply(TrainingTask.Outcome.class);
            RDD<TrainingTask.Outcome> trained =
                    placed(rows, tasks).toJavaRDD().rdd().barrier().mapPartitions(task, false, tag);
            List<TrainingTask.Outcome> outcomes =
                    trained.toJavaRDD().repartition(1).collect();
            return TrainingTask.Outcome.model(outcomes);
        } finally {
            if (temporary) {
                folder.getFileSystem(context.hadoopConfiguration()).delete(folder, true);
            }
        }
    }

    private static Dataset<Row> placed(Dataset<Row> rows, int tasks) {
        return rows.withColumn(NUMBER, functions.monotonically_increasing_id())
                .repartition(tasks, functions.col("`" + NUMBER + "`"))
                .sortWithinPartitions(functions.col("`" + NUMBER + "`"))
                .drop(NUMBER);
    }
}
