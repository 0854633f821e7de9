package dev.calor.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.table.StagedTable;
import dev.calor.table.Table;
import dev.calor.table.TableSource;
import dev.calor.table.Unknown;
import dev.calor.tabular.TabularModel;
import dev.calor.train.TrainingEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainingTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    @Test
    @DisplayName("One task learns the weights of a single machine, to the last bit")
    void oneTaskIsOneMachine() throws IOException {
        Path csv = People.csv(folder);
        Dataset<Row> texts = People.SPARK.read().option("header", "true").csv(csv.toString());
        CalorModel onSpark = People.estimator().setTasks(1).fit(texts);
        try (StagedTable staged = TableSource.file(csv).open()) {
            Table table = staged.read(staged.infer(), Unknown.REFUSE);
            try (TabularModel single =
                    TabularModel.fit(table, People.estimator().spec())) {
                assertEquals(single.schema(), onSpark.schema());
                assertEquals(single.fingerprint(), onSpark.fingerprint());
                assertEquals(single.provenance().rows(), onSpark.provenance().rows());
            }
        }
    }

    @Test
    @DisplayName("Two tasks learn other weights than one, the same in both, and the same again")
    void twoTasks() throws IOException {
        String first = People.Two.MODEL.fingerprint();
        assertEquals(first, People.estimator().setTasks(2).fit(People.rows()).fingerprint());
        assertNotEquals(People.MODEL.fingerprint(), first);
    }

    @Test
    @DisplayName("A stage that fails in mid-training goes on from its last checkpoint, and ends with the same weights")
    void failureResumes() throws IOException {
        List<TrainingEvent> events = new CopyOnWriteArrayList<>();
        AtomicBoolean failed = new AtomicBoolean();
        CalorModel interrupted = People.estimator()
                .setTasks(2)
                .setListener(event -> {
                    events.add(event);
                    if (event.step() == 20 && event instanceof TrainingEvent.Saved && !failed.getAndSet(true)) {
                        throw new IllegalStateException("the connection to the driver breaks");
                    }
                })
                .fit(People.rows());
        assertTrue(failed.get());
        assertEquals(
                List.of(20L),
                events.stream()
                        .filter(event -> event instanceof TrainingEvent.Resumed)
                        .map(TrainingEvent::step)
                        .toList());
        assertEquals(People.Two.MODEL.fingerprint(), interrupted.fingerprint());
    }

    @Test
    @DisplayName("Training that diverges ends at once with the step and the remedy")
    void diverges() {
        List<TrainingEvent> events = new CopyOnWriteArrayList<>();
        CalorEstimator estimator = People.estimator()
                .setSettings("width=8", "depth=2", "components=2", "embedding=4", "batch=32", "steps=30", "rate=1e37")
                .setListener(events::add);
        IllegalStateException diverged = assertThrows(IllegalStateException.class, () -> estimator.fit(People.rows()));
        assertTrue(
                String.valueOf(diverged.getMessage()).startsWith("training diverged at step "), diverged::getMessage);
        assertTrue(
                events.stream().noneMatch(event -> event instanceof TrainingEvent.Resumed), "Spark does not try again");
    }
}
