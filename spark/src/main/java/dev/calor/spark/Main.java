package dev.calor.spark;

import dev.calor.train.TrainingEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkException;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
            Throwable cause = cause(failed);
            boolean given = cause instanceof IllegalArgumentException || cause instanceof AnalysisException;
            String message = cause.getMessage();
            command.getErr()
                    .println(command.getCommandSpec().qualifiedName() + ": " + (message == null ? cause : message));
            return given ? CommandLine.ExitCode.USAGE : CommandLine.ExitCode.SOFTWARE;
        });
    }

    /** What went wrong, without the exceptions that Spark wraps around it. */
    private static Throwable cause(Throwable failed) {
        boolean wrapper = failed instanceof UncheckedIOException || failed instanceof SparkException;
        return wrapper && failed.getCause() != null ? cause(failed.getCause()) : failed;
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

        @Option(names = "--method", paramLabel = "NAME", description = "The method (default: the preset's).")
        private @Nullable String method;

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
                    .setSettings(changes())
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

        private List<String> changes() {
            List<String> changes = new ArrayList<>(List.of(settings));
            if (method != null) {
                changes.add(0, "method=" + method);
            }
            return changes;
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

        @Option(
                names = "--where",
                paramLabel = "COND",
                description = "Only rows with COLUMN=VALUE, or !=, <, <=, >, >=, or COLUMN is missing, or COLUMN is not"
                        + " missing; repeat it for several.")
        private List<String> where = List.of();

        @Option(names = "--partitions", paramLabel = "N", description = "Number of files; rows do not depend on it.")
        private @Nullable Integer partitions;

        @Override
        void run(SparkSession spark) throws IOException {
            int parts = partitions == null ? spark.sparkContext().defaultParallelism() : partitions;
            write(model(spark, model).sample(spark, count, seed(), parts, where));
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
