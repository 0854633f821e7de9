package dev.calor.table;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Levels that few rows have: a model that learns them may reveal these rows. */
public final class RareLevels {
    /** Levels in fewer rows than this cause a warning. */
    public static final int FEW = 5;

    private static final String OTHER = "other";
    private static final int EXAMPLES = 3;

    private RareLevels() {}

    /** A warning for each column of names some of whose levels occur in fewer rows than {@code least}. */
    public static List<String> warnings(Table table, int least) {
        List<String> warnings = new ArrayList<>();
        for (int k = 0; k < table.columns().size(); k++) {
            ColumnSchema column = table.schema().columns().get(k);
            List<String> rare = rare(table, k, least);
            if (!rare.isEmpty()) {
                warnings.add("column '" + Printable.line(column.name()) + "': " + rare.size() + " of "
                        + column.levels().size() + " levels occur in fewer than " + least + " rows, such as "
                        + examples(rare) + ", and would be reproduced as they are");
            }
        }
        return warnings;
    }

    /** A warning for each column of names in which a synthetic table has levels that few rows of the real one have. */
    public static List<String> copied(Table real, Table synthetic, int least) {
        List<String> warnings = new ArrayList<>();
        for (int k = 0; k < real.columns().size(); k++) {
            List<String> rare = rare(real, k, least);
            String name = real.schema().columns().get(k).name();
            if (!rare.isEmpty() && synthetic.column(name) instanceof Column.Codes codes) {
                List<String> levels = synthetic.schema().column(name).levels();
                List<String> copied = IntStream.of(codes.codes())
                        .filter(code -> code != Column.MISSING)
                        .distinct()
                        .sorted()
                        .mapToObj(levels::get)
                        .filter(rare::contains)
                        .toList();
                if (!copied.isEmpty()) {
                    warnings.add("column '" + Printable.line(name) + "': " + copied.size() + " of " + rare.size()
                            + " levels that occur in fewer than " + least
                            + " real rows are in the synthetic table, such as " + examples(copied)
                            + "; 'calor fit --rare " + least + "' makes them 'other'");
                }
            }
        }
        return warnings;
    }

    private static String examples(List<String> levels) {
        return String.join(
                ", ",
                levels.stream()
                        .limit(EXAMPLES)
                        .map(level -> "'" + Printable.line(level) + "'")
                        .toList());
    }

    /** The levels of a column of names that occur, but in fewer rows than {@code least}. */
    private static List<String> rare(Table table, int k, int least) {
        ColumnSchema column = table.schema().columns().get(k);
        if (column.type() != ColumnType.CATEGORICAL) {
            return List.of();
        }
        int[] counts = new int[column.levels().size()];
        for (int code : table.codes(k)) {
            if (code != Column.MISSING) {
                counts[code]++;
            }
        }
        return IntStream.range(0, counts.length)
                .filter(level -> counts[level] > 0 && counts[level] < least)
                .mapToObj(column.levels()::get)
                .filter(level -> !level.equals(OTHER))
                .toList();
    }

    /**
     * A copy in which all names that occur in fewer than {@code least} rows are replaced by one level, {@value #OTHER}.
     *
     * @throws IllegalArgumentException if {@code least} is less than 2
     */
    public static Table folded(Table table, int least) {
        if (least < 2) {
            throw new IllegalArgumentException(
                    "levels in fewer than " + least + " rows: there are none; give 2 or more, such as " + FEW);
        }
        List<ColumnSchema> schemas = new ArrayList<>();
        List<Column> columns = new ArrayList<>();
        for (int k = 0; k < table.columns().size(); k++) {
            ColumnSchema column = table.schema().columns().get(k);
            List<String> rare = rare(table, k, least);
            if (rare.isEmpty()) {
                schemas.add(column);
                columns.add(table.columns().get(k));
                continue;
            }
            List<String> left = new ArrayList<>(column.levels());
            left.removeAll(rare);
            if (!left.contains(OTHER)) {
                left.add(OTHER);
            }
            int[] codes = new int[column.levels().size()];
            for (int level = 0; level < codes.length; level++) {
                String name = column.levels().get(level);
                codes[level] = left.indexOf(rare.contains(name) ? OTHER : name);
            }
            schemas.add(column.widened(left));
            columns.add(new Column.Codes(IntStream.of(table.codes(k))
                    .map(code -> code == Column.MISSING ? code : codes[code])
                    .toArray()));
        }
        return new Table(table.schema().with(schemas), columns);
    }
}
