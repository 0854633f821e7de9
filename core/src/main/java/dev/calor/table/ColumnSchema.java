package dev.calor.table;

import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The schema of one column.
 *
 * @param name the name of the column
 * @param type its type
 * @param levels of a column with levels: their spellings, in order where there is one; otherwise empty
 * @param missingTokens the texts that stand for a missing value; the first is the one that is written; empty if nothing
 *     is missing
 * @param missing the number of missing values in the table from which the schema was inferred
 * @param minimum the smallest number seen; NaN if there are none
 * @param maximum the largest number seen; NaN if there are none
 * @param decimals the number of decimals that numbers are rounded to and written with; {@link #SHORTEST} for as many as
 *     needed
 * @param leastDecimals decimals that are written even if they are zeros: with at most 2 decimals, 1.5 is written as
 *     1.50 if this is 2, and as 1.5 otherwise
 * @param format how values are written: of points in time a pattern of {@link java.time.format.DateTimeFormatter}; of
 *     numbers the number 1234.5 as a {@link NumberStyle} writes it, null for plain ones; of identifiers the kind of
 *     {@link PersonalData} that is generated, null for texts of the same shape
 * @param stored the type in a typed source, such as FLOAT or UUID, with which typed formats are written; null if the
 *     source has no types
 * @param reason why the column has this type
 */
public record ColumnSchema(
        String name,
        ColumnType type,
        List<String> levels,
        List<String> missingTokens,
        long missing,
        double minimum,
        double maximum,
        int decimals,
        int leastDecimals,
        @Nullable String format,
        @Nullable String stored,
        String reason) {

    /** Numbers are written with as many decimals as they need. */
    public static final int SHORTEST = -1;

    /**
     * Checks the parts against each other.
     *
     * @throws IllegalArgumentException if levels, missing tokens, decimals or format do not fit the type or each other
     */
    public ColumnSchema {
        levels = List.copyOf(levels);
        missingTokens = List.copyOf(missingTokens);
        if (!type.hasLevels() && !levels.isEmpty()) {
            throw new IllegalArgumentException("column '" + name + "' is " + type + " and lists " + levels.size()
                    + " levels: only categorical, ordinal, cyclic, boolean and constant columns have levels;"
                    + " change the type, or leave the levels out");
        }
        if (new HashSet<>(levels).size() < levels.size()) {
            throw new IllegalArgumentException(
                    "column '" + name + "' lists a level twice: " + levels + "; list each level once");
        }
        for (String level : levels) {
            if (level.isEmpty() || level.startsWith(" ") || level.endsWith(" ")) {
                throw new IllegalArgumentException("column '" + name + "' lists the level '" + level
                        + "': a level is not empty and has no spaces around it, which reading strips; strip them");
            }
            if (missingTokens.contains(level)) {
                throw new IllegalArgumentException("column '" + name + "' lists '" + level
                        + "' as a level and as missing: it can only be one of them; take it out of the other");
            }
        }
        if (decimals < SHORTEST || leastDecimals < 0 || (decimals != SHORTEST && leastDecimals > decimals)) {
            throw new IllegalArgumentException("column '" + name + "' is written with " + leastDecimals + " to "
                    + decimals + " decimals: the minimum must be at least 0, the maximum at least the minimum");
        }
        if (type == ColumnType.DATETIME && format == null) {
            throw new IllegalArgumentException(
                    "column '" + name + "' is datetime and has no format; give one such as yyyy-MM-dd");
        }
        if (type.hasLevels() && format != null) {
            throw new IllegalArgumentException("column '" + name + "' is " + type + " and has the format " + format
                    + ": only datetime, numeric, integer and identifier columns have one; leave it out");
        }
    }

    /** A column whose numbers are all written with the same number of decimals, or all with as many as needed. */
    public ColumnSchema(
            String name,
            ColumnType type,
            List<String> levels,
            List<String> missingTokens,
            long missing,
            double minimum,
            double maximum,
            int decimals,
            @Nullable String format,
            String reason) {
        this(
                name,
                type,
                levels,
                missingTokens,
                missing,
                minimum,
                maximum,
                decimals,
                Math.max(decimals, 0),
                format,
                reason);
    }

    /** A column of an untyped source. */
    public ColumnSchema(
            String name,
            ColumnType type,
            List<String> levels,
            List<String> missingTokens,
            long missing,
            double minimum,
            double maximum,
            int decimals,
            int leastDecimals,
            @Nullable String format,
            String reason) {
        this(
                name,
                type,
                levels,
                missingTokens,
                missing,
                minimum,
                maximum,
                decimals,
                leastDecimals,
                format,
                null,
                reason);
    }

    /** How points in time are written; null for columns of other types. */
    public @Nullable String dateFormat() {
        return type == ColumnType.DATETIME ? format : null;
    }

    /** The kind of personal data that is generated for an identifier; null for any other text. */
    public @Nullable PersonalData personal() {
        return type == ColumnType.IDENTIFIER && format != null ? PersonalData.named(format) : null;
    }

    /** A number as this column writes it, but without currency and digit groups: for messages. */
    public String plain(double value) {
        return Double.isFinite(value) ? NumberFormat.of(this).plain(value) : Double.toString(value);
    }

    /** The same column with its type in a typed source. */
    ColumnSchema storedAs(@Nullable String source) {
        return with(name, type, levels, source);
    }

    /** The same column with other levels; a boolean or constant column becomes categorical. */
    ColumnSchema widened(List<String> more) {
        boolean narrow = type == ColumnType.BOOLEAN || type == ColumnType.CONSTANT;
        return with(name, narrow ? ColumnType.CATEGORICAL : type, more, stored);
    }

    /** The same column with another name, and other names for its levels. */
    ColumnSchema renamed(String other, List<String> names) {
        return with(other, type, names, stored);
    }

    private ColumnSchema with(String name, ColumnType type, List<String> levels, @Nullable String stored) {
        return new ColumnSchema(
                name,
                type,
                levels,
                missingTokens,
                missing,
                minimum,
                maximum,
                decimals,
                leastDecimals,
                format,
                stored,
                reason);
    }

    /** A column with levels, in which nothing is missing. */
    public static ColumnSchema withLevels(String name, ColumnType type, List<String> levels) {
        return new ColumnSchema(name, type, levels, List.of(), 0, Double.NaN, Double.NaN, SHORTEST, null, "given");
    }

    /** A column of numbers, in which nothing is missing. */
    public static ColumnSchema number(String name, ColumnType type, double minimum, double maximum, int decimals) {
        return new ColumnSchema(name, type, List.of(), List.of(), 0, minimum, maximum, decimals, null, "given");
    }
}
