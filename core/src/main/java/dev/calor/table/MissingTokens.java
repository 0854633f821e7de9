package dev.calor.table;

import java.util.LinkedHashSet;
import java.util.Set;

/** The texts that stand for a missing value. */
final class MissingTokens {
    /** Missing in any column, unless its schema lists them as levels. 'None' and 'unknown' are not among them: they may be answers. */
    static final Set<String> ALWAYS =
            Set.of("", "?", "NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "NAN", "null", "NULL", "Null");

    private MissingTokens() {}

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
