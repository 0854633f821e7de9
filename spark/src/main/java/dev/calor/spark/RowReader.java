package dev.calor.spark;

import dev.calor.table.CellReader;
import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import dev.calor.table.Schema;
import dev.calor.table.Table;
import dev.calor.table.Unknown;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Turns rows of Spark into tables of a schema. A column that the rows do not have is missing in all. */
final class RowReader {
    private final Schema schema;
    private final Unknown unknown;
    private final int[] places;
    private final List<CellReader> readers = new ArrayList<>();

    /**
     * A reader.
     *
     * @param unknown how values that do not fit the schema are read
     */
    RowReader(Schema schema, StructType type, Unknown unknown) {
        this.schema = schema;
        this.unknown = unknown;
        List<String> names = Arrays.asList(type.fieldNames());
        places = schema.columns().stream()
                .mapToInt(column -> names.indexOf(column.name()))
                .toArray();
        schema.columns().forEach(column -> readers.add(new CellReader(column)));
    }

    /**
     * The table of some rows.
     *
     * @throws IllegalArgumentException if values do not fit the schema and are to be refused
     */
    Table table(List<Row> rows) {
        List<Column> columns = new ArrayList<>();
        for (int k = 0; k < places.length; k++) {
            columns.add(column(rows, k));
        }
        return new Table(schema, columns);
    }

    private Column column(List<Row> rows, int k) {
        ColumnSchema column = schema.columns().get(k);
        CellReader reader = readers.get(k);
        if (column.type().isNumber()) {
            double[] values = new double[rows.size()];
            Arrays.setAll(values, i -> number(value(rows.get(i), k), reader, column));
            return new Column.Numbers(values);
        }
        if (column.type().hasLevels()) {
            int[] codes = new int[rows.size()];
            Arrays.setAll(codes, i -> code(value(rows.get(i), k), reader, column));
            return new Column.Codes(codes);
        }
        @Nullable String[] texts = new @Nullable String[rows.size()];
        Arrays.setAll(texts, i -> reader.text(Cells.text(value(rows.get(i), k))));
        return new Column.Texts(Arrays.asList(texts));
    }

    private @Nullable Object value(Row row, int k) {
        return places[k] < 0 ? null : row.get(places[k]);
    }

    private double number(@Nullable Object value, CellReader reader, ColumnSchema column) {
        if (value == null) {
            return Double.NaN;
        }
        Double direct = column.missingTokens().isEmpty() || column.type() == ColumnType.DATETIME
                ? Cells.number(value)
                : null; // a token may look like a number: -999
        double number = direct == null ? reader.number(Cells.text(value)) : direct;
        if (unknown == Unknown.REFUSE && Double.isInfinite(number)) {
            throw unfit(value, column, "is not a finite number");
        }
        return unknown == Unknown.MISSING && Double.isInfinite(number) ? Double.NaN : number;
    }

    private int code(@Nullable Object value, CellReader reader, ColumnSchema column) {
        int code = reader.code(Cells.text(value));
        if (code < column.levels().size()) {
            return code;
        }
        if (unknown == Unknown.REFUSE) {
            throw unfit(value, column, "is not one of its " + column.levels().size() + " levels");
        }
        return unknown == Unknown.MISSING ? Column.MISSING : code;
    }

    private static IllegalArgumentException unfit(@Nullable Object value, ColumnSchema column, String why) {
        return new IllegalArgumentException("column '" + column.name() + "' is " + column.type() + ", and '"
                + Cells.text(value) + "' " + why
                + "; correct the table or the schema; if the table is not the same whenever it is read, cache it");
    }
}
