package dev.calor.metric;

import static dev.calor.Refusal.assertRefused;
import static dev.calor.metric.Tables.levels;
import static dev.calor.metric.Tables.numbers;
import static dev.calor.metric.Tables.texts;
import static dev.calor.metric.Tables.times;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.metric.PairTrends.Pair;
import dev.calor.table.Table;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Scores of pairs of columns, computed by hand. */
class TrendsGoldenTest {
    private static final double NULL = Double.NaN;
    private static final double ROUNDING = 1e-15;

    private static CorrelationSimilarity correlation(Table real, Table synthetic, double threshold) {
        return CorrelationSimilarity.of(real, synthetic, "x", "y", threshold);
    }

    private static ContingencySimilarity contingency(Table real, Table synthetic, double threshold) {
        return ContingencySimilarity.of(real, synthetic, "x", "y", threshold);
    }

    private static Table xy(double[] x, double... y) {
        return Tables.of(numbers("x", x), numbers("y", y));
    }

    private static double[] row(double... values) {
        return values;
    }

    @Test
    @DisplayName("CorrelationSimilarity: 1 − |ρ_r − ρ_s|/2 on the rows that have both values")
    void correlations() {
        // ρ of (1 2 3) with (1 3 2): deviations −1 0 1 and −1 1 0, so 1/2.
        Table half = xy(row(1, 2, 3), 1, 3, 2);
        Table opposite = xy(row(1, 2), 2, 1);
        CorrelationSimilarity found = correlation(half, opposite, -1);
        assertEquals(0.5, found.real(), ROUNDING);
        assertEquals(-1, found.synthetic(), ROUNDING);
        assertEquals(0.25, found.value(), ROUNDING);
        Table gaps = xy(row(1, NULL, 2, 9, 3), 1, 7, 3, NULL, 2);
        assertEquals(0.25, correlation(gaps, opposite, -1).value(), ROUNDING);
    }

    @Test
    @DisplayName("ContingencySimilarity is 0, never a rounding error below it, if the tables have no cell in common")
    void nothingInCommon() {
        for (int rows = 1; rows <= 150; rows++) {
            int[] real = IntStream.range(0, rows).toArray();
            int[] synthetic = IntStream.range(rows, 2 * rows + 3).toArray();
            int[][] constant = {new int[rows], new int[rows + 3]};
            int[][] distinct = {real, synthetic};
            double similarity = ContingencySimilarity.of(distinct, constant, -1).value();
            assertTrue(similarity >= 0, rows + " rows: " + similarity);
            assertEquals(0, similarity, 1e-13); // a rounding error per row at most
        }
    }

    @Test
    @DisplayName("CorrelationSimilarity: at a threshold, |ρ_r| must exceed it; 0 is not above 0")
    void correlationThreshold() {
        Table half = xy(row(1, 2, 3), 1, 3, 2);
        Table zero = xy(row(-1, 0, 1), 1, -2, 1);
        assertEquals(NULL, correlation(half, half, 0.6).value());
        assertEquals(0.5, correlation(half, half, 0.6).real(), ROUNDING);
        assertEquals(1, correlation(half, half, 0.4).value());
        assertEquals(NULL, correlation(zero, half, 0).value());
        assertEquals(0.75, correlation(zero, half, -1).value(), ROUNDING);
        // Only the real table is asked.
        assertEquals(0.75, correlation(half, zero, 0.4).value(), ROUNDING);
    }

    @Test
    @DisplayName("CorrelationSimilarity: constant columns are refused before rows are left out, and only then")
    void constantColumns() {
        Table line = xy(row(1, 2), 1, 2);
        assertRefused(
                () -> correlation(line, xy(row(1, 2), 3, 3), -1), "'y' is 3.0 in every row of the synthetic table");
        assertRefused(() -> correlation(xy(row(4, NULL), 1, 2), line, -1), "'x' is 4.0 in every row of the real table");
        // x varies, but not where y is there; the mean of three times 0.1 is not 0.1.
        assertEquals(
                NULL,
                correlation(xy(row(0.1, 0.1, 0.1, 7), 1, 2, 4, NULL), line, -1).value());
        assertEquals(NULL, correlation(xy(row(1, 1, 2), 1, 2, NULL), line, -1).value());
        assertEquals(NULL, correlation(xy(row(NULL, NULL), 1, 2), line, -1).value());
        assertEquals(
                NULL,
                correlation(xy(row(1, Double.POSITIVE_INFINITY), 1, 2), line, -1)
                        .value());
        assertRefused(
                () -> correlation(Tables.of(numbers("x", 1), levels("y", "a")), line, -1),
                "numeric and categorical",
                "ContingencySimilarity");
    }

