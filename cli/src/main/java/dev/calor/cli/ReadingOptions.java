package dev.calor.cli;

import dev.calor.table.FileOptions;
import dev.calor.table.TableSource;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options for reading files whose format cannot be detected. */
final class ReadingOptions {
    private static final Set<Path> STANDARD = Set.of(Path.of("-"), Path.of("/dev/stdin"));

    @Option(
            names = "--delimiter",
            paramLabel = "C",
            converter = Separator.class,
            description =
                    "What divides the fields of text: a character, tab or space (default: found in the first lines).")
    private @Nullable Character delimiter;

    @Option(
            names = "--decimal",
            paramLabel = "C",
            description = "The decimal sign of numbers, . or , (default: detected from the values).")
    private @Nullable Character decimal;

    @Option(
            names = "--encoding",
            paramLabel = "NAME",
            converter = Encoding.class,
            description = "Encoding of text, such as latin1 or windows-1252 (default: UTF-8).")
    private @Nullable Charset encoding;

    @Option(names = "--no-header", description = "The first line holds values; columns are column1, column2, …")
    private boolean noHeader;

    @Option(
            names = "--missing",
            paramLabel = "TEXT",
            description =
                    "A text that stands for a missing value, besides NA, ?, null and the like; repeat it for several.")
    private List<String> missing = List.of();

    /** A table in a file; - is standard input. */
    TableSource source(Path file, @Nullable String format) {
        FileOptions options = new FileOptions(format, delimiter, decimal, encoding, !noHeader, Set.copyOf(missing));
        return STANDARD.contains(file)
                ? TableSource.stream("standard input", System.in, options)
                : TableSource.file(file, options);
    }

    /** A character, or its name. */
    static final class Separator implements ITypeConverter<Character> {
        @Override
        public Character convert(String word) {
            return switch (word) {
                case "tab", "\\t" -> '\t';
                case "space" -> ' ';
                default -> {
                    if (word.length() != 1) {
                        throw new TypeConversionException("'" + word + "' is not one character, tab or space");
                    }
                    yield word.charAt(0);
                }
            };
        }
    }

    /** A charset by any of its names. */
    static final class Encoding implements ITypeConverter<Charset> {
        @Override
        public Charset convert(String word) {
            try {
                return Charset.forName(word);
            } catch (IllegalArgumentException unknown) {
                throw new TypeConversionException(
                        "'" + word + "' is not a known encoding: such as utf-8, latin1, windows-1252, utf-16");
            }
        }
    }
}
