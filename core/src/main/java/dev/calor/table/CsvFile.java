package dev.calor.table;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A delimited text and the lines of its records. DuckDB reads the values; this class adds what DuckDB does not report:
 * the line of a row, and all problems of a file, not just the first.
 */
record CsvFile(TextFile file, CsvHeader header) {
    /** The most bytes of a record that DuckDB reads. */
    static final int LONGEST = 2_000_000;

    /** Visits a record: its row counted from 0, its first line, its number of fields. Returns whether to continue. */
    private interface RecordVisitor {
        boolean visit(long row, long line, int fields);
    }

    /** Visits the records after the header; returns whether the last one ended inside quotes. */
    private boolean walk(RecordVisitor visitor) throws IOException {
        long row = header.named() ? -1 : 0; // the names
        row -= header.skipped();
        long line = 1;
        long start = 1;
        int fields = 1;
        boolean empty = true;
        boolean fieldStart = true;
        boolean quoted = false;
        try (InputStream in = file.open()) {
            int b = in.read();
            while (true) {
                int next = b < 0 ? -1 : in.read();
                boolean lineEnd = b == '\n' || (b == '\r' && next != '\n');
                line += lineEnd ? 1 : 0;
                if (b < 0 || (lineEnd && !quoted)) {
                    boolean counts = row < 0
                            || !empty
                            || (header.names().size() == 1 && b >= 0); // DuckDB's rule for blank lines
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
                } else if (b == header.separator() && !quoted) {
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

    /** The first lines of these rows, which ascend and are counted from 0 after the header. */
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
                : Arrays.stream(rows)
                        .map(row -> row + 1 + header.skipped() + (header.named() ? 1 : 0))
                        .toArray();
    }

    /** The exception that describes the problems of this file, which DuckDB refused. */
    IllegalArgumentException complaint(String reasonOfDuck) throws IOException {
        IllegalArgumentException tooLong = tooLong();
        if (tooLong != null) {
            return tooLong;
        }
        long malformed = file.firstMalformedLine();
        if (malformed > 0) {
            return file.notUtf8(malformed);
        }
        long[] ragged = new long[3]; // how many, the first one's line and fields
        long[] last = new long[1];
        boolean open = walk((row, line, fields) -> {
            last[0] = line;
            if (fields != header.names().size() && ragged[0]++ == 0) {
                ragged[1] = line;
                ragged[2] = fields;
            }
            return true;
        });
        if (open) {
            return file.complaint(last[0], "a quote is never closed; close it, or double it inside a field");
        }
        if (ragged[0] > 0) {
            String separator = header.separator() == '\t' ? "\\t" : String.valueOf(header.separator());
            return file.complaint(
                    ragged[1],
                    "has " + ragged[2] + " fields where the header has "
                            + header.names().size() + more(ragged[0] - 1)
                            + "; correct the line, or quote fields that hold the separator '" + separator + "'");
        }
        String ends = mixedLineEnds();
        return new IllegalArgumentException(file.name() + ": " + (ends == null ? reasonOfDuck : ends));
    }

    /** Whether the last line is longer than the limit: DuckDB ends before one of a hundred megabytes without an error. */
    boolean lastIsTooLong() throws IOException {
        byte[] block = new byte[1 << 16];
        int line = 0; // bytes of this line, up to one more than the limit, and of the last one that was not empty
        int before = 0;
        try (InputStream in = file.open()) {
            if (!file.gzip()) {
                in.skipNBytes(Math.max(0, Files.size(file.path()) - 2L * LONGEST));
            }
            for (int bytes = in.read(block); bytes >= 0; bytes = in.read(block)) {
                for (int i = 0; i < bytes; i++) {
                    if (block[i] == '\n' || block[i] == '\r') {
                        before = line > 0 ? line : before;
                        line = 0;
                    } else if (line <= LONGEST) {
                        line++;
                    }
                }
            }
        }
        return (line > 0 ? line : before) > LONGEST;
    }

    /**
     * An error about the first record that is longer than the limit; null if there is none. Reads no more of it than
     * the limit.
     */
    @Nullable
    IllegalArgumentException tooLong() throws IOException {
        long line = 1;
        long start = 1;
        int length = 0;
        boolean quoted = false;
        try (InputStream in = file.open()) {
            for (int b = in.read(); b >= 0; b = in.read()) {
                quoted ^= b == '"';
                line += b == '\n' ? 1 : 0;
                boolean ends = b == '\n' && !quoted;
                length = ends ? 0 : length + 1;
                start = ends ? line : start;
                if (length > LONGEST) {
                    return file.complaint(
                            start,
                            "is longer than " + LONGEST
                                    + " bytes, the most a row may have; shorten it, or close the quote that it opens");
                }
            }
        }
        return null;
    }

    /** An error about mixed line ends; null if all lines end alike. */
    private @Nullable String mixedLineEnds() throws IOException {
        boolean[] seen = new boolean[2]; // LF, CRLF
        boolean quoted = false;
        try (InputStream in = file.open()) {
            int last = -1;
            for (int b = in.read(); b >= 0; b = in.read()) {
                quoted ^= b == '"';
                if (b == '\n' && !quoted) {
                    seen[last == '\r' ? 1 : 0] = true;
                }
                last = b;
            }
        }
        return seen[0] && seen[1] ? "some lines end with LF, others with CRLF; make them alike, as by dos2unix" : null;
    }

    /** The number of further rows, in parentheses; empty if there are none. */
    static String more(long rows) {
        return rows == 0 ? "" : " (" + rows + (rows == 1 ? " more row)" : " more rows)");
    }
}
