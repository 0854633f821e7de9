package dev.calor.spark;

import dev.calor.train.TrainingEvent;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The application for {@code spark-submit}: fit, sample and score, with the options of the command line. */
@Command(
        name = "calor-spark",
        description = "Models of tables on Apache Spark.",
        subcommands = {Main.Fit.class, Main.Sample.class, Main.Score.class},
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Files are those of any file system that Hadoop knows. A model that ends in .calor is the file of the"
                    + " command line.",
            "Exit codes: 0 done; 1 failed; 2 what was given is wrong."
        })
public final class Main {
    /** Runs a command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        int code = commandLine().execute(arguments);
        if (code != 0) {
            System.exit(code); // a cluster manager takes it for a failure; without one, Spark ends by itself
        }
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main()).setExecutionExceptionHandler((failed, command, result) -> {
            boolean given = failed instanceof IllegalArgumentException;
            Throwable cause =
                    failed instanceof UncheckedIOException && failed.getCause() != null ? failed.getCause() : failed;
            String message = cause.getMessage();
            command.getErr()
                    .println(command.getCommandSpec().qualifiedName() + ": " + (message == null ? failed : message));
            return given ? CommandLine.ExitCode.USAGE : CommandLine.ExitCode.SOFTWARE;
        });
    }

    private static SparkSession session() {
        return SparkSession.builder().appName("Calor").getOrCreate();
    }

    /** A table in files. */
    static final class Rows {
        @Option(
                names = "--format",
                paramLabel = "NAME",
                description = "parquet, csv, json, orc (default: by the file's name).")
        private @Nullable String format;

        @Option(
                names = "--option",
                paramLabel = "NAME=VALUE",
                description = "An option of Spark's reader, such as delimiter=;.")
        private Map<String, String> options = Map.of();

        private String format(String file) {
            String known = format;
            if (known != null) {
                return known;
            }
            return List.of("csv", "json", "orc").stream()
                    .filter(kind -> file.matches("(?i).*\\." + kind + "(\\.gz)?/?"))
                    .findFirst()
                    .orElse("parquet");
        }

        Dataset<Row> read(SparkSession spark, String file) {
            DataFrameReader reader = spark.read().format(format(file)).option("header", "true");
            options.forEach(reader::option);
            return reader.load(file);
        }

        void write(Dataset<Row> rows, String file, boolean force) {
            rows.write()
                    .format(format(file))
                    .option("header", "true")
                    .mode(force ? SaveMode.Overwrite : SaveMode.ErrorIfExists)
                    .save(file);
        }
    }

    private static CalorModel model(SparkSession spark, String file) throws IOException {
        return file.endsWith(".calor") ? CalorModel.fromFile(spark, file) : CalorModel.load(file);
    }

    /** Learns a model. */
    @Command(
            name = "fit",
            description = "Learn a model of a table.",
            mixinStandardHelpOptions = true,
            sortOptions = false)
    static final class Fit implements Callable<Integer> {
        @Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it before call
        private CommandSpec spec;

        @Parameters(index = "0", paramLabel = "TABLE", description = "The table to learn.")
        @SuppressWarnings("NullAway.Init")
        private String table;

        @Mixin
        private Rows rows = new Rows();

        @Option(
                names = {"-o", "--output"},
                required = true,
                paramLabel = "MODEL",
                description = "Where the model goes.")
        @SuppressWarnings("NullAway.Init")
        private String output;

        @Option(
                names = "--preset",
                paramLabel = "NAME",
                defaultValue = "balanced",
                description = "fast, balanced, best or paper.")
        @SuppressWarnings("NullAway.Init")
        private String preset;

        @Option(
                names = "--set",
                paramLabel = "NAME=VALUE",
                split = ",",
                description = "Change a setting of the preset.")
        private Map<String, String> settings = Map.of();

        @Option(
                names = "--seed",
                paramLabel = "N",
                defaultValue = "1",
                description = "Seed (default: ${DEFAULT-VALUE}).")
        private long seed;

        @Option(names = "--schema", paramLabel = "FILE", description = "A schema that 'calor schema' wrote.")
        private @Nullable String schema;

        @Option(
                names = "--keep",
                paramLabel = "COLUMN",
                description = "Learn a column though it looks like personal data.")
        private String[] keep = {};

        @Option(
                names = "--tasks",
                paramLabel = "N",
                defaultValue = "0",
                description = "Training tasks (default: one per executor).")
        private int tasks;

        @Option(
                names = "--threads",
                paramLabel = "N",
                defaultValue = "0",
                description = "Threads per task (default: spark.task.cpus).")
        private int threads;

        @Option(
                names = "--checkpoints",
                paramLabel = "FOLDER",
                defaultValue = "",
                description = "Where checkpoints go, and are found again.")
        @SuppressWarnings("NullAway.Init")
        private String checkpoints;

        @Option(
                names = "--checkpoint-every",
                paramLabel = "STEPS",
                defaultValue = "100",
                description = "Steps between checkpoints.")
        private int interval;

        @Option(names = "--quiet", description = "Say nothing unless something is wrong.")
        private boolean quiet;

