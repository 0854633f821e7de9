package dev.calor.table;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The column types of typed sources that typed files are written with again: whole numbers of their width, FLOAT,
 * DECIMAL, UUID, TIME, TIMESTAMP WITH TIME ZONE.
 */
final class StoredType {
    private static final Pattern KNOWN =
            Pattern.compile("U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL\\(\\d{1,2},\\d{1,2}\\)"
                    + "|UUID|DATE|TIME|TIMESTAMP|TIMESTAMP_(S|MS|NS)|TIMESTAMP WITH TIME ZONE|BOOLEAN|VARCHAR");
    private static final Pattern NUMBER =
            Pattern.compile("U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL.*");

    private StoredType() {}

    /** The type if it is one that is kept; null for other types and for text. */
    static @Nullable String of(@Nullable String type) {
        return type != null && !type.equals("VARCHAR") && KNOWN.matcher(type).matches() ? type : null;
    }

    /**
     * A type from a schema file.
     *
     * @throws IllegalArgumentException if it is not one of those kept
     */
    static String checked(String type) {
        if (!KNOWN.matcher(type).matches()) {
            throw new IllegalArgumentException(
                    "'" + Printable.line(type)
                            + "' is not a type of stored values: allowed are such as BIGINT, FLOAT, DECIMAL(10,2), UUID and TIME");
        }
        return type;
    }

    static boolean isNumber(@Nullable String type) {
        return type != null && NUMBER.matcher(type).matches();
    }

    /** The SQL expression that converts a value to a stored type. */
    static String cast(String expression, String type) {
        return type.equals("TIMESTAMP WITH TIME ZONE")
                ? "(CAST(" + expression + " AS TIMESTAMP) AT TIME ZONE 'UTC')"
                : "CAST(" + expression + " AS " + type + ")";
    }
}
