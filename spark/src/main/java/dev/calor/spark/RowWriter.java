package dev.calor.spark;

import dev.calor.table.CellText;
import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import dev.calor.table.Schema;
import dev.calor.table.Table;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Turns the values of a table into values of Spark. */
final class RowWriter {
    private final Schema schema;
    private final List<DataType> types;

    /**
     * A writer.
     *
     * @param types the types of the columns
     */
    RowWriter(Schema schema, List<DataType> types) {
        this.schema = schema;
        this.types = types;
    }

    /** A writer of the types in which the columns were learned. */
    RowWriter(Schema schema) {
        this(schema, schema.columns().stream().map(SparkTypes::of).toList());
    }

    /** The type of rows. */
    StructType type() {
        List<StructField> fields = new ArrayList<>();
        for (int k = 0; k < types.size(); k++) {
            fields.add(DataTypes.createStructField(schema.names().get(k), types.get(k), true));
        }
        return DataTypes.createStructType(fields);
    }

    /** The values of one column, row by row. */
    interface Cell {
        /** The value of a row; null where it is missing. */
        @Nullable
        Object of(int row);
    }

    /** The values of every column of a table. */
    List<Cell> cells(Table table) {
        List<Cell> cells = new ArrayList<>();
        for (int k = 0; k < types.size(); k++) {
            cells.add(cell(schema.columns().get(k), table.columns().get(k), types.get(k)));
        }
        return cells;
    }

    private static Cell cell(ColumnSchema schema, Column column, DataType type) {
        SparkTypes.Kind kind = SparkTypes.kind(type);
        if (column instanceof Column.Codes codes) {
            List<Object> levels = schema.levels().stream()
                    .map(level -> Cells.ofText(level, type))
                    .toList();
            return row -> codes.isMissing(row) ? null : levels.get(codes.codes()[row]);
        }
        if (column instanceof Column.Numbers numbers && kind == SparkTypes.Kind.NUMBER) {
            return row -> numbers.isMissing(row) ? null : Cells.ofNumber(numbers.values()[row], type);
        }
        if (column instanceof Column.Numbers numbers && kind == SparkTypes.Kind.TIME) {
            return row -> numbers.isMissing(row) ? null : Cells.ofSeconds(numbers.values()[row], type);
        }
        CellText texts = CellText.of(schema, column);
        return row -> {
            String text = texts.of(row);
            return text == null ? null : Cells.ofText(text, type);
        };
    }
}
