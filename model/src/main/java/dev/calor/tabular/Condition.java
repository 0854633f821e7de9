package dev.calor.tabular;

import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import dev.calor.table.Schema;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What rows are asked to satisfy: {@code sex=Female}, {@code age>=60}, {@code month!=May}, {@code season=winter|spring}. Levels compare
 * by their order where the column has one.
 *
 * @param operator one of = != < <= > >=
 * @param values one, or alternatives for =
 */
public record Condition(String column, String operator, List<String> values) {
    private static final Pattern SHAPE = Pattern.compile("(.+?)\\s*(!=|<=|>=|=|<|>)\\s*(.*)", Pattern.DOTALL);

    public Condition {
        values = List.copyOf(values);
    }

    /** Reads a condition on a column of a schema. */
    public static Condition parse(String text, Schema schema) {
        Matcher matcher = SHAPE.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "'" + text
                            + "' is not a condition: write COLUMN=VALUE, or !=, <, <=, >, >= in place of =; for example age>=60");
        }
        ColumnSchema column = schema.column(matcher.group(1).trim());
        String operator = matcher.group(2);
        String value = matcher.group(3).trim();
        // A level may contain the bar itself.
        List<String> values = operator.contains("=")
                        && !operator.startsWith("<")
                        && !operator.startsWith(">")
                        && !column.levels().contains(value)
                ? Arrays.asList(value.split("\\|", -1))
                : List.of(value);
        Condition condition = new Condition(column.name(), operator, values);
        condition.check(column);
        return condition;
    }

    private void check(ColumnSchema schema) {
        if (schema.type().hasLevels()) {
            for (String value : values) {
                if (!schema.levels().contains(value)) {
                    List<String> levels = schema.levels();
                    throw new IllegalArgumentException("condition " + this + ": '" + value + "' is not a level of '"
                            + column + "'; its levels are "
                            + String.join(", ", levels.subList(0, Math.min(20, levels.size())))
                            + (levels.size() > 20 ? " and " + (levels.size() - 20) + " more" : ""));
                }
            }
            boolean compares = operator.startsWith("<") || operator.startsWith(">");
            if (compares && schema.type() != ColumnType.ORDINAL) {
                throw new IllegalArgumentException("condition " + this + ": '" + column + "' is " + schema.type()
                        + ", its levels have no order; use = or !=");
            }
        } else if (schema.type().isNumber()) {
            interval(schema);
        }
    }

    /** Whether a level satisfies it. */
    boolean holds(ColumnSchema schema, int level) {
        String name = schema.levels().get(level);
        int other = schema.levels().indexOf(values.get(0));
        return switch (operator) {
            case "=" -> values.contains(name);
            case "!=" -> !values.contains(name);
            case "<" -> level < other;
            case "<=" -> level <= other;
            case ">" -> level > other;
            default -> level >= other;
        };
    }

    /** The numbers that satisfy it. */
    Interval interval(ColumnSchema schema) {
        if (values.size() != 1 || operator.equals("!=")) {
            throw new IllegalArgumentException("condition " + this + ": '" + schema.name() + "' is " + schema.type()
                    + "; use =, <, <=, > or >= with one number");
        }
        double value;
        try {
            value = Double.parseDouble(values.get(0));
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(
                    "condition " + this + ": '" + values.get(0) + "' is not a number, and '" + schema.name() + "' is "
                            + schema.type(),
                    notANumber);
        }
        return switch (operator) {
            case "=" -> new Interval(value, true, value, true);
            case "<" -> new Interval(Double.NEGATIVE_INFINITY, false, value, false);
            case "<=" -> new Interval(Double.NEGATIVE_INFINITY, false, value, true);
            case ">" -> new Interval(value, false, Double.POSITIVE_INFINITY, false);
            default -> new Interval(value, true, Double.POSITIVE_INFINITY, false);
        };
    }

    /** An interval of numbers, each end with or without itself. */
    record Interval(double least, boolean leastIncluded, double most, boolean mostIncluded) {}

    /** As it is written. */
    @Override
    public String toString() {
        return column + operator + String.join("|", values);
    }
}
