package dev.calor.table;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Makes columns of objects within objects: {@code {"a": {"b": 1}}} has the column {@code a.b}. */
final class NestedColumns {
    private static final int MOST = 2_000;

    private final Duck duck;
    private final String table;
    private final String source;
    private final List<String> names = new ArrayList<>();
    private final List<String> values = new ArrayList<>();

    /** Nested columns of a table in DuckDB; {@code source} is its name in error messages. */
    NestedColumns(Duck duck, String table, String source) {
        this.duck = duck;
        this.table = table;
        this.source = source;
    }

    /** Whether values of this DuckDB type contain other values. */
    static boolean isNested(String type) {
        return type.equals("JSON") || type.startsWith("STRUCT") || type.startsWith("MAP") || type.endsWith("]");
    }

    /** Adds a column without nested columns. */
    void add(String name, String value) {
        names.add(name);
        values.add(value);
    }

    /**
     * Adds the columns nested in a column.
     *
     * @param json an expression of type JSON
     * @throws IllegalArgumentException if it contains lists, mixes objects with other values, or has too many columns
     */
    void addNested(String name, String json) throws SQLException {
        Set<String> kinds = new LinkedHashSet<>();
        duck.forEach(
                "SELECT DISTINCT json_type(" + json + ") FROM " + table + " WHERE json_type(" + json + ") <> 'NULL'",
                row -> kinds.add(row.getString(1)));
        if (kinds.contains("ARRAY")) {
            throw new IllegalArgumentException(source + " column '" + Printable.line(name)
                    + "' holds lists, which are no values of a table; take it apart or leave it out with --sql");
        }
        if (!kinds.contains("OBJECT")) {
            add(name, json + " ->> '$'");
            return;
        }
        if (kinds.size() > 1) {
            throw new IllegalArgumentException(source + " column '" + Printable.line(name)
                    + "' holds objects in some rows and plain values in others; make them alike");
        }
        List<String> keys = new ArrayList<>();
        duck.forEach(
                "SELECT k FROM (SELECT unnest(json_keys(" + json + ")) AS k, generate_subscripts(json_keys(" + json
                        + "), 1) AS i, rowid AS r FROM " + table + ") GROUP BY k ORDER BY min(r * 2147483648 + i)",
                row -> keys.add(row.getString(1)));
        if (names.size() + keys.size() > MOST) {
            throw new IllegalArgumentException(source + " column '" + Printable.line(name) + "' holds objects with "
                    + keys.size() + " different keys: at most " + MOST + " columns are read; select some with --sql");
        }
        for (String key : keys) {
            String pointer = "/" + key.replace("~", "~0").replace("/", "~1");
            addNested(name + "." + key, "json_extract(" + json + ", " + Duck.literal(pointer) + ")");
        }
    }

    List<String> names() {
        return names;
    }

    /** The SQL expression of each column, as text. */
    List<String> values() {
        return values;
    }
}
