package dev.calor.table;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A well-known order of names: months (cyclic), sizes (ordinal).
 *
 * @param what what the names are, in words
 * @param type cyclic or ordinal
 * @param least how many different names a column must have at least: two letters may mean anything
 * @param steps the names in order, the spellings of each separated by bars
 */
record Scale(String what, ColumnType type, int least, List<String> steps) {
    private static final List<Scale> KNOWN = List.of(
            ring(
                    "names of months",
                    "jan|january",
                    "feb|february",
                    "mar|march",
                    "apr|april",
                    "may",
                    "jun|june",
                    "jul|july",
                    "aug|august",
                    "sep|sept|september",
                    "oct|october",
                    "nov|november",
                    "dec|december"),
            ring(
                    "names of weekdays",
                    "mon|monday",
                    "tue|tues|tuesday",
                    "wed|wednesday",
                    "thu|thur|thurs|thursday",
                    "fri|friday",
                    "sat|saturday",
                    "sun|sunday"),
            ring("seasons", "spring", "summer", "autumn|fall", "winter"),
            ring("quarters", "q1", "q2", "q3", "q4"),
            path(
                    "sizes",
                    3,
                    "xxxs|3xs",
                    "xxs|2xs",
                    "xs|extra small|tiny",
                    "s|small",
                    "m|medium",
                    "l|large",
                    "xl|extra large|huge",
                    "xxl|2xl",
                    "xxxl|3xl",
                    "4xl",
                    "5xl"),
            path(
                    "degrees",
                    2,
                    "very low|lowest",
                    "low",
                    "medium|moderate|mid|middle|normal",
                    "high",
                    "very high|highest"),
            path(
                    "frequencies",
                    2,
                    "never",
                    "almost never|very rarely",
                    "rarely|seldom",
                    "sometimes|occasionally",
                    "often|frequently|usually",
                    "very often|almost always",
                    "always"),
            path(
                    "degrees of agreement",
                    2,
                    "strongly disagree|completely disagree",
                    "disagree",
                    "somewhat disagree|slightly disagree",
                    "neutral|undecided|neither agree nor disagree",
                    "somewhat agree|slightly agree",
                    "agree",
                    "strongly agree|completely agree"),
            path(
                    "degrees of satisfaction",
                    2,
                    "very dissatisfied|very unsatisfied",
                    "dissatisfied|unsatisfied",
                    "neutral",
                    "satisfied",
                    "very satisfied"),
            path("degrees of likelihood", 2, "very unlikely", "unlikely", "neutral|possible", "likely", "very likely"),
            path(
                    "degrees of quality",
                    2,
                    "very poor|very bad|terrible",
                    "poor|bad",
                    "fair|average|ok|acceptable",
                    "good",
                    "very good|great",
                    "excellent|outstanding"),
            path("degrees of severity", 2, "none", "mild", "moderate", "severe", "critical"),
            path("schools", 2, "primary", "secondary", "tertiary"));

    private static final Scale GRADES =
            path("grades", 3, "f", "e", "d-", "d", "d+", "c-", "c", "c+", "b-", "b", "b+", "a-", "a", "a+");

    private static final Pattern RANGE = Pattern.compile(
            "(?:(<=?|under|below|up to) ?|(>=?|over|above) ?)?[$€£]?([\\d.,]+?)(k?)(?: ?(?:-|–|to) ?[$€£]?([\\d.,]+)k?)?( ?\\+)?",
            Pattern.CASE_INSENSITIVE);

    /** Names on a scale, in its order. */
    record Match(String what, ColumnType type, List<String> levels) {}

    private static Scale ring(String what, String... steps) {
        return new Scale(what, ColumnType.CYCLIC, 3, List.of(steps)); // two names are not a cycle
    }

    private static Scale path(String what, int least, String... steps) {
        return new Scale(what, ColumnType.ORDINAL, least, List.of(steps));
    }

    /** The scale that has all of these names, if there is one. */
    static Optional<Match> of(ColumnName name, Collection<String> names) {
        List<Scale> scales = new ArrayList<>(KNOWN);
        if (name.has("grade", "grades", "rating", "mark")) {
            scales.add(GRADES);
        }
        return scales.stream()
                .flatMap(scale -> scale.match(names).stream())
                .findFirst()
                .or(() -> ranges(names));
    }

    private Optional<Match> match(Collection<String> names) {
        boolean all = names.size() >= least && names.stream().allMatch(name -> step(name) >= 0);
        return all
                ? Optional.of(new Match(what, type, sorted(names, Comparator.comparingInt(this::step))))
                : Optional.empty();
    }

    private int step(String name) {
        String plain = name.toLowerCase(Locale.ROOT).replaceAll("[\\s_-]+(?=.)", " ");
        for (int i = 0; i < steps.size(); i++) {
            if (List.of(steps.get(i).split("\\|", -1)).contains(plain)) {
                return i;
            }
        }
        return -1;
    }

    /** Ranges of numbers: <18, 18-24, 25-34, 65+. */
    private static Optional<Match> ranges(Collection<String> names) {
        boolean all = names.size() >= 3
                && names.stream().allMatch(name -> !Double.isNaN(lower(name)))
                && names.stream().anyMatch(Scale::isRange)
                && names.stream().map(Scale::lower).distinct().count() == names.size();
        return all
                ? Optional.of(new Match(
                        "ranges of numbers",
                        ColumnType.ORDINAL,
                        sorted(names, Comparator.comparingDouble(Scale::lower))))
                : Optional.empty();
    }

    /** Whether a text has more than one bound. */
    private static boolean isRange(String name) {
        Matcher range = RANGE.matcher(name);
        return range.matches() && Stream.of(1, 2, 5, 6).anyMatch(group -> range.group(group) != null);
    }

    /** Where a range starts, as a place in an order: "under 18" is before "18-24", ">65" after "65"; NaN if it is no range. */
    private static double lower(String name) {
        Matcher range = RANGE.matcher(name);
        if (!range.matches()) {
            return Double.NaN;
        }
        NumberText bound = NumberText.of(range.group(3).replace(",", ""));
        NumberText end =
                range.group(5) == null ? bound : NumberText.of(range.group(5).replace(",", ""));
        if (bound == null || end == null || end.value() < bound.value()) {
            return Double.NaN;
        }
        double start = bound.value() * (range.group(4).isEmpty() ? 1 : 1000);
        return range.group(1) != null ? Math.nextDown(start) : range.group(2) != null ? Math.nextUp(start) : start;
    }

    private static List<String> sorted(Collection<String> names, Comparator<String> order) {
        return names.stream()
                .sorted(order.thenComparing(Comparator.naturalOrder()))
                .toList();
    }
}
