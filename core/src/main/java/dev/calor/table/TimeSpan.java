package dev.calor.table;

import java.time.LocalDate;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The span of time a text names: a second, a minute, a day, a month or a year.
 *
 * @param from its first moment, in seconds as {@link Column.Numbers} has them
 * @param to the first moment after it
 */
public record TimeSpan(double from, double to) {
    private static final Pattern YEAR = Pattern.compile("\\d{4}");

    private static final List<DateFormat> ISO = List.of(
            DateFormat.of("yyyy-MM-dd"),
            DateFormat.of("yyyy-MM-dd HH:mm"),
            DateFormat.of("yyyy-MM-dd'T'HH:mm"),
            DateFormat.of("yyyy-MM-dd HH:mm:ss"),
            DateFormat.of("yyyy-MM-dd'T'HH:mm:ss"),
            DateFormat.of("yyyy-MM-dd HH:mm:ss.SSSSSS"),
            DateFormat.of("yyyy-MM-dd'T'HH:mm:ss.SSSSSS"),
            DateFormat.of("yyyy-MM"));

    /**
     * The span of a text in the format of the column, or such as 2024, 2024-03, 2024-03-01, 2024-03-01 14:05,
     * 2024-03-01 14:05:30; null for other texts.
     */
    public static @Nullable TimeSpan of(String text, DateFormat column) {
        TimeSpan own = under(column, text);
        for (int i = 0; own == null && i < ISO.size(); i++) {
            own = under(ISO.get(i), text);
        }
        if (own == null && YEAR.matcher(text).matches()) {
            LocalDate first = LocalDate.of(Integer.parseInt(text), 1, 1);
            return new TimeSpan(seconds(first), seconds(first.plusYears(1)));
        }
        return own;
    }

    private static @Nullable TimeSpan under(DateFormat format, String text) {
        double from = format.parse(text);
        if (Double.isNaN(from)) {
            return null;
        }
        return format.isOfMonths()
                ? new TimeSpan(
                        from, seconds(DateFormat.moment(from).toLocalDate().plusMonths(1)))
                : new TimeSpan(from, from + format.unit());
    }

    private static double seconds(LocalDate day) {
        return (double) day.toEpochDay() * DateFormat.SECONDS_A_DAY;
    }
}
