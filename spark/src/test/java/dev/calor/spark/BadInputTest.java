package dev.calor.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.table.SchemaFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class BadInputTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    private static void refused(String message, Executable call) {
        assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
    }

    @Test
    @DisplayName("A column that is absent at transform is named")
    void absentColumn() {
        refused(
                "the rows have no column 'age', 'joined', which the model has learned; they have id, city, amount,"
                        + " member; add what is absent, with nulls where it is not known",
                () -> People.MODEL.transform(People.rows().drop("age", "joined")));
        refused(
                "the rows have no column 'age', which the model has learned; they have id, city, amount, member,"
                        + " joined; add what is absent, with nulls where it is not known",
                () -> People.MODEL.impute(People.rows().drop("age")));
    }

    @Test
    @DisplayName("A column of another type than in training is refused with both types")
    void changedType() {
        Dataset<Row> rows = People.rows()
                .withColumn("age", functions.col("age").cast("string"))
                .withColumn("member", functions.lit(1));
        refused(
                "column 'age' was learned as int and is string; 'member' was learned as boolean and is int;"
                        + " cast it to the type it was learned with",
                () -> People.MODEL.transform(rows));
    }

    @Test
    @DisplayName("More tasks than slots are refused with the numbers")
    void tooManyTasks() {
        refused(
                "training by 3 tasks needs as many slots at once, and there are 2 (cores of all executors divided by"
                        + " spark.task.cpus); set fewer tasks, or start more executors or executors of more cores",
                () -> People.estimator().setTasks(3).fit(People.rows()));
    }

    @Test
    @DisplayName("A struct, null or not, is refused with what to do")
    void structs() {
        Dataset<Row> rows =
                People.rows().withColumn("place", functions.expr("cast(null as struct<city: string, zip: int>)"));
        refused(
                "column 'place' (struct<city:string,zip:int>): numbers, texts, truth values, dates and timestamps can"
                        + " be learned; select the fields of a struct as columns of their own, or drop the column",
                () -> People.estimator().fit(rows));
        refused(
                "column 'city' was learned as categorical and is struct<zip:int>; cast it to the type it was learned"
                        + " with",
                () -> People.MODEL.transform(
                        People.rows().withColumn("city", functions.expr("cast(null as struct<zip: int>)"))));
        Row scored = People.MODEL.transform(rows.limit(1)).first();
        assertTrue(scored.isNullAt(scored.fieldIndex("place")), "a column that was not learned passes through");
    }

    @Test
    @DisplayName("A target that cannot be predicted is refused before training")
    void target() {
        refused(
                "there is no column 'income' to predict: there are id, age, city, amount, member, joined",
                () -> People.estimator().setTarget("income").fit(People.rows()));
        refused(
                "target 'amount' is numeric: columns with levels can be predicted; to predict a number, remove its"
                        + " values and impute them",
                () -> People.estimator().setTarget("amount").fit(People.rows()));
    }

    @Test
    @DisplayName("A value that does not fit the given schema is named, and Spark does not try again")
    void unfitting() {
        String schema = SchemaFile.text(People.MODEL.schema()).replace("\"Ulm\"", "\"Rome\"");
        refused(
                "column 'city' is categorical, and 'Ulm' is not one of its 3 levels; correct the table or the schema; if"
                        + " the table is not the same whenever it is read, cache it",
                () -> People.estimator().setSchema(schema).fit(People.rows()));
    }

    @Test
    @DisplayName("A checkpoint of another run is refused with its name, and Spark does not try again")
    void otherCheckpoint() {
        String checkpoints = folder + "/checkpoints";
        CalorEstimator estimator = People.estimator().setTasks(2).setCheckpointDir(checkpoints);
        String weights = estimator.fit(People.rows()).fingerprint();
        assertEquals(weights, estimator.fit(People.rows()).fingerprint(), "goes on at the end");
        UncheckedIOException refused = assertThrows(
                UncheckedIOException.class,
                () -> estimator.copy(ParamMap.empty()).setSeed(2).fit(People.rows()));
        String message = String.valueOf(refused.getMessage());
        assertTrue(message.startsWith(checkpoints + "/training.checkpoint: a checkpoint of another run ("), message);
        assertTrue(message.endsWith("); give another file, or the same settings"), message);
    }

    @Test
    @DisplayName("A model of a newer format is refused")
    void newerFormat() throws IOException {
        Path file = folder.resolve("newer.calor");
        Files.write(file, newer(People.MODEL.bytes()));
        IOException refused = assertThrows(IOException.class, () -> CalorModel.fromFile(People.SPARK, file.toString()));
        assertEquals(
                file + ": a model of version 99, this Calor reads up to version 2; use Calor 0.1.0 or newer",
                refused.getMessage());
        People.MODEL.write().overwrite().save(folder + "/saved");
        HadoopFiles.write(
                new org.apache.hadoop.fs.Path(folder + "/saved/model.calor"),
                newer(People.MODEL.bytes()),
                People.SPARK.sparkContext().hadoopConfiguration());
        assertTrue(assertThrows(UncheckedIOException.class, () -> CalorModel.load(folder + "/saved"))
                .toString()
                .contains("saved/model.calor: a model of version 99, this Calor reads up to version 2"));
    }

    /** The same zip file with another version in model.json, and without hashes, which would tell first. */
    private static byte[] newer(byte[] model) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(model));
                ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                byte[] part = in.readAllBytes();
                if (entry.getName().equals("SHA256SUMS")) {
                    continue;
                }
                out.putNextEntry(new ZipEntry(entry.getName()));
                out.write(
                        entry.getName().equals("model.json")
                                ? new String(part, StandardCharsets.UTF_8)
                                        .replaceFirst("\"version\" : 2", "\"version\" : 99")
                                        .getBytes(StandardCharsets.UTF_8)
                                : part);
            }
        }
        return bytes.toByteArray();
    }

    @Test
    @DisplayName("Settings, presets and targets that do not exist are refused")
    void settings() {
        refused(
                "setting 'width': write it as name=value, such as width=256",
                () -> People.estimator().setSettings("width").fit(People.rows()));
        refused(
                "target 'age' is integer: columns with levels can be predicted; to predict a number, remove its values"
                        + " and impute them",
                () -> People.MODEL.copy(ParamMap.empty()).setTarget("age").transform(People.rows()));
        refused("the table has 6 columns and no rows; add rows", () -> People.estimator()
                .fit(People.rows().filter("age < 0")));
        assertThrows(UncheckedIOException.class, () -> {
            Files.createDirectories(folder.resolve("whole"));
            People.MODEL.write().overwrite().save(folder + "/whole");
            Files.delete(folder.resolve("whole").resolve("model.calor"));
            CalorModel.load(folder + "/whole");
        });
    }
}
