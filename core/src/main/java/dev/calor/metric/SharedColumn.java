package dev.calor.metric;

import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import dev.calor.table.Table;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One column of several tables, converted to its type in the first (the real) table, with one common list of levels. */
sealed interface SharedColumn {
    /** The schema in the first table. */
    ColumnSchema schema();

    default String name() {
        return schema().name();
    }

    /** Numbers of each table, NaN where missing; points in time in nanoseconds, as SDMetrics holds them. */
    @SuppressWarnings("ArrayRecordComponent") // arrays are shared, not copied
    record Numbers(ColumnSchema schema, double[][] values) implements SharedColumn {}

    /** Codes of each table in one list of levels, those of the first table first; {@link Column#MISSING} where missing. */
    @SuppressWarnings("ArrayRecordComponent") // arrays are shared, not copied
    record Levels(ColumnSchema schema, List<String> levels, int[][] codes) implements SharedColumn {}

    /** Texts of an identifier in each table, null where missing. */
    record Texts(ColumnSchema schema, List<List<@Nullable String>> values) implements SharedColumn {}

    /** The columns of the first table, in its order; the others may hold theirs in another order, and more of them. */
    static List<SharedColumn> of(Table... tables) {
        List<String> names = tables[0].schema().names();
        for (Table table : tables) {
            List<String> absent = names.stream()
                    .filter(name -> !table.schema().names().contains(name))
                    .toList();
            if (!absent.isEmpty()) {
                throw new IllegalArgumentException("a table to compare lacks the columns " + String.join(", ", absent)
                        + " of the real one: it has "
                        + String.join(", ", table.schema().names())
                        + "; give it these columns, or remove them from the real table");
            }
        }
        return names.stream().map(name -> of(name, tables)).toList();
    }

    /**
     * The columns that rows can be compared by: all but identifiers.
     *
     * @throws IllegalArgumentException if there is none
     */
    static List<SharedColumn> comparable(List<SharedColumn> columns) {
        List<SharedColumn> comparable =
                columns.stream().filter(column -> !(column instanceof Texts)).toList();
        if (comparable.isEmpty()) {
            throw new IllegalArgumentException("there is no column of numbers, points in time or levels:"
                    + " rows of identifiers alone cannot be compared; name other types in a schema");
        }
        return comparable;
    }

    /** One column of the first table. */
    static SharedColumn of(String name, Table... tables) {
        ColumnSchema schema = tables[0].schema().column(name);
        if (schema.type().isNumber()) {
            return new Numbers(
                    schema,
                    Arrays.stream(tables).map(table -> numbers(schema, table)).toArray(double[][]::new));
        }
        if (schema.type().hasLevels()) {
            return SharedLevels.of(schema, tables);
        }
        return new Texts(
                schema,
                Arrays.stream(tables)
                        .map(table -> texts(table.schema().column(name), table.column(name)))
                        .toList());
    }

    private static double[] numbers(ColumnSchema schema, Table table) {
        Column column = table.column(schema.name());
        if (!(column instanceof Column.Numbers numbers)) {
            return parsed(schema, texts(table.schema().column(schema.name()), column));
        }
        return schema.type() == ColumnType.DATETIME
                ? Arrays.stream(numbers.values())
                        .map(seconds -> Math.rint(seconds * 1e9))
                        .toArray()
                : numbers.values();
    }

    private static double[] parsed(ColumnSchema schema, List<@Nullable String> texts) {
        double[] values = new double[texts.size()];
        for (int i = 0; i < values.length; i++) {
            String text = texts.get(i);
            values[i] = text == null ? Double.NaN : SharedLevels.number(text);
            if (text != null && (Double.isNaN(values[i]) || schema.type() == ColumnType.DATETIME)) {
                throw new IllegalArgumentException("column '" + schema.name() + "' is " + schema.type()
                        + " in the real table and holds '" + text
                        + "' in another: read both tables under the schema of the real one");
            }
        }
        return values;
    }

    /** Every value as it is spelled. */
    static List<@Nullable String> texts(ColumnSchema schema, Column column) {
        if (column instanceof Column.Texts texts) {
            return texts.values();
        }
        if (column instanceof Column.Codes codes) {
            return Arrays.stream(codes.codes())
                    .<@Nullable String>mapToObj(code ->
                            code == Column.MISSING ? null : schema.levels().get(code))
                    .toList();
        }
        return Stream.of((Column.Numbers) column)
                .flatMapToDouble(numbers -> Arrays.stream(numbers.values()))
                .<@Nullable String>mapToObj(value -> Double.isNaN(value) ? null : spelled(value))
                .toList();
    }

    private static String spelled(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1L << 53
                ? Long.toString((long) value)
                : Double.toString(value);
    }
}
