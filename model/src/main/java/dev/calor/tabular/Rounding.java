package dev.calor.tabular;

import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import dev.calor.table.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rounds numbers to the decimals of their column, and moves those that leave the interval of a condition back into it. */
record Rounding(List<Condition> conditions) {
    Table of(Table table) {
        List<Column> columns = new ArrayList<>(table.columns());
        for (int k = 0; k < columns.size(); k++) {
            ColumnSchema schema = table.schema().columns().get(k);
            List<Condition> own = Condition.onValues(schema, conditions);
            if (schema.type().isNumber() && schema.type() != ColumnType.DATETIME && !own.isEmpty()) {
                Condition.Interval interval = Condition.interval(own, schema);
                columns.set(
                        k,
                        new Column.Numbers(Arrays.stream(table.numbers(k))
                                .map(x -> Math.max(interval.least(), Math.min(interval.most(), x)))
                                .toArray()));
            }
        }
        return new Table(table.schema(), columns);
    }
}
