package dev.calor.metric;

import static dev.calor.metric.Tables.levels;
import static dev.calor.metric.Tables.numbers;
import static dev.calor.metric.Tables.texts;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.calor.table.Table;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Scores of the form of a table, computed by hand. */
class ValidityTest {
    private static final double NULL = Double.NaN;

    private static Score only(Table real, Table synthetic) {
        return Validity.of(real, synthetic).columns().get(0);
    }

    @Test
    @DisplayName(
            "BoundaryAdherence: the share between minimum and maximum; missing values are out unless real ones are missing")
    void boundaries() {
        Score score = only(numbers("x", 1, 5), numbers("x", 1, 5, 0.9, 5.1, NULL));
        assertEquals("BoundaryAdherence", score.metric());
        assertEquals(2.0 / 5, score.value());
        assertEquals(
                2.0 / 4,
                only(numbers("x", 1, NULL, 5), numbers("x", 1, 5, 0.9, 5.1, NULL))
                        .value());
        assertNotNull(only(numbers("x", 1, NULL), numbers("x", NULL, NULL)).reason());
        assertEquals(0, only(numbers("x", 1), numbers("x", NULL, NULL)).value());
    }

    @Test
    @DisplayName("CategoryAdherence: the share seen in the real table, missing values among them")
    void categories() {
        Score score = only(levels("x", "a", "b"), levels("x", "a", "c", null, "b"));
        assertEquals("CategoryAdherence", score.metric());
        assertEquals(2.0 / 4, score.value());
        assertEquals(
                3.0 / 4,
                only(levels("x", "a", null, "b"), levels("x", "a", "c", null, "b"))
                        .value());
        assertEquals(1, only(levels("x", "1", "0"), levels("x", "1.0", "true")).value());
        assertNotNull(only(levels("x", "a"), levels("x")).reason());
    }

    @Test
    @DisplayName("KeyUniqueness: 1 − the share of repeats and missing values")
    void keys() {
        Score score = only(texts("x", "a"), texts("x", "p", "q", "p", null, "p"));
        assertEquals("KeyUniqueness", score.metric());
        assertEquals(2.0 / 5, score.value(), 1e-15);
        assertEquals(1, only(texts("x", "a"), texts("x", "a", "b")).value());
    }

    @Test
    @DisplayName("TableStructure: columns with their types that both have, of those either has")
    void structure() {
        Table real = Tables.of(numbers("x", 1), levels("c", "a"), texts("id", "p"));
        Table synthetic = Tables.of(texts("id", "p"), levels("x", "1"), levels("c", "a"), numbers("extra", 1));
        // (id), (c) of (x number), (x level), (c), (id), (extra).
        assertEquals(2.0 / 5, Validity.of(real, synthetic).structure());
        assertEquals(1, Validity.of(real, real).structure());
        assertEquals(1, Validity.of(real, synthetic).score());
    }
}
