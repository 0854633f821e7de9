package dev.calor.table;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a table, in their order.
 *
 * @param separator between the fields of delimited text; null for a comma
 */
public record Schema(List<ColumnSchema> columns, @Nullable Character separator) {
    /** A schema with commas as separators. */
    public Schema(List<ColumnSchema> columns) {
        this(columns, null);
    }

    /**
     * Checks that names differ.
     *
     * @throws IllegalArgumentException if two columns have the same name
     */
    public Schema {
        separator = separator == null || separator == ',' ? null : separator;
        columns = List.copyOf(columns);
        Set<String> names = new HashSet<>();
        for (ColumnSchema column : columns) {
            if (!names.add(column.name())) {
                throw new IllegalArgumentException(
                        "two columns are named '" + column.name() + "': names must differ; rename one of them");
            }
        }
    }

    /** The same schema with other columns. */
    public Schema with(List<ColumnSchema> others) {
        return new Schema(others, separator);
    }

    /** The names of the columns. */
    public List<String> names() {
        return columns.stream().map(ColumnSchema::name).toList();
    }

    /**
     * The index of a column.
     *
     * @throws IllegalArgumentException if there is no such column
     */
    public int indexOf(String name) {
        int index = names().indexOf(name);
        if (index < 0) {
            throw new IllegalArgumentException(
                    "there is no column '" + name + "': the columns are " + String.join(", ", names()));
        }
        return index;
    }

    /**
     * The column with this name.
     *
     * @throws IllegalArgumentException if there is no such column
     */
    public ColumnSchema column(String name) {
        return columns.get(indexOf(name));
    }
}
