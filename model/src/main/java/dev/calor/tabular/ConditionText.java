package dev.calor.tabular;

import dev.calor.table.ColumnSchema;
import dev.calor.table.Schema;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a condition: {@code COLUMN OPERATOR VALUE}, {@code COLUMN is missing} or {@code COLUMN is not missing}. A
 * name may stand in double quotes, and must if it contains an operator or starts with a quote; a quote in it is doubled:
 * {@code "a=b">=3}, {@code "5"" disks"=2}.
 */
final class ConditionText {
    private static final String NAME = "(?:\"((?:[^\"]|\"\")+)\"|([^\"].*?))\\s*";
    private static final Pattern COMPARISON = Pattern.compile(NAME + "(!=|<=|>=|=|<|>)\\s*(.*)", Pattern.DOTALL);
    private static final Pattern PRESENCE =
            Pattern.compile(NAME + "(?<=[\\s\"])(is(?:\\s+not)?\\s+missing)", Pattern.DOTALL);
    private static final Pattern NEEDS_QUOTES = Pattern.compile("^[\\s\"]|[=<>]|\\s$|\\sis\\s+(not\\s+)?missing$");

    private ConditionText() {}

    /**
     * Parses a condition on a column of a schema, without checking its values.
     *
     * @throws IllegalArgumentException if the text is not a condition, or there is no such column
     */
    static Condition parse(String text, Schema schema) {
        Matcher comparison = COMPARISON.matcher(text.strip());
        if (comparison.matches()) {
            return comparison(column(comparison, schema), comparison.group(3), comparison.group(4));
        }
        Matcher presence = PRESENCE.matcher(text.strip());
        if (presence.matches()) {
            String operator = presence.group(3).contains("not") ? Condition.PRESENT : Condition.MISSING;
            return new Condition(column(presence, schema).name(), operator, List.of());
        }
        throw new IllegalArgumentException("'" + text
                + "' is not a condition: write COLUMN=VALUE, or !=, <, <=, >, >= in place of =, or COLUMN is missing,"
                + " or COLUMN is not missing; for example age>=60");
    }

    private static ColumnSchema column(Matcher matcher, Schema schema) {
        String quoted = matcher.group(1);
        String name = quoted == null ? matcher.group(2).strip() : quoted.replace("\"\"", "\"");
        if (quoted == null && !schema.names().contains(name)) {
            schema.names().stream()
                    .filter(other -> other.startsWith(name)
                            && NEEDS_QUOTES.matcher(other).find())
                    .findFirst()
                    .ifPresent(other -> {
                        throw new IllegalArgumentException("there is no column '" + name + "'; to name the column '"
                                + other + "', put it in double quotes: " + quoted(other));
                    });
        }
        return schema.column(name);
    }

    private static Condition comparison(ColumnSchema column, String operator, String value) {
        boolean alternatives = operator.equals("=") || operator.equals("!=");
        // A level may contain the bar itself.
        return new Condition(
                column.name(),
                operator,
                alternatives && !column.levels().contains(value)
                        ? Arrays.asList(value.split("\\|", -1))
                        : List.of(value));
    }

    /** The name of a column as a condition names it: in quotes where it needs them. */
    static String quoted(String name) {
        return NEEDS_QUOTES.matcher(name).find() ? '"' + name.replace("\"", "\"\"") + '"' : name;
    }
}
