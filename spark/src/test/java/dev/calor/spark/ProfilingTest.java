package dev.calor.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.table.ColumnType;
import dev.calor.table.Schema;
import dev.calor.table.SchemaFile;
import dev.calor.table.StagedTable;
import dev.calor.table.TableSource;
import dev.calor.tabular.EncoderFit;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfilingTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    @Test
    @DisplayName("Spark infers the schema that a single machine infers, whatever the partitions")
    void sameSchema() throws IOException {
        Path csv = People.csv(folder);
        Dataset<Row> texts = People.SPARK.read().option("header", "true").csv(csv.toString());
        try (StagedTable staged = TableSource.file(csv).open()) {
            String single = SchemaFile.text(staged.infer());
            assertEquals(single, SchemaFile.text(Profiling.schema(texts, Set.of())));
            assertEquals(single, SchemaFile.text(Profiling.schema(texts.repartition(7), Set.of())));
        }
    }

    @Test
    @DisplayName("With very many different values, types, ranges and rows stay right; one word among numbers is found")
    void manyValues() throws IOException {
        Dataset<Row> many = People.SPARK
                .range(0, 100_000, 1, 4)
                .selectExpr(
                        "id",
                        "sqrt(id) root",
                        "cast(if(id = 77777, 'none of these', cast(id % 30000 as string)) as string) mixed",
                        "id * 37 % 50021 as code");
        Schema schema = Profiling.schema(many, Set.of());
        assertEquals(ColumnType.IDENTIFIER, schema.column("id").type());
        assertEquals(ColumnType.NUMERIC, schema.column("root").type());
        assertEquals(Math.sqrt(99_999), schema.column("root").maximum(), 1e-9);
        assertEquals(ColumnType.CATEGORICAL, schema.column("mixed").type());
        assertEquals(30_001, schema.column("mixed").levels().size());
        assertEquals(ColumnType.INTEGER, schema.column("code").type());
        EncoderFit fit = Profiling.fit(many, schema);
        assertEquals(100_000, fit.rows());
        assertEquals(List.of("root"), fit.sketched(schema));
    }

    @Test
    @DisplayName("Ranks of a sketch merged from parts, sent as bytes, are off by no more than it says")
    void sketch() throws IOException, ClassNotFoundException {
        KllQuantiles whole = new KllQuantiles();
        int n = 1_000_000;
        for (int part = 0; part < 4; part++) {
            KllQuantiles some = new KllQuantiles();
            for (int i = part; i < n; i += 4) {
                some.add((double) (i * 7919L % n), 1);
            }
            whole.merge(sent(some));
        }
        double[] numbers = whole.numbers();
        long[] counts = whole.counts();
        assertEquals(n, Arrays.stream(counts).sum());
        long rank = 0;
        int outside = 0;
        for (int i = 0; i < numbers.length; i++) {
            rank += counts[i];
            // the numbers are 0 … n − 1, each once: F(v) = (v + 1)/n
            outside += Math.abs(rank - (numbers[i] + 1)) / n > KllQuantiles.rankError() ? 1 : 0;
        }
        assertTrue(KllQuantiles.rankError() < 0.0015, "error " + KllQuantiles.rankError());
        assertTrue(outside <= 0.01 * numbers.length, outside + " of " + numbers.length + " ranks are off by more");
    }

    private static KllQuantiles sent(KllQuantiles sketch) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(sketch);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (KllQuantiles) in.readObject();
        }
    }
}
