package dev.calor.spark;

import dev.calor.train.TrainingEvent;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.Path;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructField;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
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
            boolean given = failed instanceof IllegalArgumentException || failed instanceof AnalysisException;
            Throwable cause =
                    failed instanceof UncheckedIOException && failed.getCause() != null ? failed.getCause() : failed;
            String message = cause.getMessage();
            command.getErr()
                    .println(command.getCommandSpec().qualifiedName() + ": " + (message == null ? failed : message));
            return given ? CommandLine.ExitCode.USAGE : CommandLine.ExitCode.SOFTWARE;
        });
    }

    /** What all commands have in common: a result, a seed, and tables in files. */
    @Command(mixinStandardHelpOptions = true, sortOptions = false)
    @SuppressWarnings("NullAway.Init") // picocli sets the fields before call
    abstract static class Job implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        @Option(
                names = {"-o", "--output"},
                required = true,
                paramLabel = "FILE",
                description = "Where the result goes.")
        private String output;

        @Option(names = "--force", description = "Replace what is there.")
        private boolean force;

        @Option(names = "--seed", paramLabel = "N", description = "Seed (default: ${DEFAULT-VALUE}).")
        private long seed = 1;

        @Option(
                names = "--format",
                paramLabel = "NAME",
                description = "Of tables: parquet, csv, json, orc (default: by the file's name).")
        private @Nullable String format;

        @Option(
                names = "--option",
                paramLabel = "NAME=VALUE",
                description = "An option of Spark's reader, such as delimiter=;.")
        private Map<String, String> options = Map.of();

        /** Does the work; the result is not there yet. */
        abstract void run(SparkSession spark) throws IOException;

        @Override
        public final Integer call() throws IOException {
            SparkSession spark = SparkSession.builder().appName("Calor").getOrCreate();
            Path place = new Path(output);
            if (!force
                    && place.getFileSystem(spark.sparkContext().hadoopConfiguration())
                            .exists(place)) {
                throw new IllegalArgumentException(
                        output + " is there already; give -o another name, or --force to replace it");
            }
            run(spark);
            return 0;
        }

        final String output() {
            return output;
        }

        final long seed() {
            return seed;
        }

        final PrintWriter err() {
            return spec.commandLine().getErr();
        }

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

        final Dataset<Row> read(SparkSession spark, String file) {
            DataFrameReader reader = spark.read().format(format(file)).option("header", "true");
            options.forEach(reader::option);
            return reader.load(file);
        }

        /** Writes rows; of vectors, which are for programs, the numbers. */
        final void write(Dataset<Row> rows) {
            Dataset<Row> plain = rows;
            for (StructField field : rows.schema().fields()) {
                if (field.dataType().equals(SQLDataTypes.VectorType())) {
                    Column numbers = org.apache.spark.ml.functions.vector_to_array(rows.col(field.name()), "float64");
                    plain = plain.withColumn(
                            field.name(), format(output).equals("csv") ? functions.to_json(numbers) : numbers);
                }
            }
            plain.write()
                    .format(format(output))
                    .option("header", "true")
                    .mode(SaveMode.Overwrite)
                    .save(output);
        }

        static CalorModel model(SparkSession spark, String file) throws IOException {
            return file.endsWith(".calor") ? CalorModel.fromFile(spark, file) : CalorModel.load(file);
        }
    }

    /** Learns a model. */
    @Command(name = "fit", description = "Learn a model of a table.")
    @SuppressWarnings("NullAway.Init") // picocli sets the fields before call
    static final class Fit extends Job {
        @Parameters(index = "0", paramLabel = "TABLE", description = "The table to learn.")
        private String table;

        @Option(
                names = "--preset",
                paramLabel = "NAME",
                description = "fast, balanced, best or paper (default: ${DEFAULT-VALUE}).")
        private String preset = "balanced";

        @Option(
                names = "--set",
                paramLabel = "NAME=VALUE",
                split = ",",
                description = "Change a setting of the preset.")
        private String[] settings = {};

        @Option(names = "--schema", paramLabel = "FILE", description = "A schema that 'calor schema' wrote.")
        private @Nullable String schema;

        @Option(
                names = "--keep",
                paramLabel = "COLUMN",
                description = "Learn a column though it looks like personal data.")
        private String[] keep = {};

        @Option(names = "--tasks", paramLabel = "N", description = "Training tasks (default: one per executor).")
        private int tasks;

        @Option(names = "--threads", paramLabel = "N", description = "Threads per task (default: spark.task.cpus).")
        private int threads;

        @Option(
                names = "--checkpoints",
                paramLabel = "FOLDER",
                description = "Where checkpoints go, and are found again.")
        private String checkpoints = "";

        @Option(
                names = "--checkpoint-every",
                paramLabel = "STEPS",
                description = "Steps between checkpoints (default: ${DEFAULT-VALUE}).")
        private int interval = 100;

        @Option(names = "--quiet", description = "Say nothing unless something is wrong.")
        private boolean quiet;

        @Override
        void run(SparkSession spark) throws IOException {
            CalorEstimator estimator = new CalorEstimator()
                    .setPreset(preset)
                    .setSettings(settings)
                    .setSeed(seed())
                    .setSchema(schema == null ? "" : text(spark, schema))
                    .setKeep(keep)
                    .setTasks(tasks)
                    .setThreads(threads)
                    .setCheckpointDir(checkpoints)
                    .setCheckpointInterval(interval);
            if (!quiet) {
                estimator.setListener(event -> err().println(text(event)));
            }
            CalorModel model = estimator.fit(read(spark, table));
            if (output().endsWith(".calor")) {
                model.toFile(spark, output());
            } else {
                model.write().overwrite().save(output());
            }
        }

        private static String text(SparkSession spark, String file) throws IOException {
            byte[] bytes = HadoopFiles.read(new Path(file), spark.sparkContext().hadoopConfiguration());
            if (bytes == null) {
                throw new IllegalArgumentException(file + ": there is no such file; give a schema, or none");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        }

        private static String text(TrainingEvent event) {
            if (event instanceof TrainingEvent.Progress progress) {
                return String.format(
                        Locale.ROOT,
                        "step %d, %.0f %%, loss %.4f",
                        progress.step(),
                        100 * progress.progress(),
                        progress.loss());
            }
            return (event instanceof TrainingEvent.Resumed ? "resumed at step " : "saved at step ") + event.step();
        }
    }

    /** Draws synthetic rows. */
    @Command(name = "sample", description = "Draw synthetic rows from a model.")
    @SuppressWarnings("NullAway.Init") // picocli sets the fields before call
    static final class Sample extends Job {
        @Parameters(index = "0", paramLabel = "MODEL", description = "A model.")
        private String model;

        @Option(names = "-n", required = true, paramLabel = "N", description = "How many rows.")
        private long count;

        @Option(names = "--partitions", paramLabel = "N", description = "Number of files; rows do not depend on it.")
        private @Nullable Integer partitions;

        @Override
        void run(SparkSession spark) throws IOException {
            int parts = partitions == null ? spark.sparkContext().defaultParallelism() : partitions;
            write(model(spark, model).sample(spark, count, seed(), parts));
        }
    }

    /** Scores and classifies rows. */
    @Command(name = "score", description = "Say how likely rows are, and predict a column.")
    @SuppressWarnings("NullAway.Init") // picocli sets the fields before call
    static final class Score extends Job {
        @Parameters(index = "0", paramLabel = "MODEL", description = "A model.")
        private String model;

        @Parameters(index = "1", paramLabel = "TABLE", description = "The rows.")
        private String table;

        @Option(names = "--target", paramLabel = "COLUMN", description = "A column to predict.")
        private String target = "";

        @Override
        void run(SparkSession spark) throws IOException {
            write(model(spark, model).setTarget(target).setSeed(seed()).transform(read(spark, table)));
        }
    }
}
