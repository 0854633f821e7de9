package dev.calor.cli;

import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** A column of results: numbers with six significant digits. */
record NumberColumn(ColumnSchema schema, Column.Numbers values) {
    private static final MathContext DIGITS = new MathContext(6);

    static NumberColumn of(String name, int rows, IntToDoubleFunction value) {
        double[] values = IntStream.range(0, rows)
                .mapToDouble(row ->
                        new BigDecimal(value.applyAsDouble(row)).round(DIGITS).doubleValue())
                .toArray();
        return new NumberColumn(
                ColumnSchema.number(name, ColumnType.NUMERIC, Double.NaN, Double.NaN, ColumnSchema.SHORTEST),
                new Column.Numbers(values));
    }
}
