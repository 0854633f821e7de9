package dev.calor.table;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Warnings about a table before it is learned. */
public final class TableWarnings {
    private static final int EXAMPLES = 3;

    private TableWarnings() {}

    /** A warning for each column of text most of whose values look like numbers. */
    public static List<String> numbersAsText(Table table) {
        List<String> warnings = new ArrayList<>();
        for (int k = 0; k < table.columns().size(); k++) {
            ColumnSchema schema = table.schema().columns().get(k);
            boolean text = schema.type() == ColumnType.CATEGORICAL
                    || (schema.type() == ColumnType.IDENTIFIER && schema.format() == null);
            if (text) {
                CellText cells = CellText.of(schema, table.columns().get(k));
                List<String> values = IntStream.range(0, table.rows())
                        .mapToObj(row -> String.valueOf(cells.of(row)))
                        .filter(value -> !value.equals("null"))
                        .toList();
                warnings.addAll(numbersAsText(schema.name(), values));
            }
        }
        return warnings;
    }

    private static List<String> numbersAsText(String column, List<String> values) {
        List<String> others = values.stream()
                .filter(value -> !NumberGuess.looksLikeNumber(value))
                .toList();
        boolean plain = values.stream().allMatch(value -> NumberText.of(value) != null); // codes, such as 007
        if (plain || 2 * others.size() >= values.size()) {
            return List.of();
        }
        List<String> odd = (others.isEmpty() ? values : others)
                .stream()
                        .distinct()
                        .limit(EXAMPLES)
                        .map(value -> "'" + Printable.line(value) + "'")
                        .toList();
        return List.of("column '" + Printable.line(column) + "' stays text although "
                + (values.size() - others.size()) + " of " + values.size() + " values look like numbers: "
                + String.join(", ", odd)
                + (others.isEmpty()
                        ? " are not written alike; write them alike"
                        : " do not; correct them, or name them with --missing"));
    }
}
