package dev.calor.table;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.duckdb.DuckDBAppender;

/** Writes Parquet, through DuckDB: numbers and dates as such, levels as text or whole numbers, missing values as null. */
final class ParquetWriter {
    private ParquetWriter() {}

    static void write(Table table, Path file) throws IOException {
        List<String> columns = new ArrayList<>();
        List<Cell> cells = new ArrayList<>();
        for (int k = 0; k < table.columns().size(); k++) {
            ColumnSchema schema = table.schema().columns().get(k);
            NativeType type = NativeType.of(schema);
            columns.add("c" + k + " " + (type == NativeType.TIME ? NativeType.VARCHAR : type));
            cells.add(cell(schema, type, table.columns().get(k)));
        }
        try (Duck duck = Duck.open()) {
            duck.execute("CREATE TABLE written(" + String.join(", ", columns) + ")");
            append(table, cells, duck);
            List<String> written = new ArrayList<>();
            for (int k = 0; k < cells.size(); k++) {
                ColumnSchema schema = table.schema().columns().get(k);
                written.add(
                        stored(duck, "c" + k, schema) + " AS \"" + schema.name().replace("\"", "\"\"") + "\"");
            }
            duck.execute("COPY (SELECT " + String.join(", ", written) + " FROM written) TO "
                    + Duck.literal(file.toString()) + " (FORMAT parquet, COMPRESSION zstd)");
        } catch (SQLException error) {
            throw new IOException(Duck.reason(error), error);
        }
    }

    private static void append(Table table, List<Cell> cells, Duck duck) throws SQLException {
        try (DuckDBAppender appender = duck.appender("written")) {
            for (int row = 0; row < table.rows(); row++) {
                appender.beginRow();
                for (int k = 0; k < cells.size(); k++) {
                    if (table.columns().get(k).isMissing(row)) {
                        appender.appendNull();
                    } else {
                        cells.get(k).append(row, appender);
                    }
                }
                appender.endRow();
            }
        }
    }

    /** A column in the type it had in its source, if all values can have it. */
    private static String stored(Duck duck, String column, ColumnSchema schema) throws SQLException {
        String type =
                schema.stored() != null ? schema.stored() : NativeType.of(schema) == NativeType.TIME ? "TIME" : null;
        if (type == null) {
            return column;
        }
        String cast = StoredType.cast(column, type);
        String tried = cast.replace("CAST(", "TRY_CAST(");
        long lost =
                duck.count("SELECT count(*) FROM written WHERE " + column + " IS NOT NULL AND " + tried + " IS NULL");
        return lost == 0 ? cast : column;
    }

    /** Appends the value of a row that is not missing. */
    private interface Cell {
        void append(int row, DuckDBAppender appender) throws SQLException;
    }

    private static Cell cell(ColumnSchema schema, NativeType type, Column column) {
        CellText texts = CellText.of(schema, column);
        if (column instanceof Column.Numbers numbers) {
            double[] values = numbers.values();
            NumberFormat format = NumberFormat.of(schema);
            return switch (type) {
                case BIGINT -> (row, appender) -> appender.append(Math.round(values[row]));
                case DATE ->
                    (row, appender) ->
                            appender.append(DateFormat.moment(values[row]).toLocalDate());
                case TIME ->
                    (row, appender) -> appender.append(
                            DateFormat.moment(values[row]).toLocalTime().toString());
                case TIMESTAMP -> (row, appender) -> appender.append(DateFormat.moment(values[row]));
                default -> (row, appender) -> appender.append(format.round(values[row]));
            };
        }
        return switch (type) {
            case BIGINT -> (row, appender) -> appender.append(Long.parseLong(String.valueOf(texts.of(row))));
            case BOOLEAN -> (row, appender) -> appender.append(Boolean.parseBoolean(texts.of(row)));
            default -> (row, appender) -> appender.append(texts.of(row));
        };
    }
}
