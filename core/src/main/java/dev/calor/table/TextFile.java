package dev.calor.table;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A text in UTF-8, compressed or not.
 *
 * @param name its name in error messages
 */
record TextFile(Path path, boolean gzip, String name) {
    private static final int BUFFER = 1 << 16;

    InputStream open() throws IOException {
        InputStream raw = new BufferedInputStream(Files.newInputStream(path), BUFFER);
        return gzip ? new BufferedInputStream(new GZIPInputStream(raw, BUFFER), BUFFER) : raw;
    }

    /** The text of bytes; null where they are not UTF-8. */
    static @Nullable String decode(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException malformed) {
            return null;
        }
    }

    /** The first line that is not UTF-8; 0 where all are. */
    long firstMalformedLine() throws IOException {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(open(), StandardCharsets.ISO_8859_1))) {
            long number = 1;
            for (String line = lines.readLine(); line != null; line = lines.readLine(), number++) {
                if (decode(line.getBytes(StandardCharsets.ISO_8859_1)) == null) {
                    return number;
                }
            }
            return 0;
        }
    }

    /** The exception for an error on a line. */
    IllegalArgumentException complaint(long line, String complaint) {
        return new IllegalArgumentException(name + ":" + line + " " + complaint);
    }

    IllegalArgumentException notUtf8(long line) {
        return complaint(line, "is not text in UTF-8; say what it is, such as --encoding latin1, or convert the file");
    }
}
