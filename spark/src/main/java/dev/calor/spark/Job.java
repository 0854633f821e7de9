package dev.calor.spark;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.Path;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructField;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What all commands of {@link Main} have in common: a result, a seed, and tables in files. */
@Command(mixinStandardHelpOptions = true, sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields before call
abstract class Job implements Callable<Integer> {
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

    /** Writes rows; vectors, which only Spark ML reads, become arrays of numbers. */
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
