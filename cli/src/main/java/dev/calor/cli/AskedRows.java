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
 * The rows a model is asked about, twice.
 *
 * @param own as the file has them, with the columns the model does not know
 * @param known as the model reads them
 */
public record AskedRows(Table own, Table known) {
    /**
     * Reads them; columns a model does not learn may be absent.
     *
     * @param schema the model's
     * @param optional columns that may be absent, too
     * @throws IOException if the table cannot be read
     * @throws IllegalArgumentException if columns are absent, or values do not fit the schema and {@code unknown} refuses them
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
     * Reads them, where any column may be absent but not all: what is absent is missing in every row.
     *
     * @param schema the model's
     * @param optional columns whose absence is nothing to be told
     * @param warning is called with the other columns that are absent
     * @throws IOException if the table cannot be read
     * @throws IllegalArgumentException if all columns are absent, or values do not fit the schema and {@code unknown} refuses them
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
            // With none of them the table is refused, with what there is and what is asked for.
            Set<String> mayBeAbsent = none ? Set.of() : Set.copyOf(schema.names());
            Table known = staged.read(schema, unknown, mayBeAbsent);
            return new AskedRows(staged.read(staged.infer(), Unknown.REFUSE), known);
        }
    }

    /** The columns a model does not learn, which may be absent where it is asked. */
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