    @Test
    @DisplayName("CorrelationSimilarity: points in time are numbers; large ones lose nothing")
    void correlationOfTimes() {
        double[] days = IntStream.range(0, 1000)
                .mapToDouble(day -> 1.7e9 + 86_400.0 * day)
                .toArray();
        double[] line = IntStream.range(0, 1000).mapToDouble(day -> 3.0 * day).toArray();
        Table real = Tables.of(times("x", days), numbers("y", line));
        assertEquals(1, correlation(real, real, 0.5).real(), 1e-12);
    }

    @Test
    @DisplayName("ContingencySimilarity: half the sum of differences over cells, a missing value being a level")
    void contingencies() {
        Table real = Tables.of(levels("x", "a", "a", "b", null), levels("y", "u", "v", "v", "v"));
        Table synthetic = Tables.of(levels("x", "b", "a", "a", "a", null), levels("y", "v", "v", "v", "w", null));
        // (a,u) ¼ 0; (a,v) ¼ ⅖; (b,v) ¼ ⅕; (?,v) ¼ 0; (a,w) 0 ⅕; (?,?) 0 ⅕.
        double variation = 0.25 + 0.15 + 0.05 + 0.25 + 0.2 + 0.2;
        assertEquals(1 - variation / 2, contingency(real, synthetic, 0).value(), ROUNDING);
    }

    @Test
    @DisplayName("ContingencySimilarity: Cramér's V of the real table against a threshold, missing values included")
    void association() {
        Table real = Tables.of(levels("x", "a", "a", "a", "b", "b", null), levels("y", "u", "u", "v", "v", "v", "u"));
        // Expected counts n_a n_b/n: 3·3/6, 2·3/6, 1·3/6 in both columns.
        double chiSquare = (0.25 + 0.25) / 1.5 + (1 + 1) / 1.0 + (0.25 + 0.25) / 0.5;
        double v = Math.sqrt(chiSquare / 6); // min(3 − 1, 2 − 1) = 1
        assertEquals(v, contingency(real, real, 0).real(), ROUNDING);
        assertEquals(v, contingency(real, real, 0).synthetic(), ROUNDING);
        assertEquals(1, contingency(real, real, v - 1e-9).value());
        assertEquals(NULL, contingency(real, real, v + 1e-9).value());
    }

    @Test
    @DisplayName("ContingencySimilarity: no V with a single level, which only a threshold minds")
    void singleLevel() {
        Table real = Tables.of(levels("x", "a", "a"), levels("y", "u", "v"));
        assertEquals(1, contingency(real, real, 0).value());
        assertEquals(NULL, contingency(real, real, 0).real());
        assertEquals(NULL, contingency(real, real, 0.3).value());
        // Independent columns: V is 0, not above it.
        Table independent = Tables.of(levels("x", "a", "a", "b", "b"), levels("y", "u", "v", "u", "v"));
        assertEquals(0, contingency(independent, independent, 0).real());
        assertEquals(NULL, contingency(independent, independent, 1e-9).value());
    }

    @Test
    @DisplayName("Many levels: sorted rows give what all cells give")
    void manyLevels() {
        int rows = 5000;
        String[] x = IntStream.range(0, rows).mapToObj(i -> "a" + i % 1250).toArray(String[]::new);
        String[] y = IntStream.range(0, rows).mapToObj(i -> "b" + i % 1000).toArray(String[]::new);
        Table table = Tables.of(levels("x", x), levels("y", y));
        String[] half = y.clone();
        for (int i = 0; i < rows; i += 2) {
            half[i] = "never";
        }
        ContingencySimilarity found = contingency(table, Tables.of(levels("x", x), levels("y", half)), 0);
        assertEquals(0.5, found.value(), 1e-12); // half the rows fall in cells of their own
        // Every one of the 5,000 rows is in a cell of its own: Σ n_ab²/(n_a n_b) = 5000/(4·5).
        assertEquals(Math.sqrt((5000 / 20.0 - 1) / 999), found.real(), 1e-12);
    }

    @Test
    @DisplayName("Bins of the report: each table on its own range; the maximum and missing values fall in bin 11")
    void ownBins() {
        assertArrayEquals(new int[] {1, 1, 2, 6, 10, 11, 11}, Binning.own(new double[] {0, 0.99, 1, 5, 9.5, 10, NULL}));
        assertArrayEquals(new int[] {6, 11}, Binning.own(new double[] {3, NULL}));
        assertArrayEquals(new int[] {11, 11}, Binning.own(new double[] {NULL, NULL}));
        // e_3 is 3·0.1 = 0.30000000000000004, above 0.3; numpy says so too.
        assertArrayEquals(new int[] {1, 3, 11}, Binning.own(new double[] {0, 0.3, 1}));
        assertRefused(() -> Binning.own(new double[] {0, Double.NEGATIVE_INFINITY}), "from -Infinity to 0.0", "finite");
    }

