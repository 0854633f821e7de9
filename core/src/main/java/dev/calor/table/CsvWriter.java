package dev.calor.table;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;

/** Writes delimited text: a header, then a line a row; fields that would be misread are quoted. */
final class CsvWriter {
    private CsvWriter() {}

    static void write(Table table, char separator, Writer out) throws IOException {
        List<ColumnSchema> schemas = table.schema().columns();
        List<CellText> cells = new ArrayList<>();
        for (int k = 0; k < schemas.size(); k++) {
            cells.add(CellText.of(schemas.get(k), table.columns().get(k)));
            field(schemas.get(k).name(), k, schemas.size(), separator, out);
        }
        for (int row = 0; row < table.rows(); row++) {
            for (int k = 0; k < cells.size(); k++) {
                String text = cells.get(k).of(row);
                field(text == null ? MissingTokens.written(schemas.get(k)) : text, k, cells.size(), separator, out);
            }
        }
    }

    private static void field(String text, int k, int columns, char separator, Writer out) throws IOException {
        // An empty line of a single column could be taken for no line.
        if (needsQuotes(text, separator) || (text.isEmpty() && columns == 1)) {
            out.append('"').append(text.replace("\"", "\"\"")).append('"');
        } else {
            out.append(text);
        }
        out.append(k + 1 < columns ? separator : '\n');
    }

    private static boolean needsQuotes(String text, char separator) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == separator || c == '"' || c == '\n' || c == '\r') {
                return true;
            }
        }
        return false;
    }
}
