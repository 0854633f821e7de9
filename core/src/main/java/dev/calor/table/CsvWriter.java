package dev.calor.table;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;

/** Writes delimited text: an optional header, then one line per row; fields that would be misread are quoted. */
final class CsvWriter {
    private CsvWriter() {}

    static void write(Table table, char separator, boolean header, Writer out) throws IOException {
        List<ColumnSchema> schemas = table.schema().columns();
        List<CellText> cells = new ArrayList<>();
        for (int k = 0; k < schemas.size(); k++) {
            cells.add(CellText.of(schemas.get(k), table.columns().get(k)));
            if (header) {
                // A reader guesses the separator from the header, so other separators must be quoted there.
                field(schemas.get(k).name(), CsvHeader.SEPARATORS, out);
                out.append(k + 1 < schemas.size() ? separator : '\n');
            }
        }
        String separators = String.valueOf(separator);
        for (int row = 0; row < table.rows(); row++) {
            for (int k = 0; k < cells.size(); k++) {
                String text = cells.get(k).of(row);
                String written = text == null ? MissingTokens.written(schemas.get(k)) : text;
                if (written.isEmpty() && cells.size() == 1) {
                    out.append("\"\""); // an empty line might be skipped
                } else {
                    field(written, separators, out);
                }
                out.append(k + 1 < cells.size() ? separator : '\n');
            }
        }
    }

    private static void field(String text, String separators, Writer out) throws IOException {
        if (needsQuotes(text, separators)) {
            out.append('"').append(text.replace("\"", "\"\"")).append('"');
        } else {
            out.append(text);
        }
    }

    private static boolean needsQuotes(String text, String separators) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\n' || c == '\r' || separators.indexOf(c) >= 0) {
                return true;
            }
        }
        return false;
    }
}
