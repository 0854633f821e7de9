package dev.calor.spark;

import dev.calor.metric.Profile;
import dev.calor.metric.Quality;
import dev.calor.table.StagedTable;
import dev.calor.table.Table;
import dev.calor.table.TableSource;
import dev.calor.table.Unknown;
import dev.calor.tabular.TabularModel;
import dev.calor.train.TrainingEvent;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** The checks of {@code spark/cluster-test}, on a cluster that it has started. Each throws if what it checks does not hold. */
public final class ClusterChecks {
    private static final PrintStream OUT = System.out;

    private final SparkSession spark =
            SparkSession.builder().appName("Calor cluster test").getOrCreate();
    private final Path work = Path.of(System.getProperty("calor.work"));

    private ClusterChecks() {}

    /** Runs one check. */
    public static void main(String[] arguments) throws IOException {
        ClusterChecks checks = new ClusterChecks();
        switch (arguments[0]) {
            case "adult" -> checks.adult();
            case "kill" -> checks.kill();
            case "sample" -> checks.sample();
            case "spill" -> checks.spill();
            case "cost" -> checks.cost();
            default -> throw new IllegalArgumentException("'" + arguments[0] + "' is not a check");
        }
        checks.spark.stop();
    }

    private static void result(String name, String format, Object... values) {
        OUT.println("RESULT " + name + " | " + String.format(Locale.ROOT, format, values));
        OUT.flush();
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new IllegalStateException("check failed: " + what);
        }
    }

    private static long size(String variable, long usual) {
        String given = System.getenv(variable);
        return given == null ? usual : Long.parseLong(given);
    }

    private static CalorEstimator estimator(String... settings) {
        return new CalorEstimator().setPreset("fast").setSettings(settings);
    }

    private static Path adultFile() {
        String file = System.getenv("CALOR_ADULT");
        require(
                file != null && Files.exists(Path.of(file)),
                "CALOR_ADULT names the training rows of Adult, a CSV file");
        return Path.of(file);
    }

    /** Checks 1 and 2: two executors learn as well as one machine, and one task learns its very weights. */
    private void adult() throws IOException {
        Path file = adultFile();
        Dataset<Row> rows = spark.read().option("header", "true").csv(file.toString());
        String[] small = {
            "width=64", "depth=2", "components=16", "embedding=16", "steps=" + size("CALOR_ADULT_STEPS", 2000)
        };
        List<Quality> single = new ArrayList<>();
        List<Quality> cluster = new ArrayList<>();
        try (StagedTable staged = TableSource.file(file).open()) {
            Table real = staged.read(staged.infer(), Unknown.REFUSE);
            sameWeights(real, rows);
            for (long seed = 1; seed <= 3; seed++) {
                try (TabularModel alone =
                        TabularModel.fit(real, estimator(small).setSeed(seed).spec())) {
                    single.add(quality(real, alone, "one machine", seed));
                }
                CalorModel two = estimator(small).setSeed(seed).setTasks(2).fit(rows);
                try (LoadedModel loaded = LoadedModel.of(two.bytes())) {
                    cluster.add(quality(real, loaded.model(), "two executors", seed));
                }
            }
        }
        result("settings", "preset fast with %s", String.join(", ", small));
        compare("shapes", quality -> quality.shapes().score(), single, cluster);
        compare("trends", quality -> quality.trends().score(), single, cluster);
    }

    private static void sameWeights(Table real, Dataset<Row> rows) throws IOException {
        CalorModel one = estimator("steps=200").setTasks(1).fit(rows);
        try (TabularModel alone = TabularModel.fit(real, estimator("steps=200").spec())) {
            require(alone.fingerprint().equals(one.fingerprint()), "one task learns the weights of one machine");
            result(
                    "weights of one task after 200 steps",
                    "equal to those of one machine to the last bit, SHA-256 `%s…`",
                    alone.fingerprint().substring(0, 12));
        }
    }

    private static Quality quality(Table real, TabularModel model, String where, long seed) {
        Quality quality = Quality.of(real, model.sample(real.rows(), 5), Profile.CURRENT);
        result(
                where + ", seed " + seed,
                "shapes %.4f, trends %.4f",
                quality.shapes().score(),
                quality.trends().score());
        return quality;
    }

    /** The means may differ by as much as the seeds of one kind do among themselves. */
    private static void compare(
            String name, ToDoubleFunction<Quality> score, List<Quality> single, List<Quality> cluster) {
        DoubleSummaryStatistics alone = single.stream().mapToDouble(score).summaryStatistics();
        DoubleSummaryStatistics two = cluster.stream().mapToDouble(score).summaryStatistics();
        double difference = two.getAverage() - alone.getAverage();
        double spread = Math.max(alone.getMax() - alone.getMin(), two.getMax() - two.getMin());
        result(
                name + ", means of three seeds",
                "one machine %.4f (%.4f to %.4f), two executors %.4f (%.4f to %.4f): difference %+.4f, spread %.4f",
                alone.getAverage(),
                alone.getMin(),
                alone.getMax(),
                two.getAverage(),
                two.getMin(),
                two.getMax(),
                difference,
                spread);
        require(Math.abs(difference) <= spread, name + " differ by " + difference + ", seeds by " + spread);
    }

    private Dataset<Row> small(int rows) {
        return spark.range(0, rows, 1, 4)
                .selectExpr(
                        "pmod(hash(id), 50) + 18 as age",
                        "element_at(array('north','south','east'), cast(pmod(hash(id, 1), 3) as int) + 1) as region",
                        "round((pmod(hash(id), 50) + 18) * (1 + pmod(hash(id, 2), 1000) / 500), 2) as amount");
    }

    /** The processes of this application's executors. */
    private List<ProcessHandle> executors() {
        String application = spark.sparkContext().applicationId();
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains("CoarseGrainedExecutorBackend")
                        && process.info().commandLine().orElse("").contains(application))
                .toList();
    }

    /** Check 3: an executor killed in mid-training. */
    private void kill() throws IOException {
        int interval = 50;
        String[] settings = {"width=32", "depth=2", "components=4", "batch=128", "steps=400"};
        Dataset<Row> rows = small(20_000);
        CalorModel undisturbed =
                estimator(settings).setTasks(2).setCheckpointInterval(interval).fit(rows);
        AtomicLong killedAt = new AtomicLong(-1);
        AtomicLong killedTime = new AtomicLong();
        List<String> ends = new CopyOnWriteArrayList<>();
        spark.sparkContext().addSparkListener(new SparkListener() {
            @Override
            public void onTaskEnd(SparkListenerTaskEnd end) {
                if (killedTime.get() > 0 && !end.taskInfo().successful()) {
                    double seconds = (System.nanoTime() - killedTime.get()) / 1e9;
                    ends.add(String.format(
                            Locale.ROOT,
                            "%s after %.1f s",
                            end.reason().getClass().getSimpleName(),
                            seconds));
                }
            }
        });
        List<TrainingEvent> events = new CopyOnWriteArrayList<>();
        CalorModel model = estimator(settings)
                .setTasks(2)
                .setCheckpointInterval(interval)
                .setListener(event -> {
                    if (event instanceof TrainingEvent.Progress && event.step() >= 170 && killedAt.get() < 0) {
                        killedAt.set(event.step());
                        killedTime.set(System.nanoTime());
                        executors().get(0).destroyForcibly(); // SIGKILL
                    }
                    if (event instanceof TrainingEvent.Resumed) {
                        result(
                                "resumed",
                                "at step %d, %.1f s after the kill",
                                event.step(),
                                (System.nanoTime() - killedTime.get()) / 1e9);
                    }
                    events.add(event);
                })
                .fit(rows);
        long resumed = events.stream()
                .filter(event -> event instanceof TrainingEvent.Resumed)
                .findFirst()
                .orElseThrow()
                .step();
        long most = events.stream()
                .filter(event -> event.step() >= killedAt.get())
                .mapToLong(TrainingEvent::step)
                .findFirst()
                .orElseThrow();
        result(
                "executor killed with SIGKILL",
                "at step %d; checkpoints every %d steps; resumed at %d; %d steps repeated",
                killedAt.get(),
                interval,
                resumed,
                most - resumed);
        result("how the tasks of the stage ended", "%s", String.join(", ", ends));
        require(killedAt.get() - resumed <= interval, "at most one interval is repeated");
        require(model.provenance().steps() == 400, "all steps are done");
        require(undisturbed.fingerprint().equals(model.fingerprint()), "the weights are those of an undisturbed run");
        result("weights after the kill", "equal to those of an undisturbed run");
    }

    /** Check 4: many rows, and the same rows in any number of partitions. */
    private void sample() throws IOException {
        long count = size("CALOR_SAMPLE_ROWS", 10_000_000);
        CalorModel model = estimator(
                        "width=16",
                        "depth=2",
                        "components=2",
                        "embedding=4",
                        "batch=64",
                        "steps=100",
                        "reverseSteps=10")
                .setTasks(2)
                .fit(small(5_000));
        long same = count / 10;
        String four = digest(model.sample(spark, same, 3, 4));
        String more = digest(model.sample(spark, same, 3, 32));
        require(four.equals(more), "the same rows in 4 and in 32 partitions: " + four + " and " + more);
        result("the same rows with 4 and with 32 partitions", "%,d rows, sum of hashes `%s` of both", same, four);
        HeapWatch watch = new HeapWatch(executors());
        long began = System.nanoTime();
        model.sample(spark, count, 3, 4)
                .write()
                .parquet(work.resolve("drawn.parquet").toString());
        double seconds = (System.nanoTime() - began) / 1e9;
        result(
                "synthetic rows to Parquet",
                "%,d rows × 3 columns in 4 partitions in %.0f s by two executors of 2 GB: %,.0f rows per second",
                count,
                seconds,
                count / seconds);
        List<HeapWatch.Memory> memory = watch.parts();
        result(
                "live heap over the run, the larger of both executors, MB",
                "%s (the most in each eighth of the time, after a full collection every few seconds)",
                HeapWatch.text(memory, HeapWatch.Memory::heap));
        result(
                "memory of the process over the run, mapped files aside, MB",
                "%s",
                HeapWatch.text(memory, HeapWatch.Memory::process));
        double early = memory.subList(0, (memory.size() + 1) / 2).stream()
                .mapToDouble(HeapWatch.Memory::heap)
                .max()
                .orElseThrow();
        double last = memory.get(memory.size() - 1).heap();
        require(last <= 1.1 * early, "the heap is flat: " + early + " MB in the first half, " + last + " at the end");
        require(spark.read().parquet(work.resolve("drawn.parquet").toString()).count() == count, "all rows are there");
    }

    private static String digest(Dataset<Row> rows) {
        return rows.selectExpr("count(1)", "sum(cast(xxhash64(*) as decimal(38,0)))")
                .first()
                .toString();
    }

    /** Check 5: a table larger than the memory of all executors. */
    private void spill() throws IOException {
        long count = size("CALOR_SPILL_ROWS", 20_000_000);
        List<String> columns = new ArrayList<>();
        for (int k = 0; k < 10; k++) {
            columns.add("pmod(hash(id, " + k + "), " + (3 + 5 * k) + ") as c" + k);
            columns.add("(pmod(hash(id, " + k + "), 1000003) + pmod(hash(id, 99), 1000003)) / 64.0D as x" + k);
        }
        Dataset<Row> rows = spark.range(0, count, 1, 64).selectExpr(columns.toArray(String[]::new));
        SpillWatch spilled = new SpillWatch();
        spark.sparkContext().addSparkListener(spilled);
        List<Long> times = new CopyOnWriteArrayList<>();
        AtomicLong encoded = new AtomicLong();
        long began = System.nanoTime();
        CalorModel model = estimator("width=16", "depth=2", "components=2", "embedding=2", "batch=256", "steps=50")
                .setTasks(2)
                .setListener(event -> {
                    times.add(System.nanoTime());
                    encoded.accumulateAndGet(encodedBytes(), Math::max);
                })
                .fit(rows);
        double seconds = (System.nanoTime() - began) / 1e9;
        require(model.provenance().rows() == count, "all rows are learned from");
        result(
                "training on a table larger than memory",
                "%,d rows × 20 columns (%.1f GB as doubles), two executors of 1 GB: %.0f s,"
                        + " of which %.0f s until the first steps",
                count,
                count * 160.0 / 1e9,
                seconds,
                (times.get(0) - began) / 1e9);
        result("spilled by Spark's sort", "%.1f GB of memory to %.1f GB of disk", spilled.memory(), spilled.disk());
        result("encoded rows of both tasks, in mapped files", "%,d MB", encoded.get() / 1_000_000);
        require(spilled.disk() > 0, "Spark has spilled");
        require(encoded.get() > 0, "encoded rows are in files");
    }

    /** The size of the files in which the tasks of this machine keep their rows. */
    private long encodedBytes() {
        try (Stream<Path> files = Files.walk(work.getParent())) {
            return files.filter(file -> file.endsWith("rows") && Files.isRegularFile(file))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        } catch (IOException | UncheckedIOException changing) {
            return 0; // a file has gone meanwhile: the next event looks again
        }
    }

    /** Adds up what tasks have spilled. */
    private static final class SpillWatch extends SparkListener {
        private final AtomicLong memory = new AtomicLong();
        private final AtomicLong disk = new AtomicLong();

        @Override
        public void onTaskEnd(SparkListenerTaskEnd end) {
            if (end.taskMetrics() != null) {
                memory.addAndGet(end.taskMetrics().memoryBytesSpilled());
                disk.addAndGet(end.taskMetrics().diskBytesSpilled());
            }
        }

        double memory() {
            return memory.get() / 1e9;
        }

        double disk() {
            return disk.get() / 1e9;
        }
    }

    /** The cost of communication. */
    private void cost() throws IOException {
        for (int floats : new int[] {10_000, 100_000, 300_000, 1_000_000, 3_000_000}) {
            double[] millis = AllReduceTimes.of(spark, floats, 30);
            result(
                    "all-reduce of " + String.format(Locale.ROOT, "%,d", floats) + " floats",
                    "median %.2f ms, least %.2f ms",
                    millis[millis.length / 2],
                    millis[0]);
        }
        Dataset<Row> rows =
                spark.read().option("header", "true").csv(adultFile().toString());
        for (int round = 1; round <= 2; round++) {
            for (int tasks = 1; tasks <= 2; tasks++) {
                stepTimes(rows, tasks, round);
            }
        }
    }

    private static void stepTimes(Dataset<Row> rows, int tasks, int round) throws IOException {
        List<TrainingEvent> events = new CopyOnWriteArrayList<>();
        List<Long> times = new CopyOnWriteArrayList<>();
        CalorModel model = estimator(
                        "width=192", "depth=3", "components=64", "embedding=32", "steps=120", "batch=" + 256 * tasks)
                .setTasks(tasks)
                .setCheckpointInterval(1000)
                .setListener(event -> {
                    times.add(System.nanoTime());
                    events.add(event);
                })
                .fit(rows);
        double[] millis = IntStream.range(1, events.size())
                .filter(i -> events.get(i).step() > events.get(i - 1).step())
                .mapToDouble(i -> (times.get(i) - times.get(i - 1))
                        / 1e6
                        / (events.get(i).step() - events.get(i - 1).step()))
                .sorted()
                .toArray();
        try (LoadedModel loaded = LoadedModel.of(model.bytes())) {
            result(
                    "step of " + tasks + (tasks == 1 ? " task" : " tasks") + ", 256 rows per task, round " + round,
                    "median %.1f ms, least %.1f ms (%,d parameters, load average %.1f)",
                    millis[millis.length / 2],
                    millis[0],
                    loaded.model().parameters(),
                    ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        }
    }
}
