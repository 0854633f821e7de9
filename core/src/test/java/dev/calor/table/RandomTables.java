package dev.calor.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.arbitraries.StringArbitrary;
import org.jspecify.annotations.Nullable;

/** Tables of all types of columns, with awkward names and levels. */
final class RandomTables {
    private static final List<String> FORMATS = List.of(
            "yyyy-MM-dd",
            "dd/MM/yyyy",
            "yyyy-MM-dd HH:mm:ss",
            "yyyy-MM-dd'T'HH:mm:ss.SSS",
            "d.M.yyyy H:mm",
            "dd-MMM-yyyy");

    private static final double FAR = 4e9; // seconds: the years from 1843 to 2096

    private RandomTables() {}

    /** Any text that a field can hold: separators, quotes, line ends, other scripts. */
    private static Arbitrary<String> words() {
        StringArbitrary any = Arbitraries.strings()
                .withChars("aZ09,;\t|\"'\n\r .-<>=%{}[]äß€猫")
                .ofMinLength(1)
                .ofMaxLength(6);
        return any.filter(word -> !word.startsWith(" ")
                && !word.endsWith(" ")
                && !MissingTokens.ALWAYS.contains(word)
                && !word.equals("\r"));
    }

    /** A table of up to six columns. */
    static Arbitrary<Table> tables() {
        return Arbitraries.integers().between(1, 12).flatMap(rows -> Combinators.combine(
                        column(rows).list().ofMinSize(1).ofMaxSize(6),
                        words().filter(name ->
                                        name.equals(name.strip()) && !name.contains("\n") && !name.contains("\r"))
                                .list()
                                .ofSize(6)
                                .uniqueElements())
                .as((columns, names) -> new Table(
                        new Schema(IntStream.range(0, columns.size())
                                .mapToObj(k -> named(columns.get(k).schema, names.get(k)))
                                .toList()),
                        columns.stream().map(Filled::column).toList())));
    }

    /** A column with its schema, still without a name. */
    private record Filled(ColumnSchema schema, Column column) {}

    private static ColumnSchema named(ColumnSchema schema, String name) {
        return new ColumnSchema(
                name,
                schema.type(),
                schema.levels(),
                schema.missingTokens(),
                schema.missing(),
                schema.minimum(),
                schema.maximum(),
                schema.decimals(),
                schema.leastDecimals(),
                schema.dateFormat(),
                schema.reason());
    }

    private static Arbitrary<Filled> column(int rows) {
        return Arbitraries.of(ColumnType.class).flatMap(type -> switch (type) {
            case NUMERIC -> numeric(rows);
            case INTEGER -> integer(rows);
            case DATETIME -> datetime(rows);
            case IDENTIFIER -> identifier(rows);
            case CATEGORICAL, ORDINAL, CYCLIC, BOOLEAN, CONSTANT -> levels(rows, type);
        });
    }

    private static Arbitrary<List<String>> tokens() {
        return Arbitraries.of("", "NA", "?", "n.a.", "-999")
                .list()
                .uniqueElements()
                .ofMaxSize(2);
    }

    private static Filled filled(
            ColumnType type,
            List<String> levels,
            List<String> tokens,
            int[] decimals,
            @Nullable String format,
            Column column) {
        double[] values = column instanceof Column.Numbers numbers
                ? Arrays.stream(numbers.values())
                        .filter(value -> !Double.isNaN(value))
                        .toArray()
                : new double[0];
        long missing =
                IntStream.range(0, column.rows()).filter(column::isMissing).count();
        double minimum = Arrays.stream(values).min().orElse(Double.NaN);
        double maximum = Arrays.stream(values).max().orElse(Double.NaN);
        return new Filled(
                new ColumnSchema(
                        "",
                        type,
                        levels,
                        tokens,
                        missing,
                        minimum,
                        maximum,
                        decimals[1],
                        decimals[0],
                        format,
                        "made up"),
                column);
    }

