package dev.calor.table;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.duckdb.DuckDBAppender;

/** Stages the result of a query to another database, row by row. */
final class JdbcStager {
    private static final int ROWS_AT_ONCE = 10_000;

    private static final Pattern QUOTED = Pattern.compile("'(?:[^']|'')*'|\"[^\"]*\"");
    private static final Pattern QUERY = Pattern.compile("(?i)[\\s(]*(?:select|with|values|table|from)\\b");

    private JdbcStager() {}

    static TableSource.Staged stage(Duck duck, String url, String query) throws SQLException {
        requireOneStatement(query);
        try (Connection connection = DriverManager.getConnection(url, readOnly(url));
                Statement statement = connection.createStatement()) {
            if (!connection.isReadOnly()) {
                connection.setReadOnly(true); // before the transaction begins: databases then refuse to write in it
            }
            connection.setAutoCommit(false); // PostgreSQL otherwise sends the whole result at once
            statement.setFetchSize(ROWS_AT_ONCE);
            try (ResultSet rows = statement.executeQuery(query)) {
                return new TableSource.Staged(
                        copy(duck, rows), QueryStager.places("the query"), TableSource.Dialect.NONE);
            }
        } catch (SQLException refused) {
            throw new IllegalArgumentException(
                    "the database refused the query: " + Duck.reason(refused)
                            + "; correct the URL or the query, and see that the driver is on the class path"
                            + " (CALOR_CLASSPATH)",
                    refused);
        }
    }

    /** Properties that open file databases read-only, for drivers that accept this when they connect. */
    private static Properties readOnly(String url) {
        Properties settings = new Properties();
        if (url.startsWith("jdbc:duckdb:") && url.length() > "jdbc:duckdb:".length()) {
            settings.setProperty("duckdb.read_only", "true");
        }
        return settings;
    }

    /**
     * Refuses more than one statement: a second one could end the transaction that must not write. Semicolons in quotes
     * do not count.
     *
     * @throws IllegalArgumentException if there is more than one statement, or it is not a query
     */
    static void requireOneStatement(String query) {
        String bare = QUOTED.matcher(query.strip().replaceFirst(";$", "")).replaceAll("''");
        if (bare.indexOf(';') >= 0 || !QUERY.matcher(bare).lookingAt()) {
            throw new IllegalArgumentException(
                    "the query was refused: it must be one SELECT, which reads and does not write; correct it");
        }
    }

    private static List<String> copy(Duck duck, ResultSet rows) throws SQLException {
        ResultSetMetaData meta = rows.getMetaData();
        List<String> names = new ArrayList<>();
        for (int k = 1; k <= meta.getColumnCount(); k++) {
            names.add(meta.getColumnLabel(k));
        }
        String columns = IntStream.range(0, names.size())
                .mapToObj(k -> "c" + k + " VARCHAR")
                .collect(Collectors.joining(", "));
        duck.execute("CREATE TABLE fetched(" + columns + ")");
        try (DuckDBAppender appender = duck.appender("fetched")) {
            while (rows.next()) {
                appender.beginRow();
                for (int k = 1; k <= names.size(); k++) {
                    appender.append(rows.getString(k));
                }
                appender.endRow();
            }
        }
        QueryStager.copy(duck, "the result", "FROM fetched");
        duck.execute("DROP TABLE fetched");
        return names;
    }
}
