package dev.calor.table;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the first line of a delimited text says: the separator and the names of the columns. */
record CsvHeader(char separator, List<String> names) {
    /** Those looked for. */
    static final String SEPARATORS = ",;\t|";

    private static final int LONGEST = 1 << 24;

    /**
     * Reads the first line.
     *
     * @param separator between fields, or null for the one of comma, semicolon, tab and bar that occurs most often
     */
    static CsvHeader of(TextFile file, @Nullable Character separator) throws IOException {
        String line = firstLine(file);
        if (line.isBlank()) {
            throw file.complaint(1, "is empty; it must hold the names of the columns");
        }
        char chosen = separator != null ? separator : likelySeparator(line);
        return new CsvHeader(chosen, split(line, chosen));
    }

    private static String firstLine(TextFile file) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean quoted = false;
        try (InputStream in = file.open()) {
            int b = in.read();
            while (b >= 0 && (quoted || (b != '\n' && b != '\r')) && bytes.size() < LONGEST) {
                quoted ^= b == '"';
                bytes.write(b);
                b = in.read();
            }
        }
        byte[] line = bytes.toByteArray();
        boolean wide = line.length >= 2 && ((line[0] & 0xff) ^ (line[1] & 0xff)) == 1 && (line[0] & 0xfe) == 0xfe;
        if (wide) {
            throw file.complaint(1, "is not text in UTF-8 but in UTF-16; convert the file");
        }
        if (bytes.toString(StandardCharsets.ISO_8859_1).indexOf('\0') >= 0) {
            throw file.complaint(1, "is not text; is it a table?");
        }
        if (quoted) {
            throw file.complaint(1, "a quote is never closed; close it, or double it inside a name");
        }
        String text = TextFile.decode(line);
        if (text == null) {
            throw file.notUtf8(1);
        }
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    /** The one that occurs most often outside quotes. */
    private static char likelySeparator(String header) {
        String bare = header.replaceAll("\"[^\"]*\"", "");
        char likely = ',';
        long most = 0;
        for (int i = 0; i < SEPARATORS.length(); i++) {
            char candidate = SEPARATORS.charAt(i);
            long count = bare.chars().filter(c -> c == candidate).count();
            if (count > most) {
                most = count;
                likely = candidate;
            }
        }
        return likely;
    }

    /** The fields of a line, without their quotes and the blanks around them. */
    private static List<String> split(String line, char separator) {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quoted && c == '"' && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                field.append(c);
                i++;
            } else if (c == '"' && (quoted || field.isEmpty())) {
                quoted = !quoted;
            } else if (c == separator && !quoted) {
                fields.add(field.toString().strip());
                field.setLength(0);
            } else {
                field.append(c);
            }
        }
        fields.add(field.toString().strip());
        return fields;
    }
}
