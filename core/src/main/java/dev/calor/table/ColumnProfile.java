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
 * What the distinct values of a column say about it, gathered in one pass over them. Memory does not grow with the column: of many
 * values only counts and extremes are kept.
 */
final class ColumnProfile {
    /** Distinct values kept: more than any scale of names has. */
    static final int FEW = 100;

    /** The share of values that occur once from which on a text tells rows apart. */
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

    ColumnProfile(ColumnName name, TableSource.Dialect dialect) {
        styled = new NumberGuess(dialect);
        blanks = new HashSet<>(MissingTokens.ALWAYS);
        blanks.addAll(dialect.missing());
        dates = new DateGuess(name);
        personal = new PersonalGuess(name);
    }

    /** Takes a distinct value, "" where it is empty, and in how many rows it occurs. */
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

    NumberProfile numbers() {
        return numbers;
    }

    /** The same as people write them: with currencies, decimal commas, groups. */
    NumberGuess styled() {
        return styled;
    }

    DateGuess dates() {
        return dates;
    }

    long rows() {
        return rows;
    }

    /** How many rows hold a value. */
    long present() {
        return present;
    }

    /** How many different values there are. */
    long distinct() {
        return distinct;
    }

    /** Whether no value occurs twice. */
    boolean isDistinct() {
        return distinct == present;
    }

    /** Whether at least {@value #NEARLY_ALL} of the values occur once. */
    boolean isNearlyDistinct() {
        return (double) once >= NEARLY_ALL * (double) present;
    }

    /** How many values occur once. */
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

    /** Whether the values are numbers, but for texts that stand for a missing one among numbers. */
    boolean areNumbers() {
        return rowsOfWords == 0 && numbers.distinct() > 0;
    }

    /** How many rows hold neither a number nor a text that stands for a missing one among numbers. */
    long rowsOfWords() {
        return rowsOfWords;
    }

    /** Some of the words, quoted. */
    List<String> words() {
        return words;
    }

    /** What stands for a missing value if the column holds words, the most frequent first. */
    Map<String, Long> missingAmongWords() {
        return byCount(List.of(missing));
    }

    /** The same if it holds numbers or points in time: infinite numbers are none to learn from. */
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
