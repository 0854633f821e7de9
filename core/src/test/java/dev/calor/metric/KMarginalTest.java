package dev.calor.metric;

import static dev.calor.Refusal.assertRefused;
import static dev.calor.metric.Tables.levels;
import static dev.calor.metric.Tables.numbers;
import static dev.calor.metric.Tables.texts;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.random.RandomStream;
import dev.calor.table.Table;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class KMarginalTest {
    private static final double NULL = Double.NaN;
    private static final double ROUNDING = 1e-10;

    private static KMarginal of(Table real, Table synthetic) {
        return KMarginal.of(real, synthetic, RandomStream.of(1));
    }

    private static void assertScores(double pairs, double triples, double score, KMarginal found) {
        assertEquals(pairs, found.pairs(), ROUNDING);
        assertEquals(triples, found.triples(), ROUNDING);
        assertEquals(score, found.score(), ROUNDING);
    }

    @Test
    @DisplayName("Pairs, by hand: 500·(2 − Σ|p_r − p_s|)")
    void pairs() {
        Table real = Tables.of(levels("a", "u", "u", "v", "v"), levels("b", "x", "x", "y", "y"));
        // ½ 0 0 ½ against ¼ ¼ ¼ ¼: the sum is 1.
        Table loose = Tables.of(levels("a", "u", "u", "v", "v"), levels("b", "x", "y", "x", "y"));
        assertScores(500, NULL, 500, of(real, loose));
        Table other = Tables.of(levels("a", "u", "v"), levels("b", "y", "x"));
        assertScores(0, NULL, 0, of(real, other));
        assertScores(1000, NULL, 1000, of(real, real));
        // A missing value is a level: ½ 0 ½ against ½ ½ 0.
        Table gap = Tables.of(levels("a", "u", "u"), levels("b", "x", null));
        assertScores(500, NULL, 500, of(real, gap));
        assertScores(NULL, NULL, NULL, of(levels("a", "u"), levels("a", "u")));
    }

    @Test
    @DisplayName("Triples, by hand: a sum modulo 2 that no pair shows")
    void triples() {
        Table real = Tables.of(
                levels("a", "0", "0", "1", "1"), levels("b", "0", "1", "0", "1"), levels("c", "0", "1", "1", "0"));
        Table loose = Tables.of(
                levels("a", "0", "0", "1", "1", "0", "0", "1", "1"),
                levels("b", "0", "1", "0", "1", "0", "1", "0", "1"),
                levels("c", "0", "1", "1", "0", "1", "0", "0", "1"));
        // Four cells of ¼ against eight of ⅛: the sum is 1. Three pairs at 1,000 and a triple at 500.
        assertScores(1000, 500, 875, of(real, loose));
        // A triple with a missing value has cells of its own.
        Table gaps = Tables.of(
                levels("a", "0", "0", "1", "1"), levels("b", "0", "1", "0", "1"), levels("c", "0", "1", "1", null));
        assertEquals(750, of(real, gaps).triples(), ROUNDING);
    }

    @Test
    @DisplayName("Bins, by hand: 20 between the quantiles of the real numbers, a frequent value not with greater ones")
    void bins() {
        double[] upTo40 = IntStream.rangeClosed(1, 40).mapToDouble(i -> i).toArray();
        Table real = withConstant(upTo40);
        double[] moved = upTo40.clone();
        moved[0] = 2; // 1 and 2 share a bin
        assertEquals(1000, of(real, withConstant(moved)).score(), ROUNDING);
        moved[1] = 3; // 3 lies in the next: two cells differ by 1/40
        assertEquals(500 * (2 - 2.0 / 40), of(real, withConstant(moved)).score(), ROUNDING);
        moved[1] = NULL;
        assertEquals(500 * (2 - 2.0 / 40), of(real, withConstant(moved)).score(), ROUNDING);
        moved[39] = 1e9; // beyond the real range: in the last bin
        assertEquals(500 * (2 - 2.0 / 40), of(real, withConstant(moved)).score(), ROUNDING);
        // Nine zeros and a one: the edges are 0 and values between; .9 lies with no zero.
        Table mostlyZero = withConstant(0, 0, 0, 0, 0, 0, 0, 0, 0, 1);
        assertEquals(
                1000,
                of(mostlyZero, withConstant(-1, 0, 0, 0, 0, 0, 0, 0, 0, 1)).score(),
                ROUNDING);
        assertEquals(
                500 * (2 - 0.2),
                of(mostlyZero, withConstant(0.9, 0, 0, 0, 0, 0, 0, 0, 0, 1)).score(),
                ROUNDING);
        assertEquals(
                1000,
                of(withConstant(NULL, NULL), withConstant(NULL, NULL)).score(),
                ROUNDING,
                "nothing but missing values");
    }

    private static Table withConstant(double... values) {
        String[] same = new String[values.length];
        Arrays.fill(same, "same");
        return Tables.of(numbers("x", values), levels("c", same));
    }

    @Test
    @DisplayName("A hundred different triples, or all if there are fewer")
    void hundred() {
        RandomStream random = RandomStream.of(3);
        assertEquals(0, KMarginal.triples(2, random).size());
        assertEquals(84, KMarginal.triples(9, random).size());
        List<int[]> some = KMarginal.triples(10, random);
        assertEquals(100, some.size());
        Set<List<Integer>> different = new HashSet<>();
        for (int[] triple : some) {
            assertTrue(0 <= triple[0] && triple[0] < triple[1] && triple[1] < triple[2] && triple[2] < 10);
            different.add(Arrays.stream(triple).boxed().toList());
        }
        assertEquals(100, different.size());
    }

    @Property(tries = 30)
    @Label(
            "The same rows score 1,000 in any order; columns shuffled apart score less, and neither score leaves 0 to 1,000")
    void properties(@ForAll @IntRange(min = 40, max = 300) int rows, @ForAll long seed) {
        RandomStream random = RandomStream.of(seed);
        double[] x = random.doubles(rows, -1, 1).toArray();
        double[] y = Arrays.stream(x).map(value -> value * value).toArray();
        String[] c = Arrays.stream(x).mapToObj(value -> value > 0 ? "+" : "-").toArray(String[]::new);
        Table real = Tables.of(numbers("x", x), numbers("y", y), levels("c", c));
        int[] turned = IntStream.range(0, rows).map(row -> rows - 1 - row).toArray();
        assertScores(1000, 1000, 1000, of(real, real.rows(turned)));
        Table apart = Tables.of(
                numbers("x", x), numbers("y", y).rows(turned), levels("c", c).rows(turned));
        KMarginal found = of(real, apart);
        assertTrue(found.score() < 900 && found.score() >= 0, found::toString);
        assertTrue(found.triples() <= found.pairs(), found::toString);
    }

    @Test
    @DisplayName("40 % of the real rows: of ten rows four, and better than as many rows of another table")
    void sample() {
        RandomStream random = RandomStream.of(5);
        Table real = Tables.of(
                numbers("x", random.child("x").doubles(1000).toArray()),
                numbers("y", random.child("y").doubles(1000).toArray()));
        KMarginal sample = KMarginal.ofSample(real, random);
        assertEquals(KMarginal.of(real, RandomRows.some(real, 400, random.child("sample")), random), sample);
        // 400 cells of 2.5 rows: half of Σ|p − q| is about √(2/π · (1/400 − 1/1000) · 400)/2 = .31.
        assertEquals(690, sample.score(), 40);
        assertRefused(() -> KMarginal.ofSample(real.rows(0, 1), random), "40 % of 1 real rows", "at least 2");
    }

    @Test
    @DisplayName("Identifiers are left out; tables without rows are refused")
    void edges() {
        Table real = Tables.of(texts("id", "p", "q"), levels("a", "u", "v"), levels("b", "x", "y"));
        Table other = Tables.of(texts("id", "r", "s"), levels("a", "u", "v"), levels("b", "x", "y"));
        assertScores(1000, NULL, 1000, of(real, other));
        assertRefused(() -> of(real, real.rows(0, 0)), "2 real and 0 synthetic", "at least one");
    }
}