    private static Arbitrary<Column.Numbers> numbers(int rows, Arbitrary<Double> values) {
        return values.injectNull(0.2)
                .list()
                .ofSize(rows)
                .map(list -> new Column.Numbers(list.stream()
                        .mapToDouble(value -> value == null || value == -999 ? Double.NaN : value + 0.0)
                        .toArray()));
    }

    /** Numbers that their decimals can hold: whole numbers over a power of ten, or any. */
    private static Arbitrary<Filled> numeric(int rows) {
        Arbitrary<int[]> decimals = Arbitraries.of(
                new int[] {0, 0}, new int[] {2, 2}, new int[] {0, 3}, new int[] {1, 4}, new int[] {0, -1}, new int[] {
                    1, -1
                });
        return Combinators.combine(decimals, tokens()).flatAs((d, tokens) -> {
            Arbitrary<Double> any = Arbitraries.doubles();
            Arbitrary<Double> rounded = Arbitraries.longs()
                    .between(-1_000_000_000_000L, 1_000_000_000_000L)
                    .map(whole -> Double.parseDouble(whole + "e-" + d[1]));
            return numbers(rows, d[1] < 0 ? any : rounded)
                    .map(column -> filled(ColumnType.NUMERIC, List.of(), tokens, d, null, column));
        });
    }

    private static Arbitrary<Filled> integer(int rows) {
        Arbitrary<Double> whole =
                Arbitraries.longs().between(-(1L << 53), 1L << 53).map(value -> (double) value);
        return Combinators.combine(numbers(rows, whole), tokens())
                .as((column, tokens) -> filled(ColumnType.INTEGER, List.of(), tokens, new int[] {0, 0}, null, column));
    }

    private static Arbitrary<Filled> datetime(int rows) {
        return Combinators.combine(Arbitraries.of(FORMATS), tokens()).flatAs((pattern, tokens) -> {
            DateFormat format = DateFormat.of(pattern);
            // To the format's own precision: what it writes it reads.
            Arbitrary<Double> moments =
                    Arbitraries.doubles().between(-FAR, FAR).map(seconds -> format.parse(format.format(seconds)));
            return numbers(rows, moments)
                    .map(column -> filled(ColumnType.DATETIME, List.of(), tokens, new int[] {0, -1}, pattern, column));
        });
    }

    private static Arbitrary<Filled> identifier(int rows) {
        return Combinators.combine(
                        words().filter(word -> !List.of("n.a.", "-999").contains(word))
                                .injectNull(0.1)
                                .list()
                                .ofSize(rows),
                        tokens())
                .as((texts, tokens) -> filled(
                        ColumnType.IDENTIFIER,
                        List.of(),
                        tokens,
                        new int[] {0, -1},
                        null,
                        new Column.Texts(new ArrayList<>(texts))));
    }

    private static Arbitrary<Filled> levels(int rows, ColumnType type) {
        Arbitrary<String> whole = Arbitraries.integers().between(-3, 12).map(String::valueOf);
        Arbitrary<List<String>> truth = Arbitraries.of(List.of("false", "true"), List.of("NA", "nan"));
        Arbitrary<List<String>> lists = Arbitraries.oneOf(
                words().list().ofMinSize(1).ofMaxSize(5).uniqueElements(),
                whole.list().ofMinSize(1).ofMaxSize(5).uniqueElements(),
                truth);
        return Combinators.combine(lists, tokens()).flatAs((levels, tokens) -> Arbitraries.integers()
                .between(Column.MISSING, levels.size() - 1)
                .list()
                .ofSize(rows)
                .map(codes -> filled(
                        type,
                        levels,
                        tokens.stream().filter(token -> !levels.contains(token)).toList(),
                        new int[] {0, -1},
                        null,
                        new Column.Codes(
                                codes.stream().mapToInt(Integer::intValue).toArray()))));
    }
}
