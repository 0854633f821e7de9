package dev.calor.table;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The header of a delimited text.
 *
 * @param separator between fields
 * @param names of the columns
 * @param skipped lines before the names: one if the first line is like {@code sep=;}
 * @param named whether a line holds the names
 * @param lineEnd the line end of the first line; null if there is only one line
 */
record CsvHeader(
        char separator,
        List<String> names,
        int skipped,
        boolean named,
        @Nullable String lineEnd) {
    /** The separators that are recognised. */
    static final String SEPARATORS = ",;\t|";

    private static final int LONGEST = 1 << 24;
    private static final int LOOKED_AT = 200;
    private static final Pattern SEP = Pattern.compile("\"?sep=(.)\"?", Pattern.CASE_INSENSITIVE);

    /**
     * Reads the first lines.
     *
     * @param separator between fields; null to choose the one of comma, semicolon, tab and bar that fits the lines best
     * @param named whether the first line holds the names; otherwise columns are called column1, column2, …
     * @throws IllegalArgumentException if the file is not UTF-8 text, or the first line is empty
     */
    static CsvHeader of(TextFile file, @Nullable Character separator, boolean named) throws IOException {
        Lines read = firstLines(file);
        List<String> lines = read.lines;
        Matcher sep = SEP.matcher(lines.get(0));
        int skipped = sep.matches() ? 1 : 0;
        if (lines.size() <= skipped || lines.get(skipped).isBlank()) {
            throw file.complaint(1 + skipped, "is empty; it must hold the names of the columns");
        }
        char chosen = separator != null
                ? separator
                : sep.matches() ? sep.group(1).charAt(0) : likelySeparator(lines.subList(skipped, lines.size()));
        List<String> first = split(lines.get(skipped), chosen);
        List<String> names = named
                ? first
                : IntStream.rangeClosed(1, first.size())
                        .mapToObj(k -> "column" + k)
                        .toList();
        return new CsvHeader(chosen, names, skipped, named, read.lineEnd);
    }

    /** Records, which may go over several lines, and how the first one ends. */
    private record Lines(List<String> lines, @Nullable String lineEnd) {}

    private static Lines firstLines(TextFile file) throws IOException {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(); // of bytes
        String lineEnd = null;
        boolean quoted = false;
        int length = 0;
        try (InputStream in = file.open()) {
            int b = in.read();
            while (b >= 0 && lines.size() < LOOKED_AT && length < LONGEST) {
                int next = in.read();
                if (!quoted && (b == '\n' || b == '\r')) {
                    boolean both = b == '\r' && next == '\n';
                    lineEnd = lineEnd != null ? lineEnd : both ? "\r\n" : String.valueOf((char) b);
                    lines.add(text(file, line, lines.size() + 1));
                    line.setLength(0);
                    next = both ? in.read() : next;
                } else {
                    quoted ^= b == '"';
                    line.append((char) b);
                    length++;
                }
                b = next;
            }
        }
        if (quoted && lines.isEmpty()) {
            throw file.complaint(1, "a quote is never closed; close it, or double it inside a name");
        }
        if (lines.isEmpty() || (!quoted && line.length() > 0 && length < LONGEST && lines.size() < LOOKED_AT)) {
            lines.add(text(file, line, lines.size() + 1));
        }
        return new Lines(lines, lineEnd);
    }

    private static String text(TextFile file, StringBuilder bytes, int line) {
        if (bytes.indexOf("\0") >= 0) {
            throw file.complaint(line, "is not text; is it a table?");
        }
        String text = TextFile.decode(bytes.toString().getBytes(StandardCharsets.ISO_8859_1));
        if (text == null) {
            throw file.notUtf8(line);
        }
        return line == 1 && text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    /**
     * The separator that splits most lines into as many fields as the first line; among equals, the one with the most
     * fields.
     */
    private static char likelySeparator(List<String> lines) {
        List<String> full = lines.stream().filter(line -> !line.isBlank()).toList();
        char likely = ',';
        double best = 0;
        for (int i = 0; i < SEPARATORS.length(); i++) {
            char candidate = SEPARATORS.charAt(i);
            int fields = split(full.get(0), candidate).size();
            long alike = full.stream()
                    .filter(line -> split(line, candidate).size() == fields)
                    .count();
            double share = (double) alike / full.size();
            double score = fields < 2 ? 0 : share + 1e-6 * fields; // fields only decide between equals
            if (score > best) {
                best = score;
                likely = candidate;
            }
        }
        return likely;
    }

    /** The fields of a line, without their quotes and the blanks around them. */
    static List<String> split(String line, char separator) {
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
