package dev.calor.table;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** A table staged in DuckDB as text, whose columns can be inferred and read one by one. */
public final class StagedTable implements AutoCloseable {
    static final String TABLE = "staged";

    /** Rows are picked by a hash of their number modulo this. */
    private static final long PARTS = 1 << 20;

    private final String name;
    private final Duck duck;
    private final TableSource.Staged staged;
    private int rows;
    private boolean thinned;

    StagedTable(String name, Duck duck, TableSource.Staged staged) throws SQLException {
        this.name = name;
        this.duck = duck;
        this.staged = staged;
        Set<String> seen = new HashSet<>();
        for (String column : staged.names()) {
            if (!seen.add(column)) {
                throw new IllegalArgumentException(
                        name + " has two columns named '" + column + "': names must differ; rename one of them");
            }
        }
        long count = duck.count("SELECT count(*) FROM " + TABLE);
        if (count == 0) {
            throw new IllegalArgumentException(name + " has names of columns and no rows; add rows");
        }
        if (count > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(name + " has " + count + " rows: at most " + Integer.MAX_VALUE
                    + " can be read; read a part of it with --sql");
        }
        this.rows = (int) count;
    }

    /** The expression that strips spaces from a text and makes an empty one null, as staged column k. */
    static String stripped(String expression, int k) {
        return "nullif(trim(" + expression + "), '') AS c" + k;
    }

    /** The name in error messages. */
    public String name() {
        return name;
    }

    TableSource.Dialect dialect() {
        return staged.dialect();
    }

    /** The names of its columns, in order. */
    public List<String> names() {
        return staged.names();
    }

    /** The number of rows. */
    public int rows() {
        return rows;
    }

    /**
     * Keeps about this many rows if there are more. They are chosen by a hash of their number, so that the same table
     * always keeps the same rows.
     *
     * @throws IOException if DuckDB fails
     */
    public void thin(int most) throws IOException {
        if (rows <= most) {
            return;
        }
        try {
            duck.execute("CREATE TABLE thinned AS SELECT *, rowid AS place FROM " + TABLE + " WHERE hash(rowid) % "
                    + PARTS + " < " + (long) Math.ceil((double) most / rows * PARTS));
            duck.execute("DROP TABLE " + TABLE);
            duck.execute("ALTER TABLE thinned RENAME TO " + TABLE);
            rows = (int) duck.count("SELECT count(*) FROM " + TABLE);
            thinned = true;
        } catch (SQLException error) {
            throw Duck.failure(name, error);
        }
    }

    /**
     * Infers the schema, by the rules of {@link SchemaInference}.
     *
     * @throws IOException if DuckDB fails
     */
    public Schema infer() throws IOException {
        return infer(Set.of());
    }

    /**
     * Infers the schema, by the rules of {@link SchemaInference}.
     *
     * @param keep columns to learn even if they look like personal data or identifiers
     * @throws IllegalArgumentException if there is no such column
     * @throws IOException if DuckDB fails
     */
    public Schema infer(Set<String> keep) throws IOException {
        return SchemaInference.of(new Values(), keep);
    }

    /**
     * Reads the columns of a schema, by name; other columns are left out.
     *
     * @throws IllegalArgumentException if a column is absent, or values do not fit the schema
     * @throws IOException if DuckDB fails
     */
    public Table read(Schema schema, Unknown unknown) throws IOException {
        return read(schema, unknown, Set.of());
    }

    /**
     * Reads the columns of a schema, by name; other columns are left out.
     *
     * @param optional columns that may be absent: every value is then missing
     * @throws IllegalArgumentException if another column is absent, or values do not fit the schema
     * @throws IOException if DuckDB fails
     */
    public Table read(Schema schema, Unknown unknown, Set<String> optional) throws IOException {
        List<String> absent = schema.names().stream()
                .filter(column -> !names().contains(column) && !optional.contains(column))
                .toList();
        if (!absent.isEmpty()) {
            throw new IllegalArgumentException(
                    name + " has no column '" + String.join("', '", absent) + "', which the schema asks for; it has "
                            + Listing.of(names()) + "; add what is absent, or correct the schema");
        }
        try {
            return new SchemaReading(this, duck, unknown).read(schema);
        } catch (SQLException error) {
            throw Duck.failure(name, error);
        }
    }

    /**
     * The distinct values of a column that do not stand for a missing one, in order: of numbers if all are numbers, else of text.
     *
     * @throws IllegalArgumentException if there is no such column
     * @throws IOException if DuckDB fails
     */
    public List<String> levels(String column, List<String> missingTokens) throws IOException {
        return new Values().levels(column, missingTokens);
    }

    /**
     * The schema of a column of numbers from its values: whole or not, range, decimals.
     *
     * @throws IllegalArgumentException if there is no such column
     * @throws IOException if DuckDB fails
     */
    public ColumnSchema numberSchema(String column, List<String> missingTokens) throws IOException {
        NumberProfile numbers = new NumberProfile();
        long[] missing = new long[1];
        forEachValue(column, (value, count) -> {
            NumberText number = missingTokens.contains(value) ? null : NumberText.of(value);
            if (number == null) {
                missing[0] += count;
            } else {
                numbers.take(value, number, count);
            }
        });
        return numbers.schema(column, missingTokens, missing[0], null, "given");
    }

    /** The values that inference reads. */
    private final class Values implements DistinctValues {
        @Override
        public List<String> names() {
            return StagedTable.this.names();
        }

        @Override
        public TableSource.Dialect dialect() {
            return StagedTable.this.dialect();
        }

        @Override
        public void forEachValue(String column, ValueVisitor visitor) throws IOException {
            StagedTable.this.forEachValue(column, visitor);
        }
    }

    void forEachValue(String column, DistinctValues.ValueVisitor visitor) throws IOException {
        String source = column(column);
        if (source == null) {
            throw new IllegalArgumentException(name + " has no column '" + column + "': it has " + Listing.of(names()));
        }
        try {
            duck.forEach(
                    "SELECT coalesce(" + source + ", ''), count(*) FROM " + TABLE + " GROUP BY ALL",
                    row -> visitor.visit(row.getString(1), row.getLong(2)));
        } catch (SQLException error) {
            throw Duck.failure(name, error);
        }
    }

    /** The name of a column in the staged table; null if there is no such column. */
    @Nullable
    String column(String column) {
        int index = names().indexOf(column);
        return index < 0 ? null : "c" + index;
    }

    /** The places of rows in the source, for messages; rows ascend and are counted from 0. */
    List<String> places(long... ascending) throws IOException {
        return staged.places().of(thinned ? numbers(ascending) : ascending);
    }

    /** The row numbers, in the source, of rows that were kept. */
    private long[] numbers(long... ascending) throws IOException {
        String those = Arrays.stream(ascending).mapToObj(Long::toString).collect(Collectors.joining(", "));
        LongStream.Builder numbers = LongStream.builder();
        try {
            duck.forEach(
                    "SELECT place FROM " + TABLE + " WHERE rowid IN (" + those + ") ORDER BY rowid",
                    row -> numbers.add(row.getLong(1)));
        } catch (SQLException error) {
            throw Duck.failure(name, error);
        }
        return numbers.build().toArray();
    }

    @Override
    public void close() {
        duck.close();
    }
}
