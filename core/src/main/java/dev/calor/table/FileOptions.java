package dev.calor.table;

import java.nio.charset.Charset;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the user says about a file; everything else is detected.
 *
 * @param format csv, tsv, json or parquet; null to use the extension, or the first bytes of a stream
 * @param delimiter between fields; null to detect comma, semicolon, tab or bar from the first lines
 * @param decimal the decimal sign of numbers, a point or a comma; null to detect it from the values
 * @param encoding of text; null for UTF-8, or UTF-16 if the file starts with a byte order mark
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

    /** No options: everything is detected. */
    public static final FileOptions NONE = new FileOptions(null, null, null, null, true, Set.of());

    /**
     * Checks the signs and copies the set.
     *
     * @throws IllegalArgumentException if the decimal sign is neither a point nor a comma, or the delimiter is not
     *     allowed
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

    /** The same options, with these texts standing for missing values. */
    public FileOptions withMissing(Set<String> tokens) {
        return new FileOptions(format, delimiter, decimal, encoding, header, tokens);
    }
}