    @Test
    @DisplayName("Bins of a direct call: the range of the real table for both, and the outer bins are open")
    void sharedBins() {
        int[][] bins = Binning.shared(
                new double[] {0, 10, 5, NULL}, new double[] {-7, 0.5, 11, Double.POSITIVE_INFINITY, NULL});
        assertArrayEquals(new int[] {1, 10, 6, 11}, bins[0]);
        assertArrayEquals(new int[] {1, 1, 10, 11, 11}, bins[1]);
    }

    @Test
    @DisplayName("Mixed pairs: own ranges in the report, the real range in a direct call")
    void mixedPair() {
        Table real = Tables.of(numbers("x", 0, 10), levels("y", "a", "b"));
        Table synthetic = Tables.of(numbers("x", 0, 5), levels("y", "a", "b"));
        // Report: 5 is the maximum of its table, so in bin 11, as 10 is in its own. Direct: 5 is in bin 6, 10 in bin
        // 10.
        Pair pair = PairTrends.of(real, synthetic, Profile.PAPER).pairs().get(0);
        assertEquals(1, pair.score().value());
        assertEquals("ContingencySimilarity", pair.score().metric());
        assertEquals(0.5, contingency(real, synthetic, 0).value());
    }

    @Test
    @DisplayName("Pair trends: every pair counts in the paper's version, only associated ones now")
    void profiles() {
        Table real = Tables.of(
                numbers("x", 1, 2, 3, 4),
                numbers("line", 2, 4, 6, 8),
                numbers("cross", 1, -1, -1, 1),
                levels("c", "a", "a", "b", "b"),
                levels("free", "u", "v", "u", "v"),
                texts("id", "1", "2", "3", "4"));
        PairTrends paper = PairTrends.of(real, real, Profile.PAPER);
        PairTrends current = PairTrends.of(real, real, Profile.CURRENT);
        assertEquals(10, paper.pairs().size());
        assertEquals(List.of("x", "line"), paper.pairs().get(0).score().columns());
        assertTrue(paper.pairs().stream().allMatch(pair -> pair.score().value() == 1));
        assertEquals(1, paper.score());
        assertEquals(1, current.score());
        // x with line, and both with c and free: four values in cells of their own; cross and free split c's levels
        // evenly.
        assertEquals(
                List.of(
                        List.of("x", "line"),
                        List.of("x", "c"),
                        List.of("x", "free"),
                        List.of("line", "c"),
                        List.of("line", "free")),
                current.pairs().stream()
                        .filter(pair -> !Double.isNaN(pair.score().value()))
                        .map(pair -> pair.score().columns())
                        .toList());
        assertEquals(0, current.pairs().get(1).real(), ROUNDING);
        assertNotNull(current.pairs().get(1).score().reason());
        assertNull(current.pairs().get(0).score().reason());
    }

    @Test
    @DisplayName("Pair trends: pairs that cannot be scored are left out; none left is NaN")
    void leftOut() {
        Table real = Tables.of(
                numbers("x", 1, 2, 3),
                numbers("still", 5, 5, 5),
                numbers("wild", 1, 2, Double.POSITIVE_INFINITY),
                levels("c", "a", "b", "b"));
        PairTrends trends = PairTrends.of(real, real, Profile.PAPER);
        // x–still, x–wild, still–wild and wild–c have no score; x–c and still–c have.
        assertEquals(
                List.of(NULL, NULL, 1.0, NULL, 1.0, NULL),
                trends.pairs().stream().map(pair -> pair.score().value()).toList());
        assertEquals(1, trends.score());
        Table numeric = xy(row(1, 1), 2, 2);
        assertEquals(NULL, PairTrends.of(numeric, numeric, Profile.PAPER).score());
        // Quality is then that of the columns alone.
        assertEquals(1, Quality.of(numeric, numeric, Profile.PAPER).score());
        Table empty = Tables.of(levels("x"), levels("y"));
        assertNotNull(PairTrends.of(empty, empty, Profile.PAPER)
                .pairs()
                .get(0)
                .score()
                .reason());
        assertEquals(NULL, Quality.of(empty, empty, Profile.PAPER).score());
    }

    @Test
    @DisplayName("Quality: the mean of both")
    void quality() {
        Table real = Tables.of(levels("x", "a", "b"), levels("y", "u", "v"));
        Table synthetic = Tables.of(levels("x", "a", "b"), levels("y", "v", "u"));
        Quality quality = Quality.of(real, synthetic, Profile.PAPER);
        assertEquals(1, quality.shapes().score());
        assertEquals(0, quality.trends().score());
        assertEquals(0.5, quality.score());
    }
}
