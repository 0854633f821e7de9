package dev.calor.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class ProgressTest {
    private static String lines(Duration pause) {
        StringWriter text = new StringWriter();
        try (Progress progress = new Progress.Lines("training", new PrintWriter(text), pause)) {
            progress.at(0.25, "loss 0.5");
            progress.at(1, "");
        }
        return text.toString();
    }

    @Test
    @DisplayName("A line reports how much of the work is done, and how long the rest will take")
    void line() {
        String text = lines(Duration.ZERO);
        assertTrue(text.startsWith("training: 25 %, loss 0.5, 0 s left"), text);
        assertEquals("training: 100 %", text.lines().skip(1).findFirst().orElse(""));
    }

    @Test
    @DisplayName("Lines are printed at most once per interval")
    void pause() {
        assertEquals("", lines(Duration.ofHours(1)));
    }

    @ParameterizedTest
    @CsvSource({"90s, 90", "10m, 600", "1h, 3600", "1h30m, 5400", "0.5m, 30"})
    @DisplayName("Spans of time are read")
    void spans(String word, double seconds) {
        assertEquals(seconds, new Seconds().convert(word));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0s", "10", "m", "5m1h", "-3s"})
    @DisplayName("Invalid durations are refused, with valid examples")
    void noSpans(String word) {
        String message = String.valueOf(assertThrows(TypeConversionException.class, () -> new Seconds().convert(word))
                .getMessage());
        assertTrue(message.contains("90s"), message);
    }

    @Test
    @DisplayName("Spans of time are written in two units at most")
    void text() {
        assertEquals("59 s", Seconds.text(59.4));
        assertEquals("1 min 30 s", Seconds.text(90));
        assertEquals("2 h 5 min", Seconds.text(7_515));
    }
}
