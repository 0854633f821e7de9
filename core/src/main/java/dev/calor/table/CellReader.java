package dev.calor.table;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the texts of one column by its schema, one by one, for sources that do not come through {@link TableSource}. */
public final class CellReader {
    private final Set<String> missing;
    private final Map<String, Integer> codes = new HashMap<>();
    private final boolean wholeLevels;
    private final @Nullable DateFormat dates;
    private final NumberStyle style;

    /** A reader of a column. */
    public CellReader(ColumnSchema column) {
        missing = MissingTokens.of(column);
        for (String level : column.levels()) {
            codes.put(level, codes.size());
        }
        wholeLevels = !codes.isEmpty() && column.levels().stream().allMatch(level -> level.matches("-?\\d+"));
        dates = column.type() == ColumnType.DATETIME ? DateFormat.of(column) : null;
        style = column.type().isNumber() ? NumberStyle.of(column) : NumberStyle.PLAIN;
    }

    /** The text without spaces around it; null where it stands for a missing value. */
    public @Nullable String text(@Nullable String text) {
        String stripped = text == null ? "" : text.strip();
        return missing.contains(stripped) ? null : stripped;
    }

    /**
     * The number that a text stands for, or the seconds of a point in time; NaN if it is missing, infinite if it cannot
     * be read.
     */
    public double number(@Nullable String text) {
        String present = text(text);
        if (present == null) {
            return Double.NaN;
        }
        double value = dates == null ? style.parse(present) : dates.parseOrIso(present);
        return Double.isNaN(value) ? Double.POSITIVE_INFINITY : value;
    }

    /** The code of a level; {@link Column#MISSING} if it is missing, the number of levels if it is an unknown level. */
    public int code(@Nullable String text) {
        String present = text(text);
        if (present == null) {
            return Column.MISSING;
        }
        // Where all levels are whole numbers, 3.0 is read as 3: programs write 3 as 3.0 if a column has missing values.
        String level = wholeLevels ? present.replaceFirst("\\.0+$", "") : present;
        return codes.getOrDefault(level, codes.size());
    }
}
