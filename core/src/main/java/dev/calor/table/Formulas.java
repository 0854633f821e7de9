package dev.calor.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Texts that a spreadsheet would take for formulas: those that start with =, +, - or @ and are not numbers. */
public final class Formulas {
    private Formulas() {}

    private static boolean isFormula(String text) {
        boolean suspicious = !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0;
        return suspicious && text.length() > 1 && NumberText.of(text) == null && !NumberGuess.looksLikeNumber(text);
    }

    /** The names and texts of a table that start like a formula, each once. */
    public static List<String> of(Table table) {
        List<String> found = new ArrayList<>();
        for (int k = 0; k < table.columns().size(); k++) {
            ColumnSchema schema = table.schema().columns().get(k);
            Stream<String> texts = table.columns().get(k) instanceof Column.Texts column
                    ? column.values().stream().filter(Objects::nonNull).map(String::valueOf)
                    : schema.levels().stream();
            Stream.concat(Stream.of(schema.name()), texts)
                    .filter(Formulas::isFormula)
                    .distinct()
                    .forEach(found::add);
        }
        return found;
    }

    /** A copy of the table in which such texts are prefixed by an apostrophe. */
    public static Table escaped(Table table) {
        List<ColumnSchema> schemas = new ArrayList<>();
        List<Column> columns = new ArrayList<>();
        for (int k = 0; k < table.columns().size(); k++) {
            ColumnSchema schema = table.schema().columns().get(k);
            Column column = table.columns().get(k);
            List<String> levels = schema.levels().stream()
                    .map(level -> String.valueOf(escaped(level)))
                    .toList();
            schemas.add(schema.renamed(String.valueOf(escaped(schema.name())), levels));
            columns.add(
                    column instanceof Column.Texts texts
                            ? new Column.Texts(texts.values().stream()
                                    .<@Nullable String>map(Formulas::escaped)
                                    .toList())
                            : column);
        }
        return new Table(table.schema().with(schemas), columns);
    }

    private static @Nullable String escaped(@Nullable String text) {
        return text != null && isFormula(text) ? "'" + text : text;
    }
}
