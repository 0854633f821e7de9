package dev.calor.tabular;

import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import dev.calor.table.Table;
import java.util.ArrayList;
import java.util.List;

/** Numbers are rounded to the decimals of their column, which may take them out of an interval they were drawn in: back into it. */
record Rounding(List<Condition> conditions) {
    Table of(Table table) {
        List<Column> columns = new ArrayList<>(table.columns());
        for (Condition condition : conditions) {
            int k = table.schema().indexOf(condition.column());
            ColumnSchema schema = table.schema().columns().get(k);
            if (schema.type().isNumber()) {
                Condition.Interval interval = condition.interval(schema);
                double[] values = ((Column.Numbers) columns.get(k)).values().clone();
                for (int row = 0; row < values.length; row++) {
                    values[row] = inside(values[row], interval, schema);
                }
                columns.set(k, new Column.Numbers(values));
            }
        }
        return new Table(table.schema(), columns);
    }

    private static double inside(double value, Condition.Interval interval, ColumnSchema schema) {
        int decimals = schema.type() == ColumnType.INTEGER ? 0 : schema.decimals();
        double unit = decimals == ColumnSchema.SHORTEST ? Math.ulp(value) : Math.pow(10, -decimals);
        if (value < interval.least() || (value == interval.least() && !interval.leastIncluded())) {
            double nearest = Math.ceil(interval.least() / unit) * unit;
            return nearest > interval.least() || interval.leastIncluded() ? nearest : nearest + unit;
        }
        if (value > interval.most() || (value == interval.most() && !interval.mostIncluded())) {
            double nearest = Math.floor(interval.most() / unit) * unit;
            return nearest < interval.most() || interval.mostIncluded() ? nearest : nearest - unit;
        }
        return value;
    }
}
