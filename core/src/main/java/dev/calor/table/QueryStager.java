package dev.calor.table;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Stages the result of a query to the embedded DuckDB. */
final class QueryStager {
    private QueryStager() {}

    static TableSource.Staged stage(Duck duck, String name, String query) {
        try {
            return new TableSource.Staged(copy(duck, query.strip().replaceFirst(";$", "")), places(name));
        } catch (SQLException refused) {
            throw new IllegalArgumentException(
                    name + " was refused: " + Duck.reason(refused) + "; correct it", refused);
        }
    }

    /** Copies a query's result as text; returns the columns' names. */
    static List<String> copy(Duck duck, String query) throws SQLException {
        List<String> names = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        duck.forEach("DESCRIBE (" + query + ")", column -> {
            int k = names.size();
            names.add(column.getString("column_name"));
            String value =
                    switch (column.getString("column_type")) {
                        case "JSON" -> "c" + k + " ->> '$'";
                        case "TIMESTAMP WITH TIME ZONE" -> "CAST(c" + k + " AT TIME ZONE 'UTC' AS VARCHAR)";
                        default -> "CAST(c" + k + " AS VARCHAR)";
                    };
            texts.add(StagedTable.stripped(value, k));
        });
        String columns = IntStream.range(0, names.size()).mapToObj(k -> "c" + k).collect(Collectors.joining(", "));
        // Numbered, because names may differ in case alone, which SQL does not see.
        duck.execute("CREATE TABLE " + StagedTable.TABLE + " AS SELECT " + String.join(", ", texts) + " FROM (" + query
                + ") AS source(" + columns + ")");
        return names;
    }

    static TableSource.Places places(String name) {
        return rows ->
                Arrays.stream(rows).mapToObj(row -> name + " row " + (row + 1)).toList();
    }
}
