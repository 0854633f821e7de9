package dev.calor.table;

import org.jspecify.annotations.Nullable;

/** The texts of a column's values, as written to files. */
public interface CellText {
    /** The text of a row's value; null where it is missing. */
    @Nullable
    String of(int row);

    /** Texts for typed formats: numbers without currencies and digit groups. */
    static CellText plain(ColumnSchema schema, Column column) {
        if (column instanceof Column.Numbers numbers && schema.type() != ColumnType.DATETIME) {
            NumberFormat format = NumberFormat.of(schema);
            double[] values = numbers.values();
            return row -> Double.isNaN(values[row]) ? null : format.plain(values[row]);
        }
        return of(schema, column);
    }

    /** Texts for delimited files. */
    static CellText of(ColumnSchema schema, Column column) {
        if (column instanceof Column.Codes codes) {
            return row -> codes.isMissing(row) ? null : schema.levels().get(codes.codes()[row]);
        }
        if (column instanceof Column.Texts texts) {
            return row -> texts.values().get(row);
        }
        double[] values = ((Column.Numbers) column).values();
        if (schema.type() == ColumnType.DATETIME) {
            DateFormat format = DateFormat.of(schema);
            return row -> Double.isNaN(values[row]) ? null : format.format(values[row]);
        }
        NumberFormat format = NumberFormat.of(schema);
        return row -> Double.isNaN(values[row]) ? null : format.text(values[row]);
    }
}
