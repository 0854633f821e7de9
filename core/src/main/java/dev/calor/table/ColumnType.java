package dev.calor.table;

import java.util.Locale;

/** The type of a column: how it is read and written, and over which structure heat flows in the paper's methods. */
public enum ColumnType {
    /** Measurements. */
    NUMERIC,
    /** Whole numbers, such as ages and counts. */
    INTEGER,
    /** Categories without order. */
    CATEGORICAL,
    /** Ordered categories: grades, sizes. */
    ORDINAL,
    /** Categories in a cycle: months, weekdays, hours. */
    CYCLIC,
    /** Two categories that mean no and yes. */
    BOOLEAN,
    /** Points in time. */
    DATETIME,
    /** A different value in every row: not learned; new values are generated. */
    IDENTIFIER,
    /** The same value in every row. */
    CONSTANT;

    /** Whether values are stored as numbers: {@link Column.Numbers}. */
    public boolean isNumber() {
        return this == NUMERIC || this == INTEGER || this == DATETIME;
    }

    /** Whether values are stored as codes of levels: {@link Column.Codes}. */
    public boolean hasLevels() {
        return this == CATEGORICAL || this == ORDINAL || this == CYCLIC || this == BOOLEAN || this == CONSTANT;
    }

    /** Whether a model learns the column; values of other columns are generated anew or repeated. */
    public boolean isLearned() {
        return this != IDENTIFIER && this != CONSTANT;
    }

    /** The name in a schema file. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
