package dev.calor.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Infers the types of the columns of a table, with reasons. Every distinct value is used, none is sampled. The rules,
 * in order:
 *
 * <ol>
 * <li>{@link PersonalData}: identifier, unless the column is to be kept;
 * <li>no value, or one in every row: constant;
 * <li>no/yes, false/true, n/y, f/t, off/on, 0/1: boolean;
 * <li>names on a known {@link Scale} (months, weekdays, sizes, degrees, ranges): cyclic or ordinal;
 * <li>numbers: see {@link #number};
 * <li>points in time, all of one format: datetime;
 * <li>words: identifier where nearly no value repeats, else categorical.
 * </ol>
 *
 * Levels are those that occur. The texts '', ?, NA, N/A, NaN and null stand for a missing value in every column; -,
 * none and unknown only among numbers and dates: among words they are levels. Infinite numbers are read as missing. The
 * reason says so.
 */
final class SchemaInference {
    /** Whole numbers with at most this many different values, each {@value #LEAST_REPEATS} times on average, are ordinal. */
    private static final int MOST_ORDERED = 10;

    private static final int LEAST_REPEATS = 10;

    /** In fewer rows nearly all values may differ by chance. */
    private static final int LEAST_IDENTIFIERS = 20;

    /**
     * From this many texts on, a column whose texts all differ is an identifier: each belongs to one row. A model needs
     * at least as many rows.
     */
    private static final int LEAST_DIFFERENT = 8;

    private static final List<List<String>> NO_YES = List.of(
            List.of("no", "yes"),
            List.of("false", "true"),
            List.of("n", "y"),
            List.of("f", "t"),
            List.of("off", "on"),
            List.of("0", "1"),
            List.of("0.0", "1.0"));

    private final DistinctValues table;
    private final ColumnName name;
    private final ColumnProfile profile;
    private final boolean kept;

    private SchemaInference(DistinctValues table, ColumnName name, ColumnProfile profile, boolean kept) {
        this.kept = kept;
        this.table = table;
        this.name = name;
        this.profile = profile;
    }

    /**
     * The schema of a table.
     *
     * @param keep columns to learn even if they look like personal data or identifiers @throws IllegalArgumentException
     *     if there is no such column
     */
    static Schema of(DistinctValues table, Set<String> keep) throws IOException {
        List<String> absent =
                keep.stream().filter(column -> !table.names().contains(column)).toList();
        if (!absent.isEmpty()) {
            throw new IllegalArgumentException("there is no column '" + String.join("', '", absent)
                    + "' to keep: the columns are " + Listing.of(table.names()));
        }
        List<ColumnSchema> columns = new ArrayList<>();
        for (int k = 0; k < table.names().size(); k++) {
            String column = table.names().get(k);
            ColumnName name = ColumnName.of(column);
            ColumnProfile profile = new ColumnProfile(name, table.dialect());
            table.forEachValue(column, profile::take);
            table.addUnvisited(column, profile);
            columns.add(new SchemaInference(table, name, profile, keep.contains(column))
                    .column()
                    .storedAs(StoredType.of(table.dialect().type(k))));
        }
        return new Schema(columns, table.dialect().separator());
    }

    private ColumnSchema column() throws IOException {
        if (profile.distinct() == 0) {
            return levels(ColumnType.CONSTANT, List.of(), "no value at all");
        }
        PersonalData personal = kept ? null : profile.personal();
        if (personal != null) {
            return identifier(personal, personal.words() + ": made up afresh, never copied; keep with --keep");
        }
        if (profile.distinct() == 1 && profile.present() == profile.rows()) {
            return levels(ColumnType.CONSTANT, profile.few(), "the same value in every row");
        }
        Optional<List<String>> noYes = noYes();
        if (noYes.isPresent()) {
            return levels(ColumnType.BOOLEAN, noYes.get(), "two values that mean no and yes");
        }
        if (profile.distinct() < ColumnProfile.FEW) {
            Optional<Scale.Match> scale = Scale.of(name, profile.few());
            if (scale.isPresent()) {
                return levels(
                        scale.get().type(), scale.get().levels(), scale.get().what());
            }
        }
        Character decimal = table.dialect().decimal();
        boolean commas = decimal != null
                && decimal == ','
                && profile.styled().fits()
                && !profile.numbers().areWhole();
        if (profile.areNumbers() && !commas) {
            return number();
        }
        if (profile.dates().fits()) {
            return date();
        }
        return profile.styled().fits() ? styledNumber() : words(wordsReason());
    }

    private Optional<List<String>> noYes() {
        List<String> sorted = profile.few().stream()
                .sorted((a, b) -> a.compareToIgnoreCase(b))
                .toList();
        List<String> plain =
                sorted.stream().map(value -> value.toLowerCase(Locale.ROOT)).toList();
        return NO_YES.contains(plain) ? Optional.of(sorted) : Optional.empty();
    }

    /**
     * Numbers are codes if they start with a zero or are too long for a double, and numeric if they have a decimal
     * point. Whole numbers are datetimes, cyclic or identifiers if the name of the column suggests it too, identifiers
     * if they count the rows, levels if there are few different ones, else integers.
     */
    private ColumnSchema number() throws IOException {
        NumberProfile numbers = profile.numbers();
        boolean whole = numbers.areWhole();
        if (whole && profile.dates().fits()) {
            return date();
        }
        if (whole && isCycle(numbers, name.cycle())) {
            return levels(ColumnType.CYCLIC, "the name and " + span(numbers) + " speak of a ring of " + name.cycle());
        }
        if (numbers.areCodes()) {
            return words("numbers that start with 0 are codes");
        }
        if (numbers.areInexact()) {
            return words("whole numbers beyond 2^53 are codes: they cannot be held exactly");
        }
        if (!whole) {
            return numbers.schema(
                    name.text(),
                    tokens(true),
                    missing(true),
                    numbers.style().isPlain() ? null : numbers.style().format(),
                    explained("numbers with decimals", true));
        }
        if (!kept && profile.present() == profile.rows() && profile.isDistinct() && counts(numbers)) {
            return identifier(null, "a different whole number in every row, counting them");
        }
        if (name.saysIdentifier() && tellsRowsApart()) {
            return identifier(null, different("whole number"));
        }
        if (numbers.distinct() == 2) {
            return levels(ColumnType.CATEGORICAL, "two whole numbers");
        }
        if (numbers.distinct() <= MOST_ORDERED && numbers.rows() >= LEAST_REPEATS * numbers.distinct()) {
            return levels(
                    ColumnType.ORDINAL,
                    "only " + numbers.distinct() + " different whole numbers; take integer if others are possible");
        }
        return numbers.schema(
                name.text(),
                tokens(true),
                missing(true),
                null,
                explained(profile.about() + numbers.distinct() + " different whole numbers", true));
    }

    /** Numbers as people write them. */
    private ColumnSchema styledNumber() {
        NumberGuess styled = profile.styled();
        String other = styled.alternative();
        String reason = "numbers written as " + styled.style().format() + " is for 1234.5"
                + (other == null ? "" : "; they could also have the decimal sign '" + other + "': say --decimal");
        return styled.numbers()
                .schema(name.text(), tokens(true), missing(true), styled.style().format(), explained(reason, true));
    }

    private static String span(NumberProfile numbers) {
        return "values from " + (long) numbers.minimum() + " to " + (long) numbers.maximum();
    }

    /** Whether whole numbers, counted from 0 or 1, stay within a cycle. */
    private static boolean isCycle(NumberProfile numbers, int cycle) {
        double first = numbers.minimum() == 0 ? 0 : 1;
        return numbers.distinct() >= 3 && numbers.minimum() >= 0 && numbers.maximum() < first + cycle;
    }

    /** Whether these numbers count the rows from 0 or 1. */
    private boolean counts(NumberProfile numbers) {
        return (numbers.minimum() == 0 || numbers.minimum() == 1)
                && numbers.maximum() - numbers.minimum() + 1 == (double) profile.rows()
                && profile.rows() >= LEAST_IDENTIFIERS;
    }

    private ColumnSchema date() {
        DateGuess dates = profile.dates();
        String what = DateFormat.of(dates.pattern()).hasDate() ? "points in time" : "times of day";
        String reason = what + " as " + dates.pattern()
                + (dates.isAmbiguous()
                        ? ", day first: nothing tells days from months; change the format if it is wrong"
                        : "");
        return new ColumnSchema(
                name.text(),
                ColumnType.DATETIME,
                List.of(),
                tokens(true),
                missing(true),
                dates.minimum(),
                dates.maximum(),
                ColumnSchema.SHORTEST,
                dates.pattern(),
                explained(reason, true));
    }

    private ColumnSchema words(String reason) throws IOException {
        boolean different = !kept && profile.present() >= LEAST_DIFFERENT && profile.isDistinct();
        return different || tellsRowsApart()
                ? identifier(null, different("text") + "; " + reason)
                : levels(ColumnType.CATEGORICAL, reason);
    }

    /** Whether all values differ, or nearly all of many. */
    private boolean tellsRowsApart() {
        boolean many = profile.present() >= LEAST_IDENTIFIERS;
        boolean few = name.saysIdentifier() && profile.present() > 1 && profile.isDistinct();
        return !kept && (few || (many && profile.isNearlyDistinct()));
    }

    private String different(String what) {
        return profile.isDistinct()
                ? "a different " + what + " in every row"
                : profile.about() + profile.once() + " of " + profile.present()
                        + " values occur once: made up afresh; keep with --keep";
    }

    private String wordsReason() {
        long others = profile.present() - profile.rowsOfWords();
        if (profile.numbers().distinct() == 0) {
            return profile.about() + profile.distinct() + (profile.distinct() == 1 ? " name" : " names");
        }
        return profile.rowsOfWords() + " of " + (profile.rowsOfWords() + others) + " values are not numbers: "
                + String.join(", ", profile.words());
    }

    private ColumnSchema identifier(@Nullable PersonalData kind, String reason) {
        return new ColumnSchema(
                name.text(),
                ColumnType.IDENTIFIER,
                List.of(),
                tokens(false),
                missing(false),
                Double.NaN,
                Double.NaN,
                ColumnSchema.SHORTEST,
                kind == null ? null : kind.toString(),
                explained(reason, false));
    }

    private ColumnSchema levels(ColumnType type, String reason) throws IOException {
        return levels(type, table.levels(name.text(), tokens(profile.areNumbers())), reason);
    }

    private ColumnSchema levels(ColumnType type, List<String> levels, String reason) {
        boolean numbers = profile.areNumbers();
        return new ColumnSchema(
                name.text(),
                type,
                levels,
                tokens(numbers),
                missing(numbers),
                Double.NaN,
                Double.NaN,
                ColumnSchema.SHORTEST,
                null,
                explained(reason, numbers));
    }

    private Map<String, Long> missingTokens(boolean amongNumbers) {
        return amongNumbers ? profile.missingAmongNumbers() : profile.missingAmongWords();
    }

    private List<String> tokens(boolean amongNumbers) {
        return List.copyOf(missingTokens(amongNumbers).keySet());
    }

    private long missing(boolean amongNumbers) {
        return missingTokens(amongNumbers).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /** A reason, and which texts were read as missing. */
    private String explained(String reason, boolean amongNumbers) {
        String taken = missingTokens(amongNumbers).entrySet().stream()
                .map(entry -> (entry.getKey().isEmpty() ? "empty" : "'" + entry.getKey() + "'") + " ("
                        + entry.getValue() + ")")
                .collect(Collectors.joining(", "));
        return taken.isEmpty() ? reason : reason + "; missing: " + taken;
    }
}
