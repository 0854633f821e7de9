package dev.calor.table;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What the columns of a table are, in the order of the table. */
public record Schema(List<ColumnSchema> columns) {
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
