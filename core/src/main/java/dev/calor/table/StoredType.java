package dev.calor.table;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The types of columns that a source with types has and a file with types gets back: whole numbers of their width, FLOAT, DECIMAL, UUID,
 * TIME, TIMESTAMP WITH TIME ZONE.
 */
final class StoredType {
    private static final Pattern KNOWN =
            Pattern.compile("U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL\\(\\d{1,2},\\d{1,2}\\)"
                    + "|UUID|DATE|TIME|TIMESTAMP|TIMESTAMP_(S|MS|NS)|TIMESTAMP WITH TIME ZONE|BOOLEAN|VARCHAR");
    private static final Pattern NUMBER =
            Pattern.compile("U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL.*");

    private StoredType() {}

    /** A type that is kept; null where this is none, or says nothing more than that a column holds text. */
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

    /** The expression that makes a stored value of one of ours. */
    static String cast(String expression, String type) {
        return type.equals("TIMESTAMP WITH TIME ZONE")
                ? "(CAST(" + expression + " AS TIMESTAMP) AT TIME ZONE 'UTC')"
                : "CAST(" + expression + " AS " + type + ")";
    }
}
