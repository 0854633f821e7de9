package dev.calor.table;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The shape of a delimited text: its separator and column names, taken from the first line, and where its records stand. DuckDB reads
 * the values; this class says what DuckDB does not: which line a row is on, and all that is wrong with a file, not the first thing.
 */
final class CsvFile {
    /** Those looked for in a header. */
    static final String SEPARATORS = ",;\t|";

    private final Path file;
    private final boolean gzip;
    private final char separator;
    private final List<String> names;

    private CsvFile(Path file, boolean gzip, char separator, List<String> names) {
        this.file = file;
        this.gzip = gzip;
        this.separator = separator;
        this.names = names;
    }

    /**
     * Reads the first line.
     *
     * @param separator between fields, or null for the one of comma, semicolon, tab and bar that occurs most often in the first line
     */
    static CsvFile of(Path file, boolean gzip, @Nullable Character separator) throws IOException {
        String header = header(file, gzip);
        if (header.isBlank()) {
            throw new IllegalArgumentException(
                    file + ": the first line is empty; it must hold the names of the columns");
        }
        char chosen = separator != null ? separator : likelySeparator(header);
        return new CsvFile(file, gzip, chosen, split(header, chosen));
    }

    char separator() {
        return separator;
    }

    List<String> names() {
        return names;
    }

    private static InputStream open(Path file, boolean gzip) throws IOException {
        InputStream raw = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
        return gzip ? new BufferedInputStream(new GZIPInputStream(raw, 1 << 16), 1 << 16) : raw;
    }

    private static String header(Path file, boolean gzip) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean quoted = false;
        try (InputStream in = open(file, gzip)) {
            for (int b = in.read(); b >= 0 && (quoted || (b != '\n' && b != '\r')); b = in.read()) {
                quoted ^= b == '"';
                bytes.write(b);
            }
        }
        byte[] line = bytes.toByteArray();
        boolean wide = line.length >= 2 && ((line[0] & 0xff) ^ (line[1] & 0xff)) == 1 && (line[0] & 0xfe) == 0xfe;
        if (wide || bytes.toString(StandardCharsets.ISO_8859_1).indexOf('\0') >= 0) {
            throw new IllegalArgumentException(file + ":1 is not text in UTF-8"
                    + (wide ? " but in UTF-16; convert the file" : "; is it a table?"));
        }
        if (quoted) {
            throw new IllegalArgumentException(
                    file + ":1 a quote is never closed; close it, or double it inside a name");
        }
        String text = decode(line);
        if (text == null) {
            throw notUtf8(file, 1);
        }
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    private static @Nullable String decode(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException malformed) {
            return null;
        }
    }

    private static IllegalArgumentException notUtf8(Path file, long line) {
        return new IllegalArgumentException(
                file + ":" + line + " is not text in UTF-8; convert the file, as by 'iconv -f latin1 -t utf-8'");
    }

    private static char likelySeparator(String header) {
        char likely = ',';
        int most = 0;
        for (int i = 0; i < SEPARATORS.length(); i++) {
            int fields = split(header, SEPARATORS.charAt(i)).size();
            if (fields > most) {
                most = fields;
                likely = SEPARATORS.charAt(i);
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

    /** Takes a record: its row counted from 0, the line it starts on, its fields. Returns whether to go on. */
    private interface RecordVisitor {
        boolean visit(long row, long line, int fields);
    }

    /** Walks over the records after the header; whether the last one ended inside quotes. */
    private boolean walk(RecordVisitor visitor) throws IOException {
        long row = -1; // the header
        long line = 1;
        long start = 1;
        int fields = 1;
        boolean empty = true;
        boolean fieldStart = true;
        boolean quoted = false;
        try (InputStream in = open(file, gzip)) {
            int b = in.read();
            while (true) {
                int next = b < 0 ? -1 : in.read();
                boolean lineEnd = b == '\n' || (b == '\r' && next != '\n');
                line += lineEnd ? 1 : 0;
                if (b < 0 || (lineEnd && !quoted)) {
                    boolean counts =
                            row < 0 || !empty || (names.size() == 1 && b >= 0); // DuckDB's rule for blank lines
                    if (counts && row >= 0 && !visitor.visit(row, start, fields)) {
                        return false;
                    }
                    row += counts ? 1 : 0;
                    if (b < 0) {
                        return quoted;
                    }
                    start = line;
                    fields = 1;
                    empty = true;
                    fieldStart = true;
                } else if (b == '"' && (quoted || fieldStart)) {
                    quoted = !quoted; // a doubled quote closes and opens again
                    fieldStart = quoted ? false : next == '"';
                    empty = false;
                } else if (b == separator && !quoted) {
                    fields++;
                    fieldStart = true;
                    empty = false;
                } else if (b != '\r') {
                    fieldStart = false;
                    empty = false;
                }
                b = next;
            }
        }
    }

    /** The lines these rows start on; rows ascend and count from 0 after the header. */
    long[] lines(long... rows) throws IOException {
        long[] lines = new long[rows.length];
        int[] found = new int[1];
        walk((row, line, fields) -> {
            while (found[0] < rows.length && rows[found[0]] == row) {
                lines[found[0]++] = line;
            }
            return found[0] < rows.length;
        });
        return found[0] == rows.length
                ? lines
                : Arrays.stream(rows).map(row -> row + 2).toArray();
    }

    /** What is wrong with this file, which DuckDB refused. */
    IllegalArgumentException complaint(String reasonOfDuck) throws IOException {
        long malformed = firstMalformedLine();
        if (malformed > 0) {
            return notUtf8(file, malformed);
        }
        long[] ragged = new long[3]; // how many, the first one's line and fields
        long[] last = new long[1];
        boolean open = walk((row, line, fields) -> {
            last[0] = line;
            if (fields != names.size() && ragged[0]++ == 0) {
                ragged[1] = line;
                ragged[2] = fields;
            }
            return true;
        });
        if (open) {
            return new IllegalArgumentException(
                    file + ":" + last[0] + " a quote is never closed; close it, or double it inside a field");
        }
        if (ragged[0] > 0) {
            return new IllegalArgumentException(
                    file + ":" + ragged[1] + " has " + ragged[2] + " fields where the header has "
                            + names.size() + more(ragged[0] - 1)
                            + "; correct the line, or quote fields that hold the separator '"
                            + (separator == '\t' ? "\\t" : separator) + "'");
        }
        return new IllegalArgumentException(file + ": " + reasonOfDuck);
    }

    /** How many more rows there are, in brackets; nothing if none. */
    static String more(long rows) {
        return rows == 0 ? "" : " (" + rows + (rows == 1 ? " more row)" : " more rows)");
    }

    private long firstMalformedLine() throws IOException {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(open(file, gzip), StandardCharsets.ISO_8859_1))) {
            long number = 1;
            for (String line = lines.readLine(); line != null; line = lines.readLine(), number++) {
                if (decode(line.getBytes(StandardCharsets.ISO_8859_1)) == null) {
                    return number;
                }
            }
            return 0;
        }
    }
}
