package dev.calor.table;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The columns of a table, in their order. */
public record Schema(List<ColumnSchema> columns) {
    /**
     * Checks that names differ.
     *
     * @throws IllegalArgumentException if two columns have the same name
     */
    public Schema {
        columns = List.copyOf(columns);
        Set<String> names = new HashSet<>();
        for (ColumnSchema column : columns) {
            if (!names.add(column.name())) {
                throw new IllegalArgumentException(
                        "two columns are named '" + column.name() + "': names must differ; rename one of them");
            }
        }
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
