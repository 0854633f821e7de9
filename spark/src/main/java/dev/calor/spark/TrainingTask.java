package dev.calor.spark;

import dev.calor.table.Unknown;
import dev.calor.tabular.SharedTraining;
import dev.calor.tabular.TabularModel;
import dev.calor.tensor.Engine;
import dev.calor.tensor.Peers;
import dev.calor.train.DivergedException;
import dev.calor.train.TrainingEvent;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.spark.BarrierTaskContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.Utils;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;

/**
 * What one task of the barrier stage does: encodes its rows into a file, joins the others, trains. A task that loses another fails, and
 * with it the stage, which Spark runs again from the last checkpoint.
 */
final class TrainingTask
        extends AbstractFunction1<scala.collection.Iterator<Row>, scala.collection.Iterator<TrainingTask.Outcome>>
        implements Serializable {
    private static final long serialVersionUID = 1;

    private final SharedTraining shared;
    private final StructType type;
    private final DriverLink.Address driver;
    private final int threads;
    private final int checkpointInterval;
    private final int timeoutSeconds;

    TrainingTask(
            SharedTraining shared,
            StructType type,
            DriverLink.Address driver,
            int threads,
            int checkpointInterval,
            int timeoutSeconds) {
        this.shared = shared;
        this.type = type;
        this.driver = driver;
        this.threads = threads;
        this.checkpointInterval = checkpointInterval;
        this.timeoutSeconds = timeoutSeconds;
    }

    /**
     * What a task returns. A refusal is a result and not a failure of the task, because Spark would try again.
     *
     * @param rank of the task
     * @param model of task 0; null of others
     * @param refusal why there is no model; null if there is one
     */
    @SuppressWarnings("ArrayRecordComponent") // instances are never compared
    record Outcome(
            int rank, byte @Nullable [] model, @Nullable RuntimeException refusal) implements Serializable {
        /** The model of task 0; throws what a task has refused. */
        static byte[] model(List<Outcome> outcomes) {
            for (Outcome outcome : outcomes) {
                if (outcome.refusal != null) {
                    outcome.refusal.fillInStackTrace(); // the caller's lines; those of the task say nothing
                    throw outcome.refusal;
                }
            }
            return outcomes.stream()
                    .filter(outcome -> outcome.rank == 0)
                    .map(Outcome::model)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no task 0 among " + outcomes.size()));
        }
    }

    /** A checkpoint of another run, or a damaged one. */
    private static final class CheckpointRefusal extends IOException {
        private static final long serialVersionUID = 1;

        CheckpointRefusal(String message, IOException cause) {
            super(message, cause);
        }
    }

    @Override
    public scala.collection.Iterator<Outcome> apply(scala.collection.Iterator<Row> rows) {
        BarrierTaskContext context = BarrierTaskContext.get();
        int rank = context.partitionId();
        Outcome outcome;
        try {
            outcome = new Outcome(rank, run(CollectionConverters.asJava(rows), context), null);
        } catch (IllegalArgumentException refused) {
            outcome = new Outcome(rank, null, refused);
        } catch (DivergedException diverged) {
            outcome = new Outcome(rank, null, new IllegalStateException(diverged.getMessage(), diverged));
        } catch (CheckpointRefusal refused) {
            outcome = new Outcome(rank, null, new UncheckedIOException(refused.getMessage(), refused));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return CollectionConverters.asScala(List.of(outcome).iterator());
    }

    private byte @Nullable [] run(Iterator<Row> rows, BarrierTaskContext context) throws IOException {
        Engine.setThreads(threads > 0 ? threads : Math.max(1, context.cpus()));
        Path folder = Files.createTempDirectory(
                Path.of(Utils.getLocalDir(SparkEnv.get().conf())), "calor");
        try (SharedTraining.Rows encoded = encoded(rows, context, folder.resolve("rows"));
                DriverLink.Client link = new DriverLink.Client(driver, timeoutSeconds * 1000);
                Meeting meeting = new Meeting(context, driver.secret(), folder, Duration.ofSeconds(timeoutSeconds))) {
            return trained(encoded, meeting.peers(), link, folder, context);
        } finally {
            remove(folder);
        }
    }

    /** The rows of this task; if a task has none, or values that do not fit, all tasks refuse. */
    private SharedTraining.Rows encoded(Iterator<Row> rows, BarrierTaskContext context, Path file) throws IOException {
        SharedTraining.Rows encoded = shared.rows(file);
        String complaint = "";
        try {
            RowReader reader = new RowReader(shared.schema(), type, Unknown.REFUSE);
            Iterator<List<Row>> chunks = Chunks.of(rows, SharedTraining.CHUNK);
            while (chunks.hasNext()) {
                encoded.add(reader.table(chunks.next()));
            }
            complaint = encoded.count() == 0
                    ? "task " + context.partitionId() + " of " + context.numPartitions()
                            + " has no rows; use fewer tasks"
                    : "";
        } catch (IllegalArgumentException refused) {
            complaint = String.valueOf(refused.getMessage());
        }
        String first = Arrays.stream(context.allGather(complaint))
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
        if (!first.isEmpty()) {
            encoded.close();
            throw new IllegalArgumentException(first);
        }
        return encoded;
    }

    private byte @Nullable [] trained(
            SharedTraining.Rows rows, Peers peers, DriverLink.Client link, Path folder, BarrierTaskContext context)
            throws IOException {
        Path checkpoint = folder.resolve("checkpoint");
        link.fetch(checkpoint);
        try (TabularModel model = trained(rows, peers, link, checkpoint)) {
            String[] weights = context.allGather(model.fingerprint());
            if (Arrays.stream(weights).distinct().count() > 1) {
                throw new IllegalStateException("the tasks have trained different weights: " + Arrays.toString(weights)
                        + "; a defect of Calor or of the machines");
            }
            if (peers.rank() > 0) {
                return null;
            }
            Path file = folder.resolve("model.calor");
            model.save(file);
            return Files.readAllBytes(file);
        }
    }

    private TabularModel trained(SharedTraining.Rows rows, Peers peers, DriverLink.Client link, Path checkpoint)
            throws IOException {
        boolean resumes = Files.exists(checkpoint);
        AtomicBoolean begun = new AtomicBoolean();
        try {
            return shared.train(rows, peers, checkpoint, checkpointInterval, event -> {
                begun.set(true);
                if (peers.rank() == 0) {
                    tell(link, event, checkpoint);
                }
            });
        } catch (IOException failed) {
            if (resumes && !begun.get()) { // the first event is that training goes on from the checkpoint
                throw new CheckpointRefusal(
                        String.valueOf(failed.getMessage()).replace(checkpoint.toString(), driver.checkpoint()),
                        failed);
            }
            throw failed;
        }
    }

    private static void tell(DriverLink.Client link, TrainingEvent event, Path checkpoint) {
        try {
            link.tell(event, checkpoint);
        } catch (IOException lost) {
            throw new UncheckedIOException("the driver does not answer", lost);
        }
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> left = Files.walk(folder)) {
            for (Path path : left.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