        @Override
        public Integer call() throws IOException {
            SparkSession spark = session();
            CalorModel model = estimator(spark).fit(rows.read(spark, table));
            if (output.endsWith(".calor")) {
                model.toFile(spark, output);
            } else {
                model.write().overwrite().save(output);
            }
            return 0;
        }

        private CalorEstimator estimator(SparkSession spark) throws IOException {
            CalorEstimator estimator = new CalorEstimator()
                    .setPreset(preset)
                    .setSettings(settings.entrySet().stream()
                            .map(entry -> entry.getKey() + "=" + entry.getValue())
                            .toArray(String[]::new))
                    .setSeed(seed)
                    .setKeep(keep)
                    .setTasks(tasks)
                    .setThreads(threads)
                    .setCheckpointDir(checkpoints)
                    .setCheckpointInterval(interval);
            if (schema != null) {
                byte[] json =
                        HadoopFiles.read(new Path(schema), spark.sparkContext().hadoopConfiguration());
                if (json == null) {
                    throw new IllegalArgumentException(schema + ": there is no such file; give a schema, or none");
                }
                estimator.setSchema(new String(json, StandardCharsets.UTF_8));
            }
            PrintWriter err = spec.commandLine().getErr();
            return quiet ? estimator : estimator.setListener(event -> tell(event, err));
        }

        private static void tell(TrainingEvent event, PrintWriter err) {
            if (event instanceof TrainingEvent.Progress progress) {
                err.println(String.format(
                        Locale.ROOT,
                        "step %d, %.0f %%, loss %.4f",
                        progress.step(),
                        100 * progress.progress(),
                        progress.loss()));
            } else {
                err.println((event instanceof TrainingEvent.Resumed ? "resumed at step " : "saved at step ")
                        + event.step());
            }
        }
    }

    /** Draws synthetic rows. */
    @Command(
            name = "sample",
            description = "Draw synthetic rows from a model.",
            mixinStandardHelpOptions = true,
            sortOptions = false)
    static final class Sample implements Callable<Integer> {
        @Parameters(index = "0", paramLabel = "MODEL", description = "A model.")
        @SuppressWarnings("NullAway.Init")
        private String model;

        @Option(names = "-n", required = true, paramLabel = "N", description = "How many rows.")
        private long count;

        @Option(
                names = {"-o", "--output"},
                required = true,
                paramLabel = "FILE",
                description = "Where the rows go.")
        @SuppressWarnings("NullAway.Init")
        private String output;

        @Mixin
        private Rows rows = new Rows();

        @Option(names = "--force", description = "Replace what is there.")
        private boolean force;

        @Option(
                names = "--seed",
                paramLabel = "N",
                defaultValue = "1",
                description = "Seed (default: ${DEFAULT-VALUE}).")
        private long seed;

        @Option(names = "--partitions", paramLabel = "N", description = "Number of files; rows do not depend on it.")
        private @Nullable Integer partitions;

        @Override
        public Integer call() throws IOException {
            SparkSession spark = session();
            int parts = partitions == null ? spark.sparkContext().defaultParallelism() : partitions;
            rows.write(model(spark, model).sample(spark, count, seed, parts), output, force);
            return 0;
        }
    }

    /** Scores and classifies rows. */
    @Command(
            name = "score",
            description = "Say how likely rows are, and predict a column.",
            mixinStandardHelpOptions = true,
            sortOptions = false)
    static final class Score implements Callable<Integer> {
        @Parameters(index = "0", paramLabel = "MODEL", description = "A model.")
        @SuppressWarnings("NullAway.Init")
        private String model;

        @Parameters(index = "1", paramLabel = "TABLE", description = "The rows.")
        @SuppressWarnings("NullAway.Init")
        private String table;

        @Option(
                names = {"-o", "--output"},
                required = true,
                paramLabel = "FILE",
                description = "Where the rows go, with columns added.")
        @SuppressWarnings("NullAway.Init")
        private String output;

        @Mixin
        private Rows rows = new Rows();

        @Option(names = "--force", description = "Replace what is there.")
        private boolean force;

        @Option(names = "--target", paramLabel = "COLUMN", defaultValue = "", description = "A column to predict.")
        @SuppressWarnings("NullAway.Init")
        private String target;

        @Option(
                names = "--seed",
                paramLabel = "N",
                defaultValue = "1",
                description = "Seed (default: ${DEFAULT-VALUE}).")
        private long seed;

        @Override
        public Integer call() throws IOException {
            SparkSession spark = session();
            CalorModel scoring = model(spark, model).setTarget(target).setSeed(seed);
            Dataset<Row> scored = scoring.transform(rows.read(spark, table));
            // Vectors are for programs; files get arrays.
            Dataset<Row> plain = Arrays.asList(scored.columns()).contains("probability") && !target.isEmpty()
                    ? scored.withColumn(
                            "probability",
                            org.apache.spark.ml.functions.vector_to_array(scored.col("probability"), "float64"))
                    : scored;
            rows.write(plain, output, force);
            return 0;
        }
    }
}
