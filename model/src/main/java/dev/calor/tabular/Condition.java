package dev.calor.tabular;

import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import dev.calor.table.DateFormat;
import dev.calor.table.Schema;
import dev.calor.table.Table;
import dev.calor.table.TimeSpan;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * A condition on one column that sampled rows must satisfy: {@code sex=Female}, {@code age>=60}, {@code month!=May},
 * {@code season=winter|spring}, {@code start<2024-03}, {@code phone is missing}. Levels compare by their order where the
 * column has one.
 *
 * @param column the name of the column
 * @param operator one of {@link #OPERATORS}
 * @param values one value, or alternatives for = and !=; none for {@link #MISSING} and {@link #PRESENT}
 */
public record Condition(String column, String operator, List<String> values) {
    /** The operator of a condition that the value is missing. */
    public static final String MISSING = "is missing";

    /** The operator of a condition that the value is not missing. */
    public static final String PRESENT = "is not missing";

    /** All operators. */
    public static final List<String> OPERATORS = List.of("=", "!=", "<", "<=", ">", ">=", MISSING, PRESENT);

    /**
     * Copies the values.
     *
     * @throws IllegalArgumentException if there is no such operator, or it has no value where it needs one, or one
     *     where it needs none
     */
    public Condition {
        values = List.copyOf(values);
        if (!OPERATORS.contains(operator)) {
            throw new IllegalArgumentException(
                    "'" + operator + "' is not an operator: there are " + String.join(", ", OPERATORS));
        }
        if (values.isEmpty() != isPresence(operator)) {
            throw new IllegalArgumentException("a condition '" + operator + "' on '" + column + "' with "
                    + values.size() + " values: " + (isPresence(operator) ? "it takes none" : "it needs one"));
        }
    }

    /**
     * Parses a condition on a column of a schema. A name that contains an operator stands in double quotes, with quotes in
     * it doubled: {@code "a=b">=3}.
     *
     * @throws IllegalArgumentException if the text is not a condition, there is no such column, or the column cannot
     *     have such a value
     */
    public static Condition parse(String text, Schema schema) {
        Condition condition = ConditionText.parse(text, schema);
        condition.check(schema.column(condition.column));
        return condition;
    }

    private static boolean isPresence(String operator) {
        return operator.equals(MISSING) || operator.equals(PRESENT);
    }

    /** Whether the condition is about the presence of a value, and not about the value itself. */
    boolean isPresence() {
        return isPresence(operator);
    }

    /** Throws {@link IllegalArgumentException} if a column of this schema cannot satisfy the condition. */
    void check(ColumnSchema schema) {
        if (isPresence()) {
            return; // whether values were missing is known to the encoder
        }
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
            interval(List.of(this), schema);
        }
    }

    /** The conditions on one column. */
    static List<Condition> on(ColumnSchema schema, List<Condition> conditions) {
        return conditions.stream()
                .filter(condition -> condition.column.equals(schema.name()))
                .toList();
    }

    /** The conditions on the values of one column. */
    static List<Condition> onValues(ColumnSchema schema, List<Condition> conditions) {
        return on(schema, conditions).stream()
                .filter(condition -> !condition.isPresence())
                .toList();
    }

    /** Whether each level satisfies the condition. */
    boolean[] holding(ColumnSchema schema) {
        List<String> levels = schema.levels();
        Set<String> named = Set.copyOf(values);
        int other = levels.indexOf(values.get(0));
        boolean[] holding = new boolean[levels.size()];
        for (int level = 0; level < holding.length; level++) {
            holding[level] = switch (operator) {
                case "=" -> named.contains(levels.get(level));
                case "!=" -> !named.contains(levels.get(level));
                case "<" -> level < other;
                case "<=" -> level <= other;
                case ">" -> level > other;
                default -> level >= other;
            };
        }
        return holding;
    }

    /** The numbers of a column that satisfy all conditions. */
    static Interval interval(List<Condition> conditions, ColumnSchema schema) {
        Interval all = new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
        for (Condition condition : conditions) {
            all = all.and(condition.interval(schema));
        }
        if (all.least > all.most) {
            throw new IllegalArgumentException("conditions " + conditions
                    + (conditions.size() > 1 ? " contradict each other" : "") + ": no value that '" + schema.name()
                    + "' can hold, which is " + schema.type() + ", satisfies them; change or drop one");
        }
        return all;
    }

    /** The exception for conditions on a column of numbers that no training row satisfies; {@code more} ends the message. */
    static IllegalArgumentException unsatisfied(List<Condition> conditions, ColumnSchema schema, String more) {
        return new IllegalArgumentException(
                "conditions " + conditions + ": no row of the training table satisfies them; '" + schema.name()
                        + "' runs from " + schema.plain(schema.minimum()) + " to " + schema.plain(schema.maximum())
                        + more);
    }

    private Interval interval(ColumnSchema schema) {
        if (values.size() != 1 || operator.equals("!=")) {
            throw new IllegalArgumentException("condition " + this + ": '" + schema.name() + "' is " + schema.type()
                    + "; use =, <, <=, > or >= with one "
                    + (schema.type() == ColumnType.DATETIME ? "point in time" : "number"));
        }
        if (schema.type() == ColumnType.DATETIME) {
            return times(schema);
        }
        double value = number(schema);
        Decimals column = Decimals.of(schema);
        return switch (operator) {
            case "=" -> new Interval(column.atLeast(value), column.atMost(value));
            case "<" -> new Interval(Double.NEGATIVE_INFINITY, column.below(value));
            case "<=" -> new Interval(Double.NEGATIVE_INFINITY, column.atMost(value));
            case ">" -> new Interval(column.above(value), Double.POSITIVE_INFINITY);
            default -> new Interval(column.atLeast(value), Double.POSITIVE_INFINITY);
        };
    }

    /** A text stands for a span of time: = means within it, < before it, > after it, <= not after it, >= not before it. */
    private Interval times(ColumnSchema schema) {
        DateFormat format = DateFormat.of(schema);
        TimeSpan span = TimeSpan.of(values.get(0), format);
        if (span == null) {
            throw new IllegalArgumentException("condition " + this + ": '" + values.get(0)
                    + "' is not a point in time; '" + schema.name() + "' is written as " + format.pattern()
                    + ", give one so, or as 2024, 2024-03, 2024-03-01, 2024-03-01 14:05");
        }
        double unit = format.unit();
        double first = unit * Math.ceil(span.from() / unit); // the first time within the span that the column can write
        double next = unit * Math.ceil(span.to() / unit);
        return switch (operator) {
            case "=" -> new Interval(first, next - unit);
            case "<" -> new Interval(Double.NEGATIVE_INFINITY, first - unit);
            case "<=" -> new Interval(Double.NEGATIVE_INFINITY, next - unit);
            case ">" -> new Interval(next, Double.POSITIVE_INFINITY);
            default -> new Interval(first, Double.POSITIVE_INFINITY);
        };
    }

    private double number(ColumnSchema schema) {
        try {
            double value = Double.parseDouble(values.get(0));
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException notANumber) {
            // refused below
        }
        throw new IllegalArgumentException("condition " + this + ": '" + values.get(0) + "' is not a number, and '"
                + schema.name() + "' is " + schema.type());
    }

    /** Whether the rows of a table satisfy the conditions on points in time; the other conditions hold by construction. */
    static IntPredicate satisfied(List<Condition> conditions, Table table) {
        IntPredicate all = row -> true;
        for (ColumnSchema schema : table.schema().columns()) {
            List<Condition> own = onValues(schema, conditions);
            if (schema.type() == ColumnType.DATETIME && !own.isEmpty()) {
                Interval interval = interval(own, schema);
                double[] times = ((Column.Numbers) table.column(schema.name())).values();
                all = all.and(row -> interval.least <= times[row] && times[row] <= interval.most);
            }
        }
        return all;
    }

    /**
     * The rows of a table that satisfy the condition. A missing value satisfies {@code is missing} only.
     *
     * @throws IllegalArgumentException if the table has no such column, or the column cannot have such a value
     */
    public int[] rows(Table table) {
        ColumnSchema schema = table.schema().column(column);
        Column cells = table.column(column);
        IntPredicate holds;
        if (isPresence(operator)) {
            boolean missing = operator.equals(MISSING);
            return IntStream.range(0, table.rows())
                    .filter(row -> cells.isMissing(row) == missing)
                    .toArray();
        }
        if (cells instanceof Column.Codes levels) {
            boolean[] holding = holding(schema);
            holds = row -> holding[levels.codes()[row]];
        } else if (cells instanceof Column.Numbers numbers) {
            Interval interval = interval(schema);
            holds = row -> interval.least <= numbers.values()[row] && numbers.values()[row] <= interval.most;
        } else {
            throw new IllegalArgumentException(
                    "condition " + this + ": '" + column + "' is " + schema.type() + ", which is not learned");
        }
        return IntStream.range(0, table.rows())
                .filter(row -> !cells.isMissing(row) && holds.test(row))
                .toArray();
    }

    /** The numbers between two numbers that the column can hold; empty if the first is greater. */
    record Interval(double least, double most) {
        Interval and(Interval other) {
            return new Interval(Math.max(least, other.least), Math.min(most, other.most));
        }
    }

    /** The text of the condition. */
    @Override
    public String toString() {
        String name = ConditionText.quoted(column);
        return isPresence() ? name + " " + operator : name + operator + String.join("|", values);
    }
}
