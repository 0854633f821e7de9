package dev.calor.table;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The words of a column's name: {@code pickup_hour}, {@code PickupHour} and {@code pickup.hour} have the same. */
record ColumnName(String text, Set<String> words) {

    static ColumnName of(String text) {
        String spaced = text.replaceAll("(?<=[a-z])(?=[A-Z])", " ");
        Set<String> words = Arrays.stream(spaced.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{Nd}]+", -1))
                .filter(word -> !word.isEmpty())
                .collect(Collectors.toSet());
        return new ColumnName(text, Set.copyOf(words));
    }

    boolean has(String... any) {
        return Arrays.stream(any).anyMatch(words::contains);
    }

    /** Whether the name is that of an identifier; a column without a name is the row number that some programs write. */
    boolean saysIdentifier() {
        return text.isEmpty() || has("id", "ids", "uuid", "guid", "key", "identifier", "index", "unnamed");
    }

    boolean saysDate() {
        return has("date", "day", "dt", "datum", "time", "timestamp");
    }

    /** The length of the cycle that the name suggests, such as 7 for weekday; 0 if it suggests none. */
    int cycle() {
        if (has("weekday", "dow", "dayofweek") || (has("day") && has("week"))) {
            return 7;
        }
        if (has("hour", "hr")) {
            return 24;
        }
        if (has("minute")) {
            return 60;
        }
        if (has("month", "mnth")) {
            return 12;
        }
        if (has("quarter")) {
            return 4;
        }
        return has("day", "dayofmonth") ? 31 : has("dayofyear", "doy") ? 366 : 0;
    }
}
