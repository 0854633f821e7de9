package dev.calor.table;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Stages the result of a query to the embedded DuckDB. */
final class QueryStager {
    private static final Pattern DECIMAL = Pattern.compile("DECIMAL\\((\\d{1,9}),(\\d{1,9})\\)");
    private static final int MOST_DIGITS = 38; // of DuckDB's decimals

    private QueryStager() {}

    /**
     * Stages the result of a query.
     *
     * @throws IllegalArgumentException if it is not one SELECT, or DuckDB refuses it
     */
    static TableSource.Staged stage(Duck duck, String name, String query) {
        try {
            String one = query.strip().replaceFirst(";$", "");
            requireSelect(duck, name, one);
            Copied copied = copy(duck, name, one);
            return new TableSource.Staged(copied.names, places(name), TableSource.Dialect.NONE.withTypes(copied.types));
        } catch (SQLException refused) {
            throw new IllegalArgumentException(
                    name + " was refused: " + Duck.reason(refused) + "; correct it", refused);
        }
    }

    /**
     * Refuses everything that DuckDB's parser does not recognise as a single SELECT: other statements could write
     * files.
     */
    private static void requireSelect(Duck duck, String name, String query) throws SQLException {
        List<String> found = new ArrayList<>();
        duck.forEach(
                "SELECT j ->> '$.error', coalesce(j ->> '$.error_message', ''), json_array_length(j -> '$.statements')"
                        + " FROM (SELECT json_serialize_sql(" + Duck.literal(query) + ") AS j)",
                row -> found.addAll(List.of(row.getString(1), row.getString(2), String.valueOf(row.getObject(3)))));
        if (found.get(0).equals("true")) {
            boolean other = found.get(1).startsWith("Only SELECT");
            throw new IllegalArgumentException(name + " was refused: "
                    + (other ? "it must be one SELECT, which reads and does not write" : found.get(1))
                    + "; correct it");
        }
        if (!found.get(2).equals("1")) {
            throw new IllegalArgumentException(
                    name + " was refused: it is " + found.get(2) + " statements; give one SELECT");
        }
    }

    /** The columns of a copied result: their names, and their types; null for a column without a type. */
    record Copied(List<String> names, List<@Nullable String> types) {}

    /** Copies a query's result as text; {@code source} is its name in error messages. */
    static Copied copy(Duck duck, String source, String query) throws SQLException {
        List<String> names = new ArrayList<>();
        List<String> types = new ArrayList<>();
        duck.forEach("DESCRIBE (" + query + "\n)", column -> {
            names.add(column.getString("column_name"));
            types.add(column.getString("column_type"));
        });
        types.forEach(type -> requireDecimals(source, type));
        String columns = IntStream.range(0, names.size()).mapToObj(k -> "c" + k).collect(Collectors.joining(", "));
        // Numbered, because names may differ in case alone, which SQL ignores.
        String numbered = "(" + query + "\n) AS source(" + columns + ")";
        boolean nested = types.stream().anyMatch(NestedColumns::isNested);
        if (nested) {
            duck.execute("CREATE TABLE nested AS SELECT * FROM " + numbered);
        }
        NestedColumns flat = new NestedColumns(duck, "nested", source);
        List<@Nullable String> stored = new ArrayList<>();
        for (int k = 0; k < names.size(); k++) {
            String type = types.get(k);
            if (NestedColumns.isNested(type)) {
                flat.addNested(names.get(k), type.equals("JSON") ? "c" + k : "to_json(c" + k + ")");
            } else {
                flat.add(
                        names.get(k),
                        type.equals("TIMESTAMP WITH TIME ZONE")
                                ? "CAST(c" + k + " AT TIME ZONE 'UTC' AS VARCHAR)"
                                : "CAST(c" + k + " AS VARCHAR)");
            }
            while (stored.size() < flat.names().size()) {
                stored.add(NestedColumns.isNested(type) ? null : type);
            }
        }
        String texts = IntStream.range(0, flat.values().size())
                .mapToObj(k -> StagedTable.stripped(flat.values().get(k), k))
                .collect(Collectors.joining(", "));
        duck.execute("CREATE TABLE " + StagedTable.TABLE + " AS SELECT " + texts + " FROM "
                + (nested ? "nested" : numbered));
        if (nested) {
            duck.execute("DROP TABLE nested");
        }
        return new Copied(flat.names(), stored);
    }

    /** Refuses decimals that cannot be: from a damaged Parquet file DuckDB takes them, and reads and writes beyond its memory. */
    private static void requireDecimals(String source, String type) {
        Matcher decimal = DECIMAL.matcher(type);
        while (decimal.find()) {
            int digits = Integer.parseInt(decimal.group(1));
            if (digits > MOST_DIGITS || Integer.parseInt(decimal.group(2)) > digits) {
                throw new IllegalArgumentException(source + " is damaged: its type " + decimal.group()
                        + " has more decimals than digits, or more than " + MOST_DIGITS + " digits");
            }
        }
    }

    static TableSource.Places places(String name) {
        return rows ->
                Arrays.stream(rows).mapToObj(row -> name + " row " + (row + 1)).toList();
    }
}
