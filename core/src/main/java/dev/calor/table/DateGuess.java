package dev.calor.table;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The formats of points in time under which all values of a column can be read, narrowed value by value. */
final class DateGuess {
    /** Padded formats first, and day before month: the first that fits all values is chosen. */
    private static final List<String> DATES = List.of(
            "yyyy-MM-dd",
            "yyyy/MM/dd",
            "dd/MM/yyyy",
            "d/M/yyyy",
            "MM/dd/yyyy",
            "M/d/yyyy",
            "dd.MM.yyyy",
            "d.M.yyyy",
            "dd-MM-yyyy",
            "MM-dd-yyyy",
            "dd-MMM-yyyy",
            "dd MMM yyyy",
            "d MMM yyyy",
            "dd MMMM yyyy",
            "d MMMM yyyy",
            "MMM dd, yyyy",
            "MMM d, yyyy",
            "MMMM dd, yyyy",
            "MMMM d, yyyy");

    private static final List<String> TIMES = List.of(
            "",
            " HH:mm:ss.S",
            "'T'HH:mm:ss.S",
            "'T'HH:mm:ss.S'Z'",
            " HH:mm",
            "'T'HH:mm",
            " H:mm",
            " h:mm a",
            " h:mm:ss a");

    private static final List<DateFormat> KNOWN = Stream.concat(
                    DATES.stream().flatMap(date -> TIMES.stream().map(time -> date + time)),
                    Stream.of("yyyy-MM", "HH:mm", "HH:mm:ss.S", "H:mm", "H:mm:ss.S", "hh:mm a", "h:mm a"))
            .map(DateFormat::of)
            .toList();

    private static final DateFormat DIGITS = DateFormat.of("yyyyMMdd");
    private static final Pattern FRACTION = Pattern.compile(":\\d\\d\\.(\\d+)");
    private static final int LONGEST = 32;
    private static final int MOST_FRACTION = 6;

    /** A format that fits all values so far, and their range in it. */
    private static final class Candidate {
        private final DateFormat format;
        private double minimum = Double.POSITIVE_INFINITY;
        private double maximum = Double.NEGATIVE_INFINITY;

        Candidate(DateFormat format) {
            this.format = format;
        }

        boolean takes(String text) {
            double seconds = format.parse(text);
            minimum = Math.min(minimum, seconds);
            maximum = Math.max(maximum, seconds);
            return !Double.isNaN(seconds);
        }
    }

    private List<Candidate> left;
    private int fraction;
    private long taken;

    DateGuess(ColumnName name) {
        Stream<DateFormat> formats =
                name.saysDate() ? Stream.concat(KNOWN.stream(), Stream.of(DIGITS)) : KNOWN.stream();
        left = formats.map(Candidate::new).toList();
    }

    void take(String text) {
        taken++;
        if (left.isEmpty()) {
            return;
        }
        left = text.length() > LONGEST
                ? List.of()
                : left.stream().filter(candidate -> candidate.takes(text)).toList();
        Matcher digits = FRACTION.matcher(text);
        fraction = Math.max(
                fraction, !left.isEmpty() && digits.find() ? digits.group(1).length() : 0);
    }

    /** Whether there were values, and all of them are points in time. */
    boolean fits() {
        return taken > 0 && !left.isEmpty();
    }

    String pattern() {
        String digits = fraction == 0 ? "" : "." + "S".repeat(Math.min(fraction, MOST_FRACTION));
        return left.get(0).format.pattern().replace(".S", digits);
    }

    /** Whether day and month could be swapped. */
    boolean isAmbiguous() {
        return pattern().startsWith("d")
                && left.stream().anyMatch(other -> other.format.pattern().startsWith("M"));
    }

    double minimum() {
        return left.get(0).minimum;
    }

    double maximum() {
        return left.get(0).maximum;
    }
}
