package dev.calor.table;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A table in memory, column by column.
 *
 * @param schema the schemas of the columns
 * @param columns the values, in the order of the schema
 */
public record Table(Schema schema, List<Column> columns) {
    /**
     * Checks the columns against the schema.
     *
     * @throws IllegalArgumentException if their number or kind does not fit the schema, or they differ in length
     */
    public Table {
        columns = List.copyOf(columns);
        if (columns.size() != schema.columns().size()) {
            throw new IllegalArgumentException("a table of " + columns.size() + " columns under a schema of "
                    + schema.columns().size() + ": they must match");
        }
        for (int k = 0; k < columns.size(); k++) {
            ColumnSchema expected = schema.columns().get(k);
            Column column = columns.get(k);
            boolean fits = expected.type().isNumber()
                    ? column instanceof Column.Numbers
                    : expected.type().hasLevels() ? column instanceof Column.Codes : column instanceof Column.Texts;
            if (!fits) {
                throw new IllegalArgumentException("column '" + expected.name() + "' is " + expected.type()
                        + " and is held as " + column.getClass().getSimpleName());
            }
            if (column.rows() != columns.get(0).rows()) {
                throw new IllegalArgumentException("column '" + expected.name() + "' has " + column.rows()
                        + " rows, the first column " + columns.get(0).rows());
            }
        }
    }

    /** The number of rows. */
    public int rows() {
        return columns.isEmpty() ? 0 : columns.get(0).rows();
    }

    /**
     * The column with this name.
     *
     * @throws IllegalArgumentException if there is no such column
     */
    public Column column(String name) {
        return columns.get(schema.indexOf(name));
    }

    /** The values of a column of numbers. */
    public double[] numbers(int column) {
        return ((Column.Numbers) columns.get(column)).values();
    }

    /** The codes of a column with levels. */
    public int[] codes(int column) {
        return ((Column.Codes) columns.get(column)).codes();
    }

    /** The table with these rows, in this order. */
    public Table rows(int[] rows) {
        return new Table(
                schema, columns.stream().map(column -> column.rows(rows)).toList());
    }

    /** The rows from {@code start} to before {@code end}. */
    public Table rows(int start, int end) {
        return rows(IntStream.range(start, end).toArray());
    }

    /** A copy in which the rows {@code places} are those of another table of the same columns. */
    public Table withRows(int[] places, Table others) {
        int[] source = IntStream.range(0, rows()).toArray();
        for (int i = 0; i < places.length; i++) {
            source[places[i]] = rows() + i;
        }
        return new Table(
                schema,
                IntStream.range(0, columns.size())
                        .mapToObj(k ->
                                columns.get(k).followedBy(others.columns.get(k)).rows(source))
                        .toList());
    }

    /** A copy with one more column, the last. */
    public Table with(ColumnSchema added, Column column) {
        return new Table(
                schema.with(Stream.concat(schema.columns().stream(), Stream.of(added))
                        .toList()),
                Stream.concat(columns.stream(), Stream.of(column)).toList());
    }

    /** The rows of this table followed by those of another with the same columns. */
    public Table followedBy(Table other) {
        return new Table(
                schema,
                IntStream.range(0, columns.size())
                        .mapToObj(k -> columns.get(k).followedBy(other.columns.get(k)))
                        .toList());
    }

    /** A copy in which every missing value is replaced by that of another table with equally many rows. */
    public Table orElse(Table other) {
        return new Table(
                schema,
                IntStream.range(0, columns.size())
                        .mapToObj(k -> {
                            Column own = columns.get(k);
                            int[] source = IntStream.range(0, rows())
                                    .map(row -> own.isMissing(row) ? rows() + row : row)
                                    .toArray();
                            return own.followedBy(other.columns.get(k)).rows(source);
                        })
                        .toList());
    }
}
