package dev.calor.table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of the distinct values of a column, collected in one pass. Memory does not grow with the column: of many
 * values only counts and extremes are kept.
 */
final class ColumnProfile {
    /** The number of distinct values that are kept: more than any known scale of names has. */
    static final int FEW = 100;

    /** If at least this fraction of values occurs once, a text is an identifier. */
    static final double NEARLY_ALL = 0.8;

    private static final int EXAMPLES = 3;

    private final Map<String, Long> missing = new LinkedHashMap<>();
    private final Map<String, Long> doubtful = new LinkedHashMap<>();
    private final List<String> few = new ArrayList<>();
    private final List<String> words = new ArrayList<>();
    private final NumberProfile numbers = new NumberProfile();
    private final DateGuess dates;
    private final PersonalGuess personal;
    private final NumberGuess styled;
    private final Set<String> blanks;
    private long once;
    private long rows;
    private long present;
    private long distinct;
    private long rowsOfWords;
    private boolean estimated;

    ColumnProfile(ColumnName name, TableSource.Dialect dialect) {
        styled = new NumberGuess(dialect);
        blanks = new HashSet<>(MissingTokens.ALWAYS);
        blanks.addAll(dialect.missing());
        dates = new DateGuess(name);
        personal = new PersonalGuess(name);
    }

    /** Adds a distinct value, "" if it is empty, and the number of rows with it. */
    void take(String value, long count) {
        rows += count;
        if (blanks.contains(value)) {
            missing.put(value, count);
            return;
        }
        present += count;
        distinct++;
        once += count == 1 ? 1 : 0;
        if (!MissingTokens.isAmongNumbers(value)) {
            personal.take(value);
            styled.take(value, count);
        }
        if (few.size() < FEW) {
            few.add(value);
        }
        NumberText number = NumberText.of(value);
        if (number != null) {
            numbers.take(value, number, count);
            dates.take(value);
        } else if (MissingTokens.isAmongNumbers(value)) {
            doubtful.put(value, count);
        } else {
            rowsOfWords += count;
            dates.take(value);
            if (words.size() < EXAMPLES) {
                words.add("'" + value + "'");
            }
        }
    }

    /**
     * Counts of the distinct values that are missing from the uniform sample that was added.
     *
     * @param rows the number of rows with them
     * @param distinct their number
     * @param once the number of those that occur once
     */
    record Unvisited(long rows, long distinct, long once) {}

    /** Adds counts of numbers outside the sample, and the range of all numbers. */
    void addUnvisitedNumbers(Unvisited more, double minimum, double maximum) {
        if (more.distinct > 0) {
            add(more);
            numbers.addUnvisited(more.rows, more.distinct, minimum, maximum);
        }
    }

    /** Adds counts of words outside the sample. */
    void addUnvisitedWords(Unvisited more) {
        add(more);
        rowsOfWords += more.rows;
    }

    private void add(Unvisited more) {
        estimated |= more.distinct > 0;
        rows += more.rows;
        present += more.rows;
        distinct += more.distinct;
        once += more.once;
    }

    NumberProfile numbers() {
        return numbers;
    }

    /** The same for numbers written with currencies, decimal commas or digit groups. */
    NumberGuess styled() {
        return styled;
    }

    DateGuess dates() {
        return dates;
    }

    long rows() {
        return rows;
    }

    /** The number of rows with a value. */
    long present() {
        return present;
    }

    /** The number of different values. */
    long distinct() {
        return distinct;
    }

    /** "about " where the number of different values is an estimate. */
    String about() {
        return estimated ? "about " : "";
    }

    /** Whether no value occurs twice. */
    boolean isDistinct() {
        return distinct == present;
    }

    /** Whether at least {@value #NEARLY_ALL} of the values occur once. */
    boolean isNearlyDistinct() {
        return (double) once >= NEARLY_ALL * (double) present;
    }

    /** The number of values that occur once. */
    long once() {
        return once;
    }

    /** The kind of personal data these values are, or null. */
    @Nullable
    PersonalData personal() {
        return personal.kind(isNearlyDistinct());
    }

    /** The distinct values that are not missing, where they are few; otherwise the first of them. */
    List<String> few() {
        return areNumbers()
                ? few.stream()
                        .filter(value -> !missingAmongNumbers().containsKey(value))
                        .toList()
                : few;
    }

    /** Whether all values are numbers, except texts that stand for a missing number. */
    boolean areNumbers() {
        return rowsOfWords == 0 && numbers.distinct() > 0;
    }

    /** The number of rows with neither a number nor a text that stands for a missing number. */
    long rowsOfWords() {
        return rowsOfWords;
    }

    /** Some of the words, quoted. */
    List<String> words() {
        return words;
    }

    /** The texts that stand for a missing value if the column holds words, the most frequent first. */
    Map<String, Long> missingAmongWords() {
        return byCount(List.of(missing));
    }

    /** The same if it holds numbers or points in time: infinite numbers are missing too, because they cannot be learned. */
    Map<String, Long> missingAmongNumbers() {
        return byCount(List.of(missing, doubtful, numbers.infinities()));
    }

    private static Map<String, Long> byCount(List<Map<String, Long>> counts) {
        Map<String, Long> sorted = new LinkedHashMap<>();
        counts.stream()
                .flatMap(map -> map.entrySet().stream())
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
        return sorted;
    }
}
