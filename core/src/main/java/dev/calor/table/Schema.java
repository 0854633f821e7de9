package dev.calor.table;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the columns of a table are, in the order of the table.
 *
 * @param separator between the fields of delimited text, where it is not a comma; null where it is one
 */
public record Schema(List<ColumnSchema> columns, @Nullable Character separator) {
    /** Of a table whose fields are divided by commas, if at all. */
    public Schema(List<ColumnSchema> columns) {
        this(columns, null);
    }

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

    /** A schema of other columns, divided alike. */
    public Schema with(List<ColumnSchema> others) {
        return new Schema(others, separator);
    }

    public List<String> names() {
        return columns.stream().map(ColumnSchema::name).toList();
    }

    /** The position of a column, or a message that says which columns there are. */
    public int indexOf(String name) {
        int index = names().indexOf(name);
        if (index < 0) {
            throw new IllegalArgumentException(
                    "there is no column '" + name + "': the columns are " + String.join(", ", names()));
        }
        return index;
    }

    public ColumnSchema column(String name) {
        return columns.get(indexOf(name));
    }
}
