package dev.calor.metric;

import static dev.calor.Refusal.assertRefused;
import static dev.calor.metric.Tables.levels;
import static dev.calor.metric.Tables.numbers;
import static dev.calor.metric.Tables.texts;
import static dev.calor.metric.Tables.times;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.table.ColumnType;
import dev.calor.table.Table;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Scores of single columns, computed by hand. */
class ShapesGoldenTest {
    private static final double NULL = Double.NaN;
    private static final double ROUNDING = 1e-15;

    private static double ks(Table real, Table synthetic, Profile profile) {
        return KsComplement.of(real, synthetic, "x", profile);
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    @DisplayName("KSComplement: the widest gap of two steps functions, ties and missing values included")
    void kolmogorov(Profile profile) {
        Table real = numbers("x", 1, 2, 3, 4);
        // F_r and F_s: ¼ ⅓ at 1, ½ 1 at 2: the gap is ½.
        assertEquals(0.5, ks(real, numbers("x", 1, 2, 2), profile), ROUNDING);
        assertEquals(0.5, ks(real, numbers("x", 2, NULL, 1, NULL, 2), profile), ROUNDING);
        assertEquals(0.5, ks(numbers("x", NULL, 4, 1, 3, 2), numbers("x", 1, 2, 2), profile), ROUNDING);
        assertEquals(0, ks(real, numbers("x", 5), profile));
        assertEquals(0, ks(numbers("x", 5), real, profile));
        assertEquals(1, ks(numbers("x", 0.0, 1), numbers("x", -0.0, 1), profile));
        assertEquals(
                0.5,
                ks(
                        numbers("x", Double.NEGATIVE_INFINITY, 1),
                        numbers("x", Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY),
                        profile));
    }

    @Test
    @DisplayName("KSComplement: 14 decimals now, all of them in the paper's version")
    void kolmogorovRounds() {
        Table real = numbers("x", 0.1, 0.2);
        Table near = numbers("x", 0.1 + 4e-15, 0.2 + 4e-15);
        assertEquals(1, ks(real, near, Profile.CURRENT));
        assertEquals(0.5, ks(real, near, Profile.PAPER));
        assertEquals(0.5, ks(real, numbers("x", 0.1 + 6e-15, 0.2 + 6e-15), Profile.CURRENT));
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    @DisplayName("KSComplement: points in time, and NaN without values")
    void kolmogorovOfTimes(Profile profile) {
        double day = 86_400;
        assertEquals(0.5, ks(times("x", 19_000 * day, 19_001 * day), times("x", 19_000 * day, 18_999 * day), profile));
        // A microsecond apart is apart, whatever the rounding.
        assertEquals(0, ks(times("x", 19_000 * day), times("x", 19_000 * day + 1e-6), profile));
        assertEquals(NULL, ks(numbers("x", NULL, NULL), numbers("x", 1), profile));
        assertEquals(NULL, ks(numbers("x", 1), numbers("x"), profile));
        assertRefused(() -> ks(levels("x", "a"), levels("x", "a"), profile), "'x' is categorical", "TVComplement");
    }

    @Test
    @DisplayName("TVComplement: half the sum of differences of shares, missing values left out")
    void totalVariation() {
        Table real = levels("x", "a", "a", "b", null);
        // a: ⅔ and ½, b: ⅓ and ½.
        assertEquals(1 - 1.0 / 6, TvComplement.of(real, levels("x", "b", "a"), "x"), ROUNDING);
        assertEquals(1 - 1.0 / 6, TvComplement.of(real, levels("x", null, "b", "a", null), "x"), ROUNDING);
        // Only the real table has b: ⅓ is missing there, and too much at a.
        assertEquals(1 - 1.0 / 3, TvComplement.of(real, levels("x", "a"), "x"), ROUNDING);
    }

    @Test
    @DisplayName("TVComplement: a level of the synthetic table alone adds 1e-6 to the real counts and to their total")
    void totalVariationRegularised() {
        Table real = levels("x", "a", "a", "b");
        Table synthetic = levels("x", "a", "c", "d", "c");
        double total = 3 + 2e-6;
        double variation = (2 / total - 0.25) + 1 / total + (0.5 - 1e-6 / total) + (0.25 - 1e-6 / total);
        assertEquals(1 - variation / 2, TvComplement.of(real, synthetic, "x"), ROUNDING);
        double alone = TvComplement.of(levels("x", "a"), levels("x", "b"), "x");
        assertEquals(1 - (1 / (1 + 1e-6) + 1 - 1e-6 / (1 + 1e-6)) / 2, alone, ROUNDING);
        assertTrue(alone > 0, "the 1e-6 shows: " + alone);
    }

    @Test
    @DisplayName("TVComplement: 1 = 1.0 = true where all levels are numbers; otherwise spelling decides")
    void numbersAsLevels() {
        Table real = levels(ColumnType.BOOLEAN, "x", "1", "0", "1");
        assertEquals(1, TvComplement.of(real, levels("x", "0.0", "1.0", "1.0"), "x"));
        assertEquals(1, TvComplement.of(real, levels("x", "True", "true", "FALSE"), "x"));
        assertEquals(1, TvComplement.of(real, numbers("x", 1, 0, NULL, 1), "x"));
        assertEquals(1, TvComplement.of(real, texts("x", "1", "-0", "1e0", null), "x"));
        // With a word among them "1.0" is a word too, and shares nothing with "1".
        assertEquals(1e-6, TvComplement.of(levels("x", "1", "no"), levels("x", "1.0", "1.0"), "x"), 1e-6);
    }

    @Test
    @DisplayName("TVComplement: a column without values is refused")
    void noLevels() {
        assertRefused(
                () -> TvComplement.of(levels("x", "a"), levels("x", (String) null), "x"),
                "'x' has no value in the synthetic table",
                "at least one");
        assertRefused(() -> TvComplement.of(levels("x"), levels("x", "a"), "x"), "'x' has no value in the real table");
        assertRefused(() -> TvComplement.of(numbers("x", 1), numbers("x", 1), "x"), "'x' is numeric", "KSComplement");
    }

    @Test
    @DisplayName("Column shapes: the mean over columns that have a score, by the types of the real table")
    void shapes() {
        Table real = Tables.of(
                texts("id", "p", "q"),
                numbers("x", 1, 2),
                levels("c", "a", "b"),
                numbers("empty", NULL, NULL),
                levels("none", (String) null, null));
        // Other order, other types, other levels, one column more.
        Table synthetic = Tables.of(
                levels("none", "u", "u"),
                levels("c", "b", "b"),
                numbers("extra", 1, 1),
                numbers("empty", 1, 2),
                levels("x", "2", "2"),
                texts("id", "p", "p"));
        ColumnShapes shapes = ColumnShapes.of(real, synthetic, Profile.CURRENT);
        assertEquals(
                List.of(List.of("x"), List.of("c"), List.of("empty"), List.of("none")),
                shapes.columns().stream().map(Score::columns).toList());
        assertEquals(
                List.of("KSComplement", "TVComplement", "KSComplement", "TVComplement"),
                shapes.columns().stream().map(Score::metric).toList());
        assertEquals(0.5, shapes.columns().get(0).value());
        assertEquals(0.5, shapes.columns().get(1).value());
        assertNull(shapes.columns().get(0).reason());
        assertEquals(NULL, shapes.columns().get(2).value());
        assertNotNull(shapes.columns().get(2).reason());
        assertEquals(NULL, shapes.columns().get(3).value());
        assertNotNull(shapes.columns().get(3).reason());
        assertEquals(0.5, shapes.score());
        assertEquals(
                NULL,
                ColumnShapes.of(texts("id", "a"), texts("id", "b"), Profile.PAPER)
                        .score());
    }

    @Test
    @DisplayName("A synthetic table must have the columns of the real one, and values of their types")
    void refusals() {
        Table real = Tables.of(numbers("x", 1), levels("c", "a"), times("t", 0));
        assertRefused(
                () -> ColumnShapes.of(real, numbers("x", 1), Profile.PAPER), "lacks the columns c, t", "it has x");
        assertRefused(
                () -> KsComplement.of(real, levels("x", "1", "wide"), "x", Profile.PAPER),
                "'x' is numeric in the real table and holds 'wide'",
                "schema of the real one");
        assertRefused(() -> KsComplement.of(real, levels("t", "2024"), "t", Profile.PAPER), "'t' is datetime");
    }
}
