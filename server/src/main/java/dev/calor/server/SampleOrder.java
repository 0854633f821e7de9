package dev.calor.server;

import dev.calor.tabular.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Synthetic rows that are asked for.
 *
 * @param rows how many; null for 100
 * @param seed null for 1
 * @param where what they satisfy; null for nothing
 * @param missing whether values may be missing, at their natural rate; null for true
 */
record SampleOrder(
        @Nullable Integer rows,
        @Nullable Long seed,
        @Nullable List<Where> where,
        @Nullable Boolean missing,
        @Nullable String format) {
    /** A condition on a column; {@code is missing} and {@code is not missing} take no values. */
    record Where(String column, String operator, @Nullable List<String> values) {
        Where {
            if (column == null || (values != null && values.contains(null))) {
                throw Refusal.badRequest("a condition needs 'column', 'operator' and 'values', without null");
            }
            values = values == null ? List.of() : values;
            if (operator == null || !Condition.OPERATORS.contains(operator)) {
                throw Refusal.badRequest(
                        "the operator of a condition is one of " + String.join(", ", Condition.OPERATORS));
            }
            try {
                new Condition(column, operator, values);
            } catch (IllegalArgumentException wrong) {
                throw Refusal.badRequest(String.valueOf(wrong.getMessage()));
            }
        }

        Condition condition() {
            return new Condition(column, operator, values == null ? List.of() : values);
        }
    }

    int count(Limits limits) {
        int count = rows == null ? 100 : rows;
        if (count < 1) {
            throw Refusal.badRequest("'rows' is " + count + ": allowed are 1 up");
        }
        if (count > limits.rows()) {
            throw Refusal.tooMuch("--max-rows", count + " rows are more than " + limits.rows());
        }
        return count;
    }

    long seedOrOne() {
        return seed == null ? 1 : seed;
    }

    List<Condition> conditions() {
        return where == null ? List.of() : where.stream().map(Where::condition).toList();
    }

    String formatOrCsv() {
        if (format == null) {
            return "csv";
        }
        if (!List.of(RowsReply.FORMATS).contains(format)) {
            throw Refusal.badRequest("'format' is one of " + String.join(", ", RowsReply.FORMATS));
        }
        return format;
    }
}
