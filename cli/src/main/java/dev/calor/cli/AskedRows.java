package dev.calor.cli;

import dev.calor.table.ColumnSchema;
import dev.calor.table.Schema;
import dev.calor.table.StagedTable;
import dev.calor.table.Table;
import dev.calor.table.TableSource;
import dev.calor.table.Unknown;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Rows that a model classifies, imputes or scores, in two forms.
 *
 * @param own the rows of the file, with columns that the model does not know
 * @param known the same rows under the model's schema
 */
public record AskedRows(Table own, Table known) {
    /**
     * Reads the rows; columns that the model does not learn may be absent.
     *
     * @param schema the model's
     * @param optional columns that may be absent, too
     * @throws IOException if the table cannot be read
     * @throws IllegalArgumentException if columns are absent, or values do not fit the schema and {@code unknown}
     *     refuses them
     */
    public static AskedRows read(TableSource source, Schema schema, Unknown unknown, Set<String> optional)
            throws IOException {
        Set<String> absent = new HashSet<>(optional);
        absent.addAll(unlearned(schema));
        try (StagedTable staged = source.open()) {
            Table known = staged.read(schema, unknown, absent);
            return new AskedRows(staged.read(staged.infer(), Unknown.REFUSE), known);
        }
    }

    /**
     * Reads the rows. Any column may be absent, but not all; the values of an absent column are missing in every row.
     *
     * @param schema the model's
     * @param optional columns that may be absent without a warning
     * @param warning is called with the other columns that are absent
     * @throws IOException if the table cannot be read
     * @throws IllegalArgumentException if all columns are absent, or values do not fit the schema and {@code unknown}
     *     refuses them
     */
    public static AskedRows readWhatIsThere(
            TableSource source, Schema schema, Unknown unknown, Set<String> optional, Consumer<String> warning)
            throws IOException {
        try (StagedTable staged = source.open()) {
            Set<String> there = Set.copyOf(staged.names());
            boolean none = schema.names().stream().noneMatch(name -> !optional.contains(name) && there.contains(name));
            List<String> absent = schema.names().stream()
                    .filter(name -> !there.contains(name) && !optional.contains(name))
                    .filter(name -> isLearned(schema.column(name)))
                    .toList();
            if (!none && !absent.isEmpty()) {
                warning.accept(staged.name() + " has no column '" + String.join("', '", absent)
                        + "': taken as missing in every row");
            }
            // A table with none of the columns is refused by a message that lists both its columns and the expected
            // ones.
            Set<String> mayBeAbsent = none ? Set.of() : Set.copyOf(schema.names());
            Table known = staged.read(schema, unknown, mayBeAbsent);
            return new AskedRows(staged.read(staged.infer(), Unknown.REFUSE), known);
        }
    }

    /** The columns that a model does not learn; they may be absent from the rows it is applied to. */
    public static Set<String> unlearned(Schema schema) {
        return schema.columns().stream()
                .filter(column -> !isLearned(column))
                .map(ColumnSchema::name)
                .collect(Collectors.toSet());
    }

    static boolean isLearned(ColumnSchema column) {
        return column.type().isLearned();
    }

    /** The rows from {@code start} to before {@code end}. */
    public AskedRows rows(int start, int end) {
        return new AskedRows(own.rows(start, end), known.rows(start, end));
    }
}
