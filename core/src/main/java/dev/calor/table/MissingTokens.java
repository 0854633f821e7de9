package dev.calor.table;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/** The texts that stand for a missing value. */
final class MissingTokens {
    /** Missing in any column whose schema does not list them as levels. */
    static final Set<String> ALWAYS =
            Set.of("", "?", "NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "NAN", "null", "NULL", "Null");

    /** Missing among numbers and dates; among words they may be an answer, and are levels. */
    private static final Set<String> AMONG_NUMBERS = Set.of(
            "-",
            "--",
            ".",
            "*",
            "na",
            "n.a.",
            "nil",
            "none",
            "missing",
            "unknown",
            "unavailable",
            "not available",
            "#value!",
            "#div/0!");

    private MissingTokens() {}

    static boolean isAmongNumbers(String text) {
        return AMONG_NUMBERS.contains(text.toLowerCase(Locale.ROOT));
    }

    /** What is read as missing in this column. */
    static Set<String> of(ColumnSchema column) {
        Set<String> tokens = new LinkedHashSet<>(column.missingTokens());
        tokens.addAll(ALWAYS);
        column.levels().forEach(tokens::remove);
        return tokens;
    }

    /** What is written for a missing value of this column. */
    static String written(ColumnSchema column) {
        return column.missingTokens().isEmpty() ? "" : column.missingTokens().get(0);
    }
}
