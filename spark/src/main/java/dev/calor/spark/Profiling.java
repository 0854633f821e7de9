package dev.calor.spark;

import dev.calor.table.Schema;
import dev.calor.table.SchemaFile;
import dev.calor.table.TableProfile;
import dev.calor.table.Unknown;
import dev.calor.tabular.EncoderFit;
import dev.calor.tabular.SharedTraining;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Statistics of a table by Spark aggregation: one object per partition, merged in a tree; no row reaches the driver. */
final class Profiling {
    /** The levels of a column are kept by the driver and in the model. */
    private static final int MOST_LEVELS = 1_000_000;

    private Profiling() {}

    /**
     * Refuses a table with columns that are not values.
     *
     * @throws IllegalArgumentException if there are such columns, or two of one name
     */
    static void requireValues(StructType type) {
        List<String> others = Stream.of(type.fields())
                .filter(field -> SparkTypes.kind(field.dataType()) == SparkTypes.Kind.OTHER)
                .map(field -> "'" + field.name() + "' (" + field.dataType().simpleString() + ")")
                .toList();
        if (!others.isEmpty()) {
            throw new IllegalArgumentException("column " + String.join(", ", others)
                    + ": numbers, texts, truth values, dates and timestamps can be learned;"
                    + " select the fields of a struct as columns of their own, or drop the column");
        }
        List<String> names = Arrays.asList(type.fieldNames());
        names.forEach(name -> {
            if (names.indexOf(name) != names.lastIndexOf(name)) {
                throw new IllegalArgumentException(
                        "two columns are named '" + name + "': names must differ; rename one of them");
            }
        });
    }

    /**
     * Infers the schema of a table.
     *
     * @param keep columns that are learned even where they look like personal data or tell rows apart
     * @throws IllegalArgumentException if a column cannot be learned, or there are no rows
     * @throws IOException if Spark fails
     */
    static Schema schema(Dataset<Row> rows, Set<String> keep) throws IOException {
        StructType type = rows.schema();
        requireValues(type);
        ArrayList<String> names = new ArrayList<>(Arrays.asList(type.fieldNames()));
        ArrayList<@Nullable String> stored = new ArrayList<>();
        for (StructField field : type.fields()) {
            stored.add(SparkTypes.stored(field.dataType()));
        }
        JavaRDD<TableProfile> parts = rows.toJavaRDD()
                .mapPartitions(part -> List.of(profile(part, names, stored)).iterator());
        TableProfile profile =
                parts.getNumPartitions() == 0 ? new TableProfile(names, stored) : parts.treeReduce(TableProfile::merge);
        return profile.infer(keep, column -> levels(rows, column));
    }

    private static TableProfile profile(Iterator<Row> rows, List<String> names, List<@Nullable String> stored) {
        TableProfile profile = new TableProfile(names, stored);
        String[] texts = new String[names.size()];
        while (rows.hasNext()) {
            Row row = rows.next();
            Arrays.setAll(texts, k -> Cells.text(row.get(k)));
            profile.add(texts);
        }
        return profile;
    }

    /** All different texts of a column, found by a shuffle. */
    private static List<String> levels(Dataset<Row> rows, String column) {
        int k = Arrays.asList(rows.columns()).indexOf(column);
        List<String> levels = rows.select(functions.col("`" + column.replace("`", "``") + "`"))
                .map(
                        (org.apache.spark.api.java.function.MapFunction<Row, String>) row -> Cells.text(row.get(0)),
                        Encoders.STRING())
                .distinct()
                .limit(MOST_LEVELS + 1)
                .collectAsList();
        if (levels.size() > MOST_LEVELS) {
            throw new IllegalArgumentException("column '" + rows.columns()[k] + "' has more than " + MOST_LEVELS
                    + " different texts, of which many repeat: that is more than a model can list;"
                    + " drop the column, or replace rare texts by one");
        }
        return levels;
    }

    /**
     * The statistics from which an encoder is fitted.
     *
     * @throws IllegalArgumentException if values do not fit the schema
     */
    static EncoderFit fit(Dataset<Row> rows, Schema schema) {
        String text = SchemaFile.text(schema);
        StructType type = rows.schema();
        JavaRDD<Part> parts = rows.toJavaRDD()
                .mapPartitions(part -> List.of(part(part, SchemaFile.parse("the schema", text), type))
                        .iterator());
        Part all = parts.getNumPartitions() == 0 ? Part.empty(schema) : parts.treeReduce(Part::merge);
        if (!all.refusal.isEmpty()) {
            throw new IllegalArgumentException(all.refusal);
        }
        return all.fit;
    }

    private static Part part(Iterator<Row> rows, Schema schema, StructType type) {
        Part part = Part.empty(schema);
        RowReader reader = new RowReader(schema, type, Unknown.REFUSE);
        try {
            Chunks.of(rows, SharedTraining.CHUNK).forEachRemaining(chunk -> part.fit.add(reader.table(chunk)));
        } catch (IllegalArgumentException refused) {
            return new Part(part.fit, String.valueOf(refused.getMessage()));
        }
        return part;
    }

    /**
     * The statistics of some partitions.
     *
     * @param refusal why they cannot be used; "" if they can. Not an exception, because Spark would try again
     */
    private record Part(EncoderFit fit, String refusal) implements Serializable {
        static Part empty(Schema schema) {
            return new Part(new EncoderFit(schema, KllQuantiles::new), "");
        }

        Part merge(Part other) {
            if (!refusal.isEmpty()) {
                return this;
            }
            return other.refusal.isEmpty() ? new Part(fit.merge(other.fit), "") : other;
        }
    }
}
