package dev.calor.table;

import java.text.ParsePosition;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.chrono.IsoChronology;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Converts between points in time and text, by a pattern of {@link DateTimeFormatter}. A point in time is the number of
 * seconds since 1970-01-01T00:00 in the column's own wall-clock time; a time of day is on 1970-01-01. Parsing is strict
 * (there is no 31 February); a fraction of a second may be shorter than the pattern's, or absent. Patterns may only
 * contain letters for dates and times of day. Time zones are refused: the values have none, and to parse one Java
 * builds the names of all zones, which takes seconds.
 */
public final class DateFormat {
    private static final Pattern FRACTION = Pattern.compile("\\.(S+)");
    private static final Pattern OTHER_LETTER = Pattern.compile("[A-Za-z&&[^yuMLdDEaHhKkmsS]]");
    private static final Pattern TEN_TIMES =
            Pattern.compile("([A-Za-z])\\1{9,}"); // Java fails to write years of eleven digits
    private static final Pattern QUOTED_OR_YEAR = Pattern.compile("'[^']*'|y");
    private static final Pattern TIME = Pattern.compile("[HhKkmsS]");
    private static final Pattern QUOTED = Pattern.compile("'[^']*'");
    private static final Pattern HOUR = Pattern.compile("[HhKk]");
    private static final Pattern DATE = Pattern.compile("[yuMLdD]");
    private static final Pattern DAY = Pattern.compile("[dD]");
    private static final double NANOS = 1e9;
    static final double SECONDS_A_DAY = 86_400;
    private static final DateFormat ISO = of("yyyy-MM-dd[ HH:mm:ss.S]");

    private final String pattern;
    private final DateTimeFormatter reader;
    private final DateTimeFormatter writer;

    private DateFormat(String pattern, DateTimeFormatter reader, DateTimeFormatter writer) {
        this.pattern = pattern;
        this.reader = reader;
        this.writer = writer;
    }

    static DateFormat of(String pattern) {
        // A strict year of era, y, would need its era.
        String proleptic = QUOTED_OR_YEAR
                .matcher(pattern)
                .replaceAll(part -> part.group().equals("y") ? "u" : Matcher.quoteReplacement(part.group()));
        String letters = QUOTED.matcher(proleptic).replaceAll("");
        Matcher other = OTHER_LETTER.matcher(letters);
        if (other.find()) {
            throw notOne(pattern, "there is no '" + other.group() + "' in it (text stands in single quotes)", null);
        }
        if (TEN_TIMES.matcher(letters).find()) {
            throw notOne(pattern, "a letter may be repeated nine times at most", null);
        }
        try {
            DateTimeFormatterBuilder builder = new DateTimeFormatterBuilder().parseCaseInsensitive();
            Matcher fraction = FRACTION.matcher(proleptic);
            if (fraction.find()) {
                builder.appendPattern(proleptic.substring(0, fraction.start()))
                        .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
                        .appendPattern(proleptic.substring(fraction.end()));
            } else {
                builder.appendPattern(proleptic);
            }
            return new DateFormat(
                    pattern,
                    builder.parseDefaulting(ChronoField.DAY_OF_MONTH, 1) // of yyyy-MM
                            .toFormatter(Locale.ENGLISH)
                            .withResolverStyle(ResolverStyle.STRICT)
                            .withChronology(IsoChronology.INSTANCE),
                    DateTimeFormatter.ofPattern(proleptic, Locale.ENGLISH));
        } catch (IllegalArgumentException wrong) {
            throw notOne(pattern, wrong.getMessage(), wrong);
        }
    }

    private static IllegalArgumentException notOne(String pattern, @Nullable String why, @Nullable Exception cause) {
        return new IllegalArgumentException(
                "'" + pattern + "' is not a date format: " + why + "; write one such as yyyy-MM-dd HH:mm:ss", cause);
    }

    /**
     * The format of a column of points in time.
     *
     * @throws IllegalArgumentException if the column has another type
     */
    public static DateFormat of(ColumnSchema column) {
        String pattern = column.dateFormat();
        if (pattern == null) {
            throw new IllegalArgumentException("column '" + column.name() + "' is " + column.type() + ", not datetime");
        }
        return of(pattern);
    }

    /** The pattern. */
    public String pattern() {
        return pattern;
    }

    /** The seconds of a text; NaN if it does not have this format. */
    double parse(String text) {
        ParsePosition end = new ParsePosition(0);
        TemporalAccessor parsed;
        try {
            // Parses before it resolves, so that texts of another format do not cost an exception.
            if (reader.parseUnresolved(text, end) == null || end.getIndex() < text.length()) {
                return Double.NaN;
            }
            parsed = reader.parse(text);
        } catch (DateTimeException noSuchDay) {
            return Double.NaN;
        }
        @Nullable LocalDate date = parsed.query(TemporalQueries.localDate());
        @Nullable LocalTime time = parsed.query(TemporalQueries.localTime());
        if (date == null && (time == null || hasDate())) {
            return Double.NaN;
        }
        LocalTime clock = time == null ? LocalTime.MIDNIGHT : time;
        long day = date == null ? 0 : date.toEpochDay(); // a time of any day
        return (double) day * SECONDS_A_DAY + (double) clock.toNanoOfDay() / NANOS;
    }

    /** The seconds of a text in this format or in the format of typed sources; NaN if it has neither. */
    double parseOrIso(String text) {
        double seconds = parse(text);
        return Double.isNaN(seconds) && !this.equals(ISO) ? ISO.parse(text) : seconds;
    }

    /** The text of a point in time. */
    public String format(double seconds) {
        return writer.format(moment(seconds));
    }

    /** The resolution of the format in seconds: at most one day. */
    public double unit() {
        String letters = QUOTED.matcher(pattern).replaceAll("");
        int fraction = (int) letters.chars().filter(c -> c == 'S').count();
        return fraction > 0
                ? Math.pow(10, -fraction)
                : letters.contains("s")
                        ? 1
                        : letters.contains("m") ? 60 : HOUR.matcher(letters).find() ? 3_600 : SECONDS_A_DAY;
    }

    /** Whether the format has a month but no day. */
    boolean isOfMonths() {
        return hasDate() && !DAY.matcher(QUOTED.matcher(pattern).replaceAll("")).find();
    }

    /** Whether the format has more than a time of day. */
    boolean hasDate() {
        return DATE.matcher(QUOTED.matcher(pattern).replaceAll("")).find();
    }

    /** A point in time after it has been written and read again. */
    public double written(double seconds) {
        if (isOfMonths()) {
            return (double) moment(seconds).toLocalDate().withDayOfMonth(1).toEpochDay() * SECONDS_A_DAY;
        }
        return unit() < 1 ? seconds : unit() * Math.floor(seconds / unit());
    }

    /** Whether the format has more than a day. */
    boolean hasTime() {
        return TIME.matcher(pattern).find();
    }

    /** A point in time, rounded to microseconds: the precision of a double for today's dates. */
    static LocalDateTime moment(double seconds) {
        double whole = Math.floor(seconds);
        long micros = Math.round((seconds - whole) * 1e6);
        return LocalDateTime.ofEpochSecond((long) whole, 0, ZoneOffset.UTC).plus(micros, ChronoUnit.MICROS);
    }
}
