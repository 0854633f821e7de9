package dev.calor.table;

import java.util.List;
import java.util.Set;

/**
 * The type of a column in typed formats (JSON and Parquet). Levels that are numbers or truth values are stored as such.
 */
enum NativeType {
    DOUBLE,
    BIGINT,
    BOOLEAN,
    DATE,
    TIME,
    TIMESTAMP,
    VARCHAR;

    static NativeType of(ColumnSchema column) {
        return switch (column.type()) {
            case NUMERIC -> DOUBLE;
            case INTEGER -> BIGINT;
            case DATETIME -> ofTimes(DateFormat.of(column));
            case IDENTIFIER -> VARCHAR;
            case CATEGORICAL, ORDINAL, CYCLIC, BOOLEAN, CONSTANT -> ofLevels(column.levels());
        };
    }

    private static NativeType ofTimes(DateFormat format) {
        return !format.hasDate() ? TIME : format.hasTime() ? TIMESTAMP : DATE;
    }

    private static NativeType ofLevels(List<String> levels) {
        if (!levels.isEmpty() && levels.stream().allMatch(level -> level.matches("0|-?[1-9]\\d{0,17}"))) {
            return BIGINT;
        }
        return Set.copyOf(levels).equals(Set.of("false", "true")) ? BOOLEAN : VARCHAR;
    }
}
