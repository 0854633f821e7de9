package dev.calor.table;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads a staged table under a schema, one column at a time; what the schema does not know is gathered before anything is refused. */
final class SchemaReading {
    private final StagedTable staged;
    private final Duck duck;
    private final Unknown unknown;
    private final Problems problems = new Problems();

    SchemaReading(StagedTable staged, Duck duck, Unknown unknown) {
        this.staged = staged;
        this.duck = duck;
        this.unknown = unknown;
    }

    Table read(Schema schema) throws SQLException, IOException {
        List<ColumnSchema> schemas = new ArrayList<>();
        List<Column> columns = new ArrayList<>();
        for (ColumnSchema column : schema.columns()) {
            String source = staged.column(column.name());
            if (source == null) {
                schemas.add(column);
                columns.add(absent(column));
            } else if (column.type().hasLevels()) {
                String level = level(column, source);
                schemas.add(withUnknownLevels(column, level));
                columns.add(codes(level));
            } else {
                schemas.add(column);
                columns.add(
                        switch (column.type()) {
                            case DATETIME -> times(column, source);
                            case IDENTIFIER -> texts(column, source);
                            default -> numbers(column, source);
                        });
            }
        }
        problems.refuse(staged);
        return new Table(new Schema(schemas), columns);
    }

    /** A column the table does not have: all missing. */
    private Column absent(ColumnSchema column) {
        if (column.type().isNumber()) {
            double[] values = new double[staged.rows()];
            Arrays.fill(values, Double.NaN);
            return new Column.Numbers(values);
        }
        if (column.type().hasLevels()) {
            int[] codes = new int[staged.rows()];
            Arrays.fill(codes, Column.MISSING);
            return new Column.Codes(codes);
        }
        return new Column.Texts(Arrays.asList(new @Nullable String[staged.rows()]));
    }

    /** Takes a value the schema does not know, the row it first occurs in and how often it occurs. */
    private interface UnknownValue {
        void take(String value, long row, long count);
    }

    /** Goes over the distinct values for which a condition holds and which do not stand for a missing one, in order of occurrence. */
    private void forEachUnknown(ColumnSchema column, String source, String condition, UnknownValue action)
            throws SQLException {
        Set<String> missing = MissingTokens.of(column);
        String query = "SELECT " + source + ", min(rowid) AS first, count(*) FROM " + StagedTable.TABLE + " WHERE "
                + source + " IS NOT NULL AND " + condition + " GROUP BY " + source + " ORDER BY first";
        duck.forEach(query, row -> {
            if (!missing.contains(row.getString(1))) {
                action.take(row.getString(1), row.getLong(2), row.getLong(3));
            }
        });
    }

    /** A level as SQL reads it. Where all levels are whole numbers 3.0 is 3: so programs write them once some are missing. */
    private static String level(ColumnSchema column, String source) {
        boolean whole = column.levels().stream().allMatch(level -> level.matches("-?\\d+"));
        return whole ? "regexp_replace(" + source + ", '\\.0+$', '')" : source;
    }

    private ColumnSchema withUnknownLevels(ColumnSchema column, String source) throws SQLException {
        createLevels(column.levels());
        List<String> levels = new ArrayList<>(column.levels());
        forEachUnknown(column, source, "TRY_CAST(" + source + " AS levels) IS NULL", (value, row, count) -> {
            if (unknown == Unknown.REFUSE) {
                problems.add(column, value, "is not in [" + Listing.of(column.levels()) + "]", row, count);
            } else if (unknown == Unknown.ADD) {
                levels.add(value);
            }
        });
        if (levels.size() == column.levels().size()) {
            return column;
        }
        createLevels(levels);
        return column.widened(levels);
    }

    /** Makes SQL type {@code levels}, of which a code is a value. */
    private void createLevels(List<String> levels) throws SQLException {
        duck.execute("DROP TYPE IF EXISTS levels");
        duck.execute("CREATE TYPE levels AS ENUM ("
                + levels.stream().map(Duck::literal).collect(Collectors.joining(", ")) + ")");
    }

    /** Positions in the levels made last. */
    private Column.Codes codes(String source) throws SQLException {
        int[] codes = new int[staged.rows()];
        int[] at = new int[1];
        String query = "SELECT coalesce(CAST(enum_code(TRY_CAST(" + source + " AS levels)) AS INTEGER), "
                + Column.MISSING + ") FROM " + StagedTable.TABLE;
        duck.forEach(query, row -> codes[at[0]++] = row.getInt(1));
        return new Column.Codes(codes);
    }

    private Column.Numbers numbers(ColumnSchema column, String source) throws SQLException {
        String parsed = "TRY_CAST(" + source + " AS DOUBLE)";
        String tokens = column.missingTokens().stream().map(Duck::literal).collect(Collectors.joining(", "));
        String number = tokens.isEmpty() // a token may look like a number: -999
                ? parsed
                : "CASE WHEN " + source + " IN (" + tokens + ") THEN NULL ELSE " + parsed + " END";
        boolean whole = column.type() == ColumnType.INTEGER && unknown != Unknown.ADD;
        forEachUnknown(column, source, "coalesce(NOT isfinite(" + number + "), true)", (value, row, count) -> {
            if (unknown != Unknown.MISSING) {
                problems.add(column, value, "is not a finite number", row, count);
            }
        });
        if (whole && unknown == Unknown.REFUSE) {
            String fraction = "isfinite(" + number + ") AND " + number + " <> trunc(" + number + ")";
            forEachUnknown(
                    column,
                    source,
                    fraction,
                    (value, row, count) -> problems.add(column, value, "is not a whole number", row, count));
        }
        double[] values = new double[staged.rows()];
        int[] at = new int[1];
        duck.forEach("SELECT " + number + " FROM " + StagedTable.TABLE, row -> {
            double value = row.getDouble(1);
            boolean known = !row.wasNull() && Double.isFinite(value) && !(whole && value != Math.rint(value));
            values[at[0]++] = known ? value : Double.NaN;
        });
        return new Column.Numbers(values);
    }

    private Column.Numbers times(ColumnSchema column, String source) throws SQLException {
        DateFormat format = DateFormat.of(column);
        Set<String> missing = MissingTokens.of(column);
        double[] values = new double[staged.rows()];
        int[] at = new int[1];
        duck.forEach("SELECT " + source + " FROM " + StagedTable.TABLE, row -> {
            String text = row.getString(1);
            int i = at[0]++;
            boolean there = text != null && !missing.contains(text);
            values[i] = there ? format.parseOrIso(text) : Double.NaN;
            if (there && Double.isNaN(values[i]) && unknown != Unknown.MISSING) {
                problems.add(column, text, "is not a date of the form " + format.pattern(), i, 1);
            }
        });
        return new Column.Numbers(values);
    }

    private Column.Texts texts(ColumnSchema column, String source) throws SQLException {
        Set<String> missing = MissingTokens.of(column);
        @Nullable String[] values = new @Nullable String[staged.rows()];
        int[] at = new int[1];
        duck.forEach("SELECT " + source + " FROM " + StagedTable.TABLE, row -> {
            String text = row.getString(1);
            values[at[0]++] = text == null || missing.contains(text) ? null : text;
        });
        return new Column.Texts(Arrays.asList(values));
    }
}
