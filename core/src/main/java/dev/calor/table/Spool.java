package dev.calor.table;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Writer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** Copies what can be read only once, or not by DuckDB, to a private file: streams, pipes, text in other encodings. */
final class Spool {
    private static final int BUFFER = 1 << 16;
    private static final int BEGINNING = 4;

    private Spool() {}

    /** Copies a stream, unpacked where it is packed by gzip. */
    static Path stream(InputStream raw, Duck duck) throws IOException {
        Path copy = duck.temporary("spooled");
        try (PushbackInputStream stream = new PushbackInputStream(raw, BEGINNING);
                InputStream plain = isGzip(stream) ? new GZIPInputStream(stream, BUFFER) : stream) {
            Files.copy(plain, copy);
        }
        return copy;
    }

    private static boolean isGzip(PushbackInputStream stream) throws IOException {
        byte[] start = stream.readNBytes(2);
        stream.unread(start);
        return start.length == 2 && (start[0] & 0xff) == 0x1f && (start[1] & 0xff) == 0x8b;
    }

    /** The format of a file, by its first bytes. */
    static FileFormat format(Path file) throws IOException {
        try (InputStream stream = Files.newInputStream(file)) {
            String start = new String(stream.readNBytes(BEGINNING), StandardCharsets.ISO_8859_1);
            return start.equals("PAR1")
                    ? FileFormat.PARQUET
                    : start.stripLeading().startsWith("{")
                                    || start.stripLeading().startsWith("[")
                            ? FileFormat.JSON
                            : FileFormat.CSV;
        }
    }

    /** The encoding of the byte order mark at the beginning of a text; null if there is none. */
    static @Nullable Charset marked(TextFile file) throws IOException {
        try (InputStream stream = file.open()) {
            byte[] start = stream.readNBytes(2);
            int mark = start.length < 2 ? 0 : ((start[0] & 0xff) << 8) | (start[1] & 0xff);
            return mark == 0xfeff || mark == 0xfffe ? StandardCharsets.UTF_16 : null;
        }
    }

    /** Copies a text into UTF-8. */
    static TextFile decoded(TextFile file, Charset encoding, Duck duck) throws IOException {
        Path copy = duck.temporary("decoded");
        CharsetDecoder strict = encoding.newDecoder();
        long line = 1;
        try (BufferedReader in = new BufferedReader(new InputStreamReader(file.open(), strict), BUFFER);
                Writer out = Files.newBufferedWriter(copy, StandardCharsets.UTF_8)) {
            for (int c = in.read(); c >= 0; c = in.read()) {
                line += c == '\n' ? 1 : 0;
                out.write(c);
            }
        } catch (CharacterCodingException wrong) {
            throw new IllegalArgumentException(
                    file.name() + ", about line " + line + ", is not text in " + encoding + "; give another --encoding",
                    wrong);
        }
        return new TextFile(copy, false, file.name());
    }
}
