package dev.calor.table;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A PostgreSQL server, where CALOR_POSTGRES names one: jdbc:postgresql://localhost/test?user=me. */
class PostgresTest {
    private static final @Nullable String URL = System.getenv("CALOR_POSTGRES");
    private static final String NAME = "calor_test_" + ProcessHandle.current().pid();
    private static final int ROWS = 25_000; // more than are fetched at once

    @BeforeAll
    static void fill() throws SQLException {
        assumeTrue(URL != null, "there is no PostgreSQL: set CALOR_POSTGRES to its JDBC URL");
        execute("CREATE TABLE " + NAME + " AS SELECT i AS id, i % 90 AS age, (i % 700)::numeric(10, 2) / 4 AS price,"
                + " CASE WHEN i % 5 = 0 THEN NULL ELSE 'L' || i % 3 END AS kind, i % 2 = 0 AS even,"
                + " DATE '2024-01-01' + i % 366 AS day, TIMESTAMP '2024-01-01 10:00' + i % 1000 * INTERVAL '1 minute' AS at,"
                + " lpad((i % 50)::text, 5, '0') AS code, CASE WHEN i % 7 = 0 THEN 'NaN'::float8 ELSE i / 8.0 END AS ratio"
                + " FROM generate_series(1, " + ROWS + ") AS i");
    }

    @AfterAll
    static void drop() throws SQLException {
        if (URL != null) {
            execute("DROP TABLE IF EXISTS " + NAME);
        }
    }

    private static void execute(String statement) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url());
                Statement run = connection.createStatement()) {
            run.execute(statement);
        }
    }

    private static String url() {
        return Objects.requireNonNull(URL);
    }

    @Test
    @DisplayName("Numbers, words, truth values, dates, times and nulls arrive as they are, however many rows")
    void types() throws IOException {
        Table table = TableSource.jdbc(url(), "SELECT * FROM " + NAME + " ORDER BY id")
                .read();
        assertEquals(ROWS, table.rows());
        assertEquals(
                List.of(
                        "identifier",
                        "integer",
                        "numeric",
                        "categorical",
                        "boolean",
                        "datetime",
                        "datetime",
                        "categorical",
                        "numeric"),
                table.schema().columns().stream()
                        .map(column -> column.type().toString())
                        .toList());
        assertEquals(24.75, table.numbers(2)[98]);
        assertTrue(table.column("kind").isMissing(4) && !table.column("kind").isMissing(5));
        assertEquals(List.of("f", "t"), table.schema().column("even").levels());
        assertArrayEquals(new int[] {0, 1, 0}, table.rows(0, 3).codes(4));
        assertEquals("2024-01-02", DateFormat.of(table.schema().column("day")).format(table.numbers(5)[0]));
        assertEquals(10 * 60 + 1, table.numbers(6)[0] / 60 % 1440);
        assertEquals("00001", table.schema().column("code").levels().get(table.codes(7)[0]));
        assertTrue(Double.isNaN(table.numbers(8)[6]) && table.numbers(8)[7] == 1);
    }

    @Test
    @DisplayName("A wrong query and a missing server are refused with the reason")
    void refusals() {
        assertRefused(
                () -> TableSource.jdbc(url(), "SELECT * FROM no_such_table").open(), "no_such_table", "correct");
        assertRefused(
                () -> TableSource.jdbc("jdbc:postgresql://localhost:1/none", "SELECT 1")
                        .open(),
                "refused",
                "URL");
    }
}
