package dev.calor.table;

import java.util.Locale;

/** What a column is: how it is read, over which structure heat flows on it, how it is written. */
public enum ColumnType {
    /** Measurements. */
    NUMERIC,
    /** Whole numbers with a distance: ages, counts. */
    INTEGER,
    /** Names without order. */
    CATEGORICAL,
    /** Names on a path: grades, sizes. */
    ORDINAL,
    /** Names on a ring: months, weekdays, hours. */
    CYCLIC,
    /** Two names. */
    BOOLEAN,
    /** Points in time. */
    DATETIME,
    /** A different value in every row: not learned, made anew. */
    IDENTIFIER,
    /** The same value in every row. */
    CONSTANT;

    /** Whether values are held as numbers: {@link Column.Numbers}. */
    public boolean isNumber() {
        return this == NUMERIC || this == INTEGER || this == DATETIME;
    }

    /** Whether values are held as positions in a list of levels: {@link Column.Codes}. */
    public boolean hasLevels() {
        return this == CATEGORICAL || this == ORDINAL || this == CYCLIC || this == BOOLEAN || this == CONSTANT;
    }

    /** Whether a model learns the column; the others are made anew or repeated. */
    public boolean isLearned() {
        return this != IDENTIFIER && this != CONSTANT;
    }

    /** As it stands in a schema file. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
