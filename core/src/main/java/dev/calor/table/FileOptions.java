package dev.calor.table;

import java.nio.charset.Charset;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the user says about a file; everything else is detected.
 *
 * @param format csv, tsv, json or parquet; null for what the extension says, or what a stream begins with
 * @param delimiter between fields; null for the one of comma, semicolon, tab and bar that divides the first lines alike
 * @param decimal the decimal sign of numbers, a point or a comma; null for what the values say
 * @param encoding of text; null for UTF-8, or UTF-16 where the file says so
 * @param header whether the first line of delimited text holds the names of the columns
 * @param missing more texts that stand for a missing value
 */
public record FileOptions(
        @Nullable String format,
        @Nullable Character delimiter,
        @Nullable Character decimal,
        @Nullable Charset encoding,
        boolean header,
        Set<String> missing) {

    /** Nothing is known. */
    public static final FileOptions NONE = new FileOptions(null, null, null, null, true, Set.of());

    /**
     * Checks the signs and copies the set.
     *
     * @throws IllegalArgumentException if there is no such decimal sign, or fields cannot be divided by this character
     */
    public FileOptions {
        missing = Set.copyOf(missing);
        if (decimal != null && decimal != '.' && decimal != ',') {
            throw new IllegalArgumentException(
                    "the decimal sign '" + decimal + "' is neither . nor ,; give one of them");
        }
        if (delimiter != null && (delimiter == '"' || delimiter == '\n' || delimiter == '\r')) {
            throw new IllegalArgumentException(
                    "fields cannot be divided by quotes or line ends; give another character");
        }
        if (format != null) {
            FileFormat.named(format);
        }
    }

    /** The same, with texts that stand for a missing value. */
    public FileOptions withMissing(Set<String> tokens) {
        return new FileOptions(format, delimiter, decimal, encoding, header, tokens);
    }
}
