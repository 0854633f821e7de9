package dev.calor.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.tabular.TabularModel;
import dev.calor.tensor.Device;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.TimeoutException;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.Transformer;
import org.apache.spark.ml.feature.SQLTransformer;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    private static List<String> sorted(Dataset<Row> rows) {
        return rows.collectAsList().stream().map(Row::toString).sorted().toList();
    }

    @Test
    @DisplayName("The same seed gives the same rows for any number of partitions")
    void samePartitions() {
        int rows = 3 * 4096 + 5;
        List<String> one = sorted(People.MODEL.sample(People.SPARK, rows, 3, 1));
        assertEquals(rows, one.size());
        assertEquals(one, sorted(People.MODEL.sample(People.SPARK, rows, 3, 3)));
        assertEquals(one, sorted(People.MODEL.sample(People.SPARK, rows, 3, 7)));
        assertNotEquals(one, sorted(People.MODEL.sample(People.SPARK, rows, 4, 1)));
    }

    @Test
    @DisplayName("Rows are drawn when they are used: three of a trillion take no longer than a piece")
    void lazy() {
        assertEquals(
                sorted(People.MODEL.sample(People.SPARK, 4096, 3, 1).limit(3)),
                sorted(People.MODEL
                        .sample(People.SPARK, 1_000_000_000_000L, 3, 2)
                        .limit(3)));
    }

    @Test
    @DisplayName("Rows that satisfy conditions are drawn, the same for any number of partitions")
    void conditions() {
        List<String> conditions = List.of("city=Bonn|Kiel", "age>=40");
        Dataset<Row> one = People.MODEL.sample(People.SPARK, 5000, 3, 1, conditions);
        assertEquals(5000, one.filter("city in ('Bonn', 'Kiel') and age >= 40").count());
        assertEquals(sorted(one), sorted(People.MODEL.sample(People.SPARK, 5000, 3, 3, conditions)));
    }

    @Test
    @DisplayName("Drawn rows have the types of the training rows, and identifiers that none of them has")
    void sampleTypes() {
        Dataset<Row> drawn = People.MODEL.sample(People.SPARK, 200, 3);
        assertEquals(People.TYPE, drawn.schema());
        List<String> real = People.list().stream().map(row -> row.getString(0)).toList();
        assertTrue(drawn.collectAsList().stream().noneMatch(row -> real.contains(row.getString(0))));
    }

    @Test
    @DisplayName("A saved model is the same when it is loaded, and its file is the command line's")
    void saveAndLoad() throws IOException {
        People.MODEL
                .copy(ParamMap.empty())
                .setTarget("city")
                .write()
                .overwrite()
                .save(folder + "/saved");
        CalorModel loaded = CalorModel.load(folder + "/saved");
        assertEquals(People.MODEL.uid(), loaded.uid());
        assertEquals("city", loaded.getOrDefault(loaded.target()));
        assertArrayEquals(People.MODEL.bytes(), loaded.bytes());
        Path file = folder.resolve("saved").resolve("model.calor");
        try (TabularModel single = TabularModel.load(file, Device.CPU)) {
            assertEquals(People.ROWS, single.provenance().rows());
            single.save(folder.resolve("again.calor"));
        }
        CalorModel again = CalorModel.fromFile(People.SPARK, folder + "/again.calor");
        assertEquals(People.MODEL.fingerprint(), again.fingerprint());
    }

    @Test
    @DisplayName("A model is saved in a local folder and loaded from it, as Spark Connect does to free memory")
    void savedLocally() throws IOException {
        People.MODEL.write().saveToLocal(folder + "/local");
        assertTrue(Files.exists(folder.resolve("local").resolve("model.calor")));
        assertArrayEquals(
                People.MODEL.bytes(),
                CalorModel.read().loadFromLocal(folder + "/local").bytes());
    }

    @Test
    @DisplayName("A saved estimator has the same parameters when it is loaded")
    void estimatorSaved() throws IOException {
        CalorEstimator estimator = People.estimator().setTasks(3).setKeep("id");
        estimator.write().overwrite().save(folder + "/estimator");
        CalorEstimator loaded = CalorEstimator.load(folder + "/estimator");
        assertEquals(3, loaded.getOrDefault(loaded.tasks()));
        assertArrayEquals(People.SMALL, loaded.getOrDefault(loaded.settings()));
        assertArrayEquals(new String[] {"id"}, estimator.copy(ParamMap.empty()).getOrDefault(estimator.keep()));
    }

    @Test
    @DisplayName("A pipeline fits an estimator after other stages, and is the same when it is saved and loaded")
    void pipeline() throws IOException {
        SQLTransformer members = new SQLTransformer().setStatement("SELECT * FROM __THIS__ WHERE member");
        Pipeline pipeline = new Pipeline().setStages(new PipelineStage[] {members, People.estimator()});
        assertEquals("anomaly", pipeline.transformSchema(People.TYPE).fieldNames()[7]);
        pipeline.write().overwrite().save(folder + "/pipeline");
        PipelineModel fitted = Pipeline.load(folder + "/pipeline").fit(People.rows());
        fitted.write().overwrite().save(folder + "/fitted");
        PipelineModel loaded = PipelineModel.load(folder + "/fitted");
        CalorModel model = (CalorModel) loaded.stages()[1];
        assertEquals(People.rows().filter("member").count(), model.provenance().rows());
        assertEquals(sorted(fitted.transform(People.rows())), sorted(loaded.transform(People.rows())));
    }

    @Test
    @DisplayName("A copy has the given parameters, and the original keeps its own")
    void copies() {
        CalorEstimator estimator = People.estimator();
        CalorEstimator other = estimator.copy(new ParamMap().put(estimator.seed(), 9L));
        assertEquals(9L, other.getOrDefault(other.seed()));
        assertEquals(1L, estimator.getOrDefault(estimator.seed()));
        CalorModel model = People.MODEL.copy(new ParamMap().put(People.MODEL.energyCol(), ""));
        assertEquals(
                List.of("anomaly"),
                List.of(model.transform(People.rows()).columns()).subList(6, 7));
        assertEquals("energy", People.MODEL.getOrDefault(People.MODEL.energyCol()));
    }

    @Test
    @DisplayName("Predictions are the likeliest levels, probabilities sum to one, a strange row is an anomaly")
    void transform() {
        CalorModel model = People.MODEL.copy(ParamMap.empty()).setTarget("city");
        Row strange = org.apache.spark.sql.RowFactory.create("x", 900, "Atlantis", 1e9, true, null);
        Dataset<Row> rows = People.SPARK
                .createDataFrame(List.of(People.list().get(1), strange), People.TYPE)
                .coalesce(1);
        List<Row> scored = model.transform(rows).collectAsList();
        assertEquals(
                List.of("prediction", "probability", "energy", "anomaly"),
                List.of(model.transform(rows).columns()).subList(6, 10));
        for (Row row : scored) {
            double[] probabilities = ((Vector) row.getAs("probability")).toArray();
            assertEquals(1, java.util.Arrays.stream(probabilities).sum(), 1e-9);
            List<String> levels = People.MODEL.schema().column("city").levels();
            assertEquals(probabilities.length, levels.size());
            double predicted = probabilities[levels.indexOf(row.<String>getAs("prediction"))];
            assertEquals(java.util.Arrays.stream(probabilities).max().orElseThrow(), predicted);
        }
        assertEquals(1.0, scored.get(1).<Double>getAs("anomaly"));
        assertTrue(scored.get(0).<Double>getAs("energy") < scored.get(1).<Double>getAs("energy"));
    }

    @Test
    @DisplayName("A stream of rows is transformed like a table")
    void stream() throws TimeoutException, StreamingQueryException {
        People.rows().limit(40).coalesce(1).write().parquet(folder + "/in");
        Dataset<Row> batch = People.MODEL.transform(People.SPARK.read().parquet(folder + "/in"));
        Dataset<Row> stream = People.MODEL.transform(
                People.SPARK.readStream().schema(People.TYPE).parquet(folder + "/in"));
        stream.writeStream()
                .format("memory")
                .queryName("scored")
                .option("checkpointLocation", folder + "/stream")
                .trigger(Trigger.AvailableNow())
                .start()
                .awaitTermination();
        assertEquals(sorted(batch), sorted(People.SPARK.table("scored")));
    }

    @Test
    @DisplayName("Imputation fills what is missing, and changes nothing else")
    void impute() {
        List<Row> before = People.list().subList(0, 40);
        List<Row> after = People.MODEL
                .impute(People.SPARK.createDataFrame(before, People.TYPE).coalesce(1))
                .collectAsList();
        assertTrue(before.stream().anyMatch(row -> row.isNullAt(1) || row.isNullAt(2)));
        for (int i = 0; i < before.size(); i++) {
            for (int k = 0; k < People.TYPE.size(); k++) {
                assertFalse(after.get(i).isNullAt(k));
                if (!before.get(i).isNullAt(k)) {
                    assertEquals(before.get(i).get(k), after.get(i).get(k));
                }
            }
        }
    }

    @Test
    @DisplayName("Spark Connect finds estimator and model as services, and what its server calls of them by reflection")
    @SuppressWarnings("rawtypes") // services have no type arguments
    void services() throws ReflectiveOperationException {
        assertTrue(
                ServiceLoader.load(Estimator.class).stream().anyMatch(found -> found.type() == CalorEstimator.class));
        assertTrue(ServiceLoader.load(Transformer.class).stream().anyMatch(found -> found.type() == CalorModel.class));
        CalorEstimator named = CalorEstimator.class.getConstructor(String.class).newInstance("name");
        assertEquals("name", named.uid());
        assertEquals(
                CalorModel.class,
                CalorModel.class.getMethod("load", String.class).getReturnType());
        CalorModel empty = new CalorModel();
        assertEquals("", empty.getOrDefault(empty.target()));
    }

    @Test
    @DisplayName("The application fits, samples and scores files")
    void application() throws IOException {
        People.rows().write().parquet(folder + "/people.parquet");
        String model = folder + "/people.calor";
        assertEquals(
                0,
                Main.commandLine()
                        .execute(
                                "fit",
                                folder + "/people.parquet",
                                "-o",
                                model,
                                "--preset",
                                "fast",
                                "--set",
                                String.join(",", People.SMALL),
                                "--tasks",
                                "1",
                                "--quiet"));
        assertTrue(Files.size(Path.of(model)) > 1000);
        assertEquals(
                0,
                Main.commandLine()
                        .execute("sample", model, "-n", "77", "-o", folder + "/drawn.csv", "--partitions", "2"));
        assertEquals(
                77,
                People.SPARK
                        .read()
                        .option("header", "true")
                        .csv(folder + "/drawn.csv")
                        .count());
        assertEquals(
                0,
                Main.commandLine()
                        .execute(
                                "score",
                                model,
                                folder + "/people.parquet",
                                "-o",
                                folder + "/scored.parquet",
                                "--target",
                                "member"));
        Dataset<Row> scored = People.SPARK.read().parquet(folder + "/scored.parquet");
        assertEquals(
                People.ROWS,
                scored.filter("anomaly between 0 and 1 and size(probability) = 2")
                        .count());
    }

    private static String refused(String... arguments) {
        StringWriter err = new StringWriter();
        assertEquals(2, Main.commandLine().setErr(new PrintWriter(err)).execute(arguments));
        return err.toString().strip();
    }

    @Test
    @DisplayName("The application refuses what is wrong before it works, in one line")
    void applicationRefuses() throws IOException {
        String table = folder + "/people.parquet";
        String model = folder + "/people.calor";
        People.rows().limit(20).coalesce(1).write().parquet(table);
        assertEquals(
                "calor-spark fit: " + table + " is there already; give -o another name, or --force to replace it",
                refused("fit", table, "-o", table));
        assertEquals(
                "calor-spark fit: 'none' is not a preset: there are fast, balanced, best, paper",
                refused("fit", table, "-o", model, "--preset", "none"));
        assertEquals(
                "calor-spark fit: 'none' is not a value of 'method': 'none' is not a method: there are annealed, tabed-uni,"
                        + " tabed-grid, tabed-cyc, tabed-ord, tabed-str, tabed-mask, tab-cd",
                refused("fit", table, "-o", model, "--method", "none"));
        assertEquals(
                "calor-spark sample: " + model + ": there is no such file; give a model that fit made",
                refused("sample", model, "-n", "3", "-o", folder + "/drawn.csv"));
        People.MODEL.toFile(People.SPARK, model);
        assertTrue(refused("sample", model, "-n", "3", "-o", folder + "/drawn.csv", "--where", "city=Rome")
                .contains("Rome"));
        assertTrue(refused("score", model, folder + "/none.parquet", "-o", folder + "/scored.csv")
                .contains("Path does not exist"));
        String[] score = {"score", model, table, "-o", folder + "/scored.csv", "--target", "city"};
        assertEquals(0, Main.commandLine().execute(score));
        assertTrue(refused(score).endsWith("--force to replace it"));
    }
}
