package dev.calor.spark;

import dev.calor.random.RandomStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Date;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** A small table of all types, one Spark for all tests, and a small model. */
final class People {
    static final int ROWS = 600;

    /** A network that learns little in a second. */
    static final String[] SMALL = {
        "width=8", "depth=2", "components=2", "embedding=4", "batch=32", "steps=30", "reverseSteps=4"
    };

    static final StructType TYPE = new StructType()
            .add("id", DataTypes.StringType)
            .add("age", DataTypes.IntegerType)
            .add("city", DataTypes.StringType)
            .add("amount", DataTypes.DoubleType)
            .add("member", DataTypes.BooleanType)
            .add("joined", DataTypes.DateType);

    /** Four trials of a task: a barrier stage is run again. */
    static final SparkSession SPARK = session();

    static final CalorModel MODEL = estimator().fit(rows());

    /** The weights that two tasks learn; made when a test asks for them. */
    static final class Two {
        static final CalorModel MODEL = estimator().setTasks(2).fit(rows());

        private Two() {}
    }

    private People() {}

    private static SparkSession session() {
        SparkSession spark = SparkSession.builder()
                .master("local[2,4]")
                .config("spark.ui.enabled", "false")
                .config("spark.sql.shuffle.partitions", "2")
                .config("spark.sql.session.timeZone", "UTC")
                .getOrCreate();
        spark.sparkContext().setLogLevel("OFF");
        return spark;
    }

    static CalorEstimator estimator() {
        return new CalorEstimator().setPreset("fast").setSettings(SMALL).setCheckpointInterval(10);
    }

    static Dataset<Row> rows() {
        return SPARK.createDataFrame(list(), TYPE).coalesce(3);
    }

    static List<Row> list() {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            RandomStream random = RandomStream.of(7).child(i);
            int age = 18 + random.nextInt(60);
            String city = List.of("Bonn", "Kiel", "Ulm").get(Math.min(2, age / 30));
            rows.add(RowFactory.create(
                    String.format("CUST-%05d", 31 * i % 99_991),
                    i % 11 == 0 ? null : age,
                    i % 17 == 0 ? null : city,
                    Math.round(100 * age * random.nextDouble()) / 100.0,
                    age > 40,
                    Date.valueOf(LocalDate.of(2020, 1, 1).plusDays(random.nextInt(1000)))));
        }
        return rows;
    }

    /** The same rows as delimited text. */
    static Path csv(Path folder) throws IOException {
        StringBuilder text = new StringBuilder(String.join(",", TYPE.fieldNames())).append('\n');
        for (Row row : list()) {
            for (int k = 0; k < row.length(); k++) {
                text.append(k == 0 ? "" : ",").append(Cells.text(row.get(k)));
            }
            text.append('\n');
        }
        return Files.write(folder.resolve("people.csv"), text.toString().getBytes(StandardCharsets.UTF_8));
    }
}
