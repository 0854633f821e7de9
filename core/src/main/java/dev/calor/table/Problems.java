package dev.calor.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The values of a table that do not fit its schema, collected for one error message. */
final class Problems {
    private static final int MOST_SHOWN = 10;
    private static final int MOST_KEPT = 1000;

    private record Problem(ColumnSchema column, String value, String complaint, long row, long count) {}

    /** By column and value: a value is reported once. */
    private final Map<List<String>, Problem> kept = new LinkedHashMap<>();

    private long dropped;

    void add(ColumnSchema column, String value, String complaint, long row, long count) {
        List<String> key = List.of(column.name(), value);
        Problem same = kept.get(key);
        if (same != null) {
            kept.put(key, new Problem(column, value, complaint, Math.min(row, same.row), same.count + count));
        } else if (kept.size() < MOST_KEPT) {
            kept.put(key, new Problem(column, value, complaint, row, count));
        } else {
            dropped++;
        }
    }

    /** Throws if there are problems: the message has the first problems by row, the number of others, and the remedy. */
    void refuse(StagedTable table) throws IOException {
        if (kept.isEmpty()) {
            return;
        }
        List<Problem> shown = kept.values().stream()
                .sorted(Comparator.comparingLong(Problem::row))
                .limit(MOST_SHOWN)
                .toList();
        List<String> places =
                table.places(shown.stream().mapToLong(Problem::row).toArray());
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < shown.size(); i++) {
            Problem problem = shown.get(i);
            lines.add(places.get(i) + " column '" + Printable.line(problem.column.name()) + "': '"
                    + Printable.line(problem.value) + "' " + problem.complaint + CsvFile.more(problem.count - 1));
        }
        long more = kept.size() - shown.size() + dropped;
        if (more > 0) {
            lines.add("… and " + more + " more values");
        }
        boolean levels =
                shown.stream().anyMatch(problem -> problem.column.type().hasLevels());
        throw new IllegalArgumentException(String.join("\n", lines) + ";\n  correct the table, or "
                + (levels ? "add the level" : "change the type or the missing tokens")
                + " in the schema with --schema");
    }
}
