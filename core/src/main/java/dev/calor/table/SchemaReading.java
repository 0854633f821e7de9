package dev.calor.table;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads a staged table with a schema, column by column; all values that do not fit are collected before the table is refused. */
final class SchemaReading {
    /** The code of a text that is neither a level nor empty: a missing value or an unknown level. */
    private static final int STRANGE = -2;

    private final StagedTable staged;
    private final Duck duck;
    private final Unknown unknown;
    private final Problems problems = new Problems();

    SchemaReading(StagedTable staged, Duck duck, Unknown unknown) {
        this.staged = staged;
        this.duck = duck;
        this.unknown = unknown;
    }

    /** A column, and its schema, which may have more levels than the one asked for. */
    private record Read(ColumnSchema schema, Column column) {}

    Table read(Schema schema) throws SQLException, IOException {
        List<ColumnSchema> schemas = new ArrayList<>();
        List<Column> columns = new ArrayList<>();
        for (ColumnSchema column : schema.columns()) {
            Read read = read(column, staged.column(column.name()));
            schemas.add(read.schema);
            columns.add(read.column);
        }
        problems.refuse(staged);
        return new Table(schema.with(schemas), columns);
    }

    private Read read(ColumnSchema column, @Nullable String source) throws SQLException {
        if (source == null) {
            return new Read(column, absent(column));
        }
        return switch (column.type()) {
            case NUMERIC, INTEGER ->
                new Read(column, column.format() == null ? numbers(column, source) : styled(column, source));
            case DATETIME -> new Read(column, times(column, source));
            case IDENTIFIER -> new Read(column, texts(column, source));
            case CATEGORICAL, ORDINAL, CYCLIC, BOOLEAN, CONSTANT -> levels(column, source);
        };
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

    /** Receives a value that does not fit the schema, its first row and its number of rows. */
    private interface UnknownValue {
        void take(String value, long row, long count);
    }

    /** Visits the distinct values for which a condition holds and that do not stand for a missing one, in order of occurrence. */
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

    private Read levels(ColumnSchema column, String source) throws SQLException {
        // Where all levels are whole numbers, 3.0 is read as 3: programs write 3 as 3.0 if a column has missing values.
        boolean whole =
                !column.levels().isEmpty() && column.levels().stream().allMatch(level -> level.matches("-?\\d+"));
        String text = whole ? "regexp_replace(" + source + ", '\\.0+$', '')" : source;
        int[] codes = codes(column, text, column.levels());
        ColumnSchema known = column;
        if (Arrays.stream(codes).anyMatch(code -> code == STRANGE)) {
            List<String> levels = new ArrayList<>(column.levels());
            forEachUnknown(column, text, "TRY_CAST(" + text + " AS levels) IS NULL", (value, row, count) -> {
                if (unknown == Unknown.REFUSE) {
                    problems.add(column, value, "is not in [" + Listing.of(column.levels()) + "]", row, count);
                } else if (unknown == Unknown.ADD || unknown == Unknown.MARK) {
                    levels.add(value);
                }
            });
            if (levels.size() > column.levels().size()) {
                known = column.widened(levels);
                codes = codes(column, text, levels);
            }
            for (int i = 0; i < codes.length; i++) {
                codes[i] = Math.max(codes[i], Column.MISSING);
            }
        }
        return new Read(known, new Column.Codes(codes));
    }

    /** Positions in a list of levels; {@link #STRANGE} for a text that is none of them. */
    private int[] codes(ColumnSchema column, String text, List<String> levels) throws SQLException {
        duck.execute("CREATE OR REPLACE TYPE levels AS ENUM (" + literals(column, levels) + ")");
        int[] codes = new int[staged.rows()];
        int[] at = new int[1];
        String query = "SELECT CASE WHEN " + text + " IS NULL THEN " + Column.MISSING
                + " ELSE coalesce(CAST(enum_code(TRY_CAST(" + text + " AS levels)) AS INTEGER), " + STRANGE
                + ") END FROM " + StagedTable.TABLE;
        duck.forEach(query, row -> codes[at[0]++] = row.getInt(1));
        return codes;
    }

    private String literals(ColumnSchema column, List<String> texts) {
        try {
            return texts.stream().map(Duck::literal).collect(Collectors.joining(", "));
        } catch (IllegalArgumentException nul) {
            throw new IllegalArgumentException(
                    staged.name() + ", column '" + column.name() + "': " + nul.getMessage(), nul);
        }
    }

    private Column.Numbers numbers(ColumnSchema column, String source) throws SQLException {
        String parsed = "TRY_CAST(" + source + " AS DOUBLE)";
        String tokens = literals(column, column.missingTokens());
        String number = tokens.isEmpty() // a token may look like a number: -999
                ? parsed
                : "CASE WHEN " + source + " IN (" + tokens + ") THEN NULL ELSE " + parsed + " END";
        boolean whole = column.type() == ColumnType.INTEGER && unknown != Unknown.ADD && unknown != Unknown.MARK;
        String known = "coalesce(isfinite(" + number + ")"
                + (whole ? " AND " + number + " = trunc(" + number + ")" : "") + ", false)";
        double[] values = new double[staged.rows()];
        int[] at = new int[1];
        boolean[] strange = new boolean[1];
        duck.forEach("SELECT " + number + ", " + known + ", " + source + " IS NULL FROM " + StagedTable.TABLE, row -> {
            boolean taken = row.getBoolean(2);
            strange[0] |= !taken && !row.getBoolean(3);
            values[at[0]++] = taken ? row.getDouble(1) : Double.NaN;
        });
        if (strange[0] && unknown == Unknown.MARK) {
            mark(column, source, "NOT " + known, values);
        } else if (strange[0] && unknown != Unknown.MISSING) {
            String complaint = "is not a " + (whole ? "whole" : "finite") + " number";
            forEachUnknown(
                    column,
                    source,
                    "NOT " + known,
                    (value, row, count) -> problems.add(column, value, complaint, row, count));
        }
        return new Column.Numbers(values);
    }

    /** Sets values to infinity for which a condition holds and which do not stand for a missing value. */
    private void mark(ColumnSchema column, String source, String condition, double[] values) throws SQLException {
        Set<String> missing = MissingTokens.of(column);
        String query = "SELECT rowid, " + source + " FROM " + StagedTable.TABLE + " WHERE " + source
                + " IS NOT NULL AND " + condition;
        duck.forEach(query, row -> {
            if (!missing.contains(row.getString(2))) {
                values[(int) row.getLong(1)] = Double.POSITIVE_INFINITY;
            }
        });
    }

    /** Numbers as people write them. */
    private Column.Numbers styled(ColumnSchema column, String source) throws SQLException {
        NumberStyle style = NumberStyle.of(column);
        boolean whole = column.type() == ColumnType.INTEGER && unknown != Unknown.ADD;
        return parsed(
                column,
                source,
                text -> {
                    double value = style.parse(text);
                    return Double.isInfinite(value) || (whole && value != Math.rint(value)) ? Double.NaN : value;
                },
                "is not a " + (whole ? "whole " : "") + "number such as " + style.format());
    }

    private Column.Numbers times(ColumnSchema column, String source) throws SQLException {
        DateFormat format = DateFormat.of(column);
        return parsed(column, source, format::parseOrIso, "is not a date of the form " + format.pattern());
    }

    /** A column whose texts are parsed one by one; texts that cannot be parsed are reported. */
    private Column.Numbers parsed(ColumnSchema column, String source, ToDoubleFunction<String> parser, String complaint)
            throws SQLException {
        Set<String> missing = MissingTokens.of(column);
        double[] values = new double[staged.rows()];
        int[] at = new int[1];
        duck.forEach("SELECT " + source + " FROM " + StagedTable.TABLE, row -> {
            String text = row.getString(1);
            int i = at[0]++;
            boolean there = text != null && !missing.contains(text);
            values[i] = there ? parser.applyAsDouble(text) : Double.NaN;
            if (there && Double.isNaN(values[i]) && unknown == Unknown.MARK) {
                values[i] = Double.POSITIVE_INFINITY;
            } else if (there && Double.isNaN(values[i]) && unknown != Unknown.MISSING) {
                problems.add(column, text, complaint, i, 1);
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
