package dev.calor.table;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeSpanTest {
    private static double seconds(String iso) {
        return (double) LocalDateTime.parse(iso).toEpochSecond(ZoneOffset.UTC);
    }

    @ParameterizedTest
    @CsvSource({
        "2024, yyyy-MM-dd, 2024-01-01T00:00, 2025-01-01T00:00",
        "2024-02, yyyy-MM-dd, 2024-02-01T00:00, 2024-03-01T00:00",
        "2024-12, yyyy-MM, 2024-12-01T00:00, 2025-01-01T00:00",
        "2024-02-29, yyyy-MM-dd HH:mm, 2024-02-29T00:00, 2024-03-01T00:00",
        "2024-02-29 13:05, yyyy-MM-dd, 2024-02-29T13:05, 2024-02-29T13:06",
        "2024-02-29T13:05:07, yyyy-MM-dd, 2024-02-29T13:05:07, 2024-02-29T13:05:08",
        "01/02/2024, dd/MM/yyyy, 2024-02-01T00:00, 2024-02-02T00:00",
        "01/02/2024, MM/dd/yyyy, 2024-01-02T00:00, 2024-01-03T00:00",
        "1/2/2024 9:30 PM, d/M/yyyy h:mm a, 2024-02-01T21:30, 2024-02-01T21:31",
        "1969-12-31, yyyy-MM-dd, 1969-12-31T00:00, 1970-01-01T00:00",
    })
    @DisplayName("A text names a year, month, day, minute or second, in the column's format or in that of ISO 8601")
    void named(String text, String format, String from, String to) {
        TimeSpan span = TimeSpan.of(text, DateFormat.of(format));
        assertEquals(new TimeSpan(seconds(from), seconds(to)), assertNotNullAnd(span));
    }

    private static TimeSpan assertNotNullAnd(@org.jspecify.annotations.Nullable TimeSpan span) {
        assertNotNull(span);
        return span;
    }

    @Test
    @DisplayName("Other texts name none")
    void others() {
        for (String text : new String[] {"", "5", "winter", "2024-13", "2023-02-29", "20240101", "2024-01-01 25:00"}) {
            assertNull(TimeSpan.of(text, DateFormat.of("yyyy-MM-dd")), text);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "yyyy-MM, 86400, 2024-02-01T00:00",
        "yyyy-MM-dd, 86400, 2024-02-29T00:00",
        "yyyy-MM-dd'T'HH, 3600, 2024-02-29T13:00",
        "yyyy-MM-dd HH:mm, 60, 2024-02-29T13:05",
        "yyyy-MM-dd HH:mm:ss, 1, 2024-02-29T13:05:07",
        "yyyy-MM-dd HH:mm:ss.SSS, 0.001, 2024-02-29T13:05:07",
    })
    @DisplayName("What is written is what its text reads as; a unit later the text is another")
    void written(String pattern, double unit, String kept) {
        DateFormat format = DateFormat.of(pattern);
        double moment = seconds("2024-02-29T13:05:07");
        assertEquals(unit, format.unit());
        assertEquals(seconds(kept), format.written(moment));
    }

    @Test
    @DisplayName("Quoted text is written as it stands; years in two letters that mean the same may not run together")
    void quoted() {
        DateFormat format = DateFormat.of("'day' d MMMM yyyy");
        assertEquals("day 29 February 2024", format.format(seconds("2024-02-29T00:00")));
        assertEquals(seconds("2024-02-29T00:00"), format.parse("day 29 February 2024"));
        assertRefused(() -> DateFormat.of("yuyyyyyyyyy-MM"), "nine times at most");
    }
}
