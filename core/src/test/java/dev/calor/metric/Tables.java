package dev.calor.metric;

import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import dev.calor.table.Schema;
import dev.calor.table.Table;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Small tables written by hand. */
final class Tables {
    private Tables() {}

    /** Columns side by side. */
    static Table of(Table... columns) {
        return new Table(
                new Schema(Stream.of(columns)
                        .flatMap(table -> table.schema().columns().stream())
                        .toList()),
                Stream.of(columns).flatMap(table -> table.columns().stream()).toList());
    }

    /** A column of numbers; NaN is missing. */
    static Table numbers(String name, double... values) {
        return one(
                ColumnSchema.number(name, ColumnType.NUMERIC, Double.NaN, Double.NaN, 0), new Column.Numbers(values));
    }

    /** A column of points in time, in seconds. */
    static Table times(String name, double... seconds) {
        return one(
                new ColumnSchema(
                        name,
                        ColumnType.DATETIME,
                        List.of(),
                        List.of(),
                        0,
                        Double.NaN,
                        Double.NaN,
                        0,
                        "yyyy-MM-dd HH:mm:ss",
                        "given"),
                new Column.Numbers(seconds));
    }

    /** A categorical column, its levels in the order they come; null is missing. */
    static Table levels(String name, @Nullable String... values) {
        return levels(ColumnType.CATEGORICAL, name, values);
    }

    static Table levels(ColumnType type, String name, @Nullable String... values) {
        List<String> levels =
                Stream.of(values).filter(Objects::nonNull).distinct().toList();
        return one(
                ColumnSchema.withLevels(name, type, levels),
                new Column.Codes(Arrays.stream(values).mapToInt(levels::indexOf).toArray()));
    }

    /** A column of identifiers. */
    static Table texts(String name, @Nullable String... values) {
        return one(
                ColumnSchema.withLevels(name, ColumnType.IDENTIFIER, List.of()),
                new Column.Texts(Arrays.asList(values)));
    }

    private static Table one(ColumnSchema schema, Column column) {
        return new Table(new Schema(List.of(schema)), List.of(column));
    }
}
