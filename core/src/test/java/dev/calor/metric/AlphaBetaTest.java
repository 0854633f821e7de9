package dev.calor.metric;

import static dev.calor.Refusal.assertRefused;
import static dev.calor.metric.Tables.levels;
import static dev.calor.metric.Tables.numbers;
import static dev.calor.metric.Tables.texts;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.random.RandomStream;
import dev.calor.table.Table;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AlphaBetaTest {
    private static final double NULL = Double.NaN;
    private static final double ROUNDING = 1e-14;

    private static AlphaBeta of(Table real, Table synthetic) {
        return AlphaBeta.of(real, synthetic, RandomStream.of(1));
    }

    /** 1 − Σ|curve(α) − α|/Σα over α = 0, 1/29, …, 1, whose sum is 15. */
    private static double score(DoubleUnaryOperator curve) {
        double apart = IntStream.rangeClosed(0, 29)
                .mapToDouble(i -> Math.abs(curve.applyAsDouble(i / 29.0) - i / 29.0))
                .sum();
        return 1 - apart / 15;
    }

    @Test
    @DisplayName("Alpha-precision, by hand: the share of synthetic rows as near to the centre as real ones")
    void precision() {
        // Both real rows are ½ from their centre, ½: so is every quantile.
        Table real = numbers("x", 0, 1);
        assertEquals(score(alpha -> 1), of(real, numbers("x", 1, 0.25)).precision(), ROUNDING);
        assertEquals(score(alpha -> 0), of(real, numbers("x", 7, 8)).precision(), ROUNDING);
        // Σ|½ − i/29| = 225/29.
        assertEquals(14.0 / 29, of(real, numbers("x", 1, 9)).precision(), ROUNDING);
        // From the centre (½, ½, 0) of a and b: a √½, c √1.5.
        assertEquals(14.0 / 29, of(levels("c", "a", "b"), levels("c", "a", "c")).precision(), ROUNDING);
        // Distances to the centre ⅓ of 0, 0, 1: ⅓ up to α = ½, then to ⅔ at α = 1. Synthetic ones: ⅓, ⅓ and 1/6.
        assertEquals(
                score(alpha -> 1),
                of(numbers("x", 0, 0, 1), numbers("x", 0, 0, 0.5)).precision(),
                ROUNDING);
        // Two of three lie within ⅔ alone, at α = 1.
        assertEquals(
                score(alpha -> alpha < 1 ? 1.0 / 3 : 1),
                of(numbers("x", 0, 0, 2), numbers("x", 2, 2, 0)).precision(),
                ROUNDING);
    }

    @Test
    @DisplayName(
            "Beta-recall, by hand: the share of real rows that are covered, by where the synthetic rows lie that cover them")
    void recall() {
        Table real = numbers("x", 0, 1, 4);
        // 0 and 1 are met; 4 is 3 from 1, real or synthetic, so covered. The centre is 3: the rows that cover are 3, 2,
        // 2 away.
        assertEquals(
                score(beta -> beta < 1 ? 2.0 / 3 : 1),
                of(real, numbers("x", 0, 1, 8)).recall(),
                ROUNDING);
        // 4 alone is covered; all are nearest to 3, which is 2 from the centre.
        assertEquals(score(beta -> 1.0 / 3), of(real, numbers("x", 3, 5, 7)).recall(), ROUNDING);
        // None is covered.
        assertEquals(score(beta -> 0), of(real, numbers("x", 20, 21, 22)).recall(), ROUNDING);
        // Levels that differ are √2 apart, real or synthetic.
        assertEquals(
                score(beta -> 1),
                of(levels("c", "a", "b"), levels("c", "c", "d")).recall(),
                ROUNDING);
    }

    @Test
    @DisplayName("As synthcity's definition computes it in NumPy: two numbers and a level, two decimals, eight rows")
    void golden() {
        Table real = Tables.of(
                numbers("x", 1.5, 2.25, 7, 3.1, 9.4, 4.4, 6.2, 0.3),
                numbers("y", 20, 31, 5, 17, 44, 28, 39, 12),
                levels("c", "a", "b", "a", "c", "b", "a", "a", "c"));
        Table synthetic = Tables.of(
                numbers("x", 2, 6.6, 3.3, 8.1, 10.2, 1.1, 5.5, 4.9),
                numbers("y", 25, 8, 19, 40, 47, 9, 33, 22),
                levels("c", "a", "a", "b", "b", "b", "d", "c", "a"));
        AlphaBeta found = of(real, synthetic);
        assertEquals(0.7913793103448276, found.precision(), ROUNDING);
        assertEquals(0.6442528735632183, found.recall(), ROUNDING);
        assertEquals(8, found.rows());
    }

    @Test
    @DisplayName(
            "A missing number is the mean and a level: absent from both tables it says nothing, absent from one it tells")
    void missing() {
        Table real = Tables.of(numbers("x", 0, 4, NULL, 8), numbers("y", 1, 2, 3, 4));
        assertEquals(of(real, real), of(real, real.rows(new int[] {0, 1, 2, 3})));
        EuclideanRows points = EuclideanRows.of(SharedColumn.of(real, real));
        // The mean of 0, 4 and 8 is half the range; present and missing are two slots of a level.
        assertEquals(0.25 + 2 + 1.0 / 9, distance(points, 1, 2) + 0.25, ROUNDING);
        assertEquals(0.25 + 2 + 4.0 / 9, distance(points, 0, 2), ROUNDING);
    }

    private static double distance(EuclideanRows points, int i, int j) {
        return points.squares(0).coordinates().stream()
                .mapToDouble(coordinate -> coordinate.weight()
                        * Math.pow(
                                Math.min(
                                        coordinate.cap(),
                                        Math.abs(coordinate.values()[i]
                                                - coordinate.values()[j])),
                                2))
                .sum();
    }

    private static Table random(int rows, RandomStream random) {
        double[] x = new double[rows];
        double[] y = new double[rows];
        String[] c = new String[rows];
        for (int row = 0; row < rows; row++) {
            x[row] = random.nextGaussian();
            y[row] = x[row] + random.nextGaussian();
            c[row] = "level " + random.nextInt(3);
        }
        return Tables.of(numbers("x", x), numbers("y", y), levels("c", c));
    }

    @Property(tries = 30)
    @Label("The same table scores 1 but for the steps of its own rows, in any order of its rows")
    void same(@ForAll @IntRange(min = 2, max = 200) int rows, @ForAll long seed) {
        Table real = random(rows, RandomStream.of(seed));
        int[] turned = IntStream.range(0, rows).map(row -> rows - 1 - row).toArray();
        AlphaBeta found = of(real, real.rows(turned));
        // P and R are steps of 1/n, at most one step above α: 30 of them, of a sum of 15.
        assertTrue(found.precision() >= 1 - 2.0 / rows - ROUNDING, found::toString);
        assertTrue(found.recall() >= 1 - 2.0 / rows - ROUNDING, found::toString);
        assertEquals(rows, found.rows());
    }

    @Test
    @DisplayName(
            "Rows of the same distribution have full precision and half recall; rows far away have none; rows of the larger table are chosen")
    void distributions() {
        RandomStream random = RandomStream.of(7);
        Table real = random(1500, random.child("real"));
        List<Double> progress = Collections.synchronizedList(new ArrayList<>());
        AlphaBeta fresh = AlphaBeta.of(real, random(1000, random.child("fresh")), random, progress::add);
        assertEquals(1000, fresh.rows());
        // Two empirical distribution functions of 1,000 rows differ by .02 on average, twice that relative to α; three
        // times that is
        // allowed. Whether the nearest row is real or not is a coin: 1,000 of them deviate by .016, their curve's sum
        // by less.
        assertEquals(1, fresh.precision(), 0.12);
        assertEquals(0.5, fresh.recall(), 0.06);
        assertTrue(progress.contains(1.0) && progress.stream().allMatch(done -> done > 0 && done <= 1));
        Table far = Tables.of(
                numbers("x", random.doubles(1000, 50, 51).toArray()),
                numbers("y", random.doubles(1000, 50, 51).toArray()),
                levels("c", IntStream.range(0, 1000).mapToObj(i -> "new").toArray(String[]::new)));
        AlphaBeta apart = of(real, far);
        assertEquals(0, apart.precision(), ROUNDING);
        assertTrue(apart.recall() < 0.02, apart::toString);
    }

    @Test
    @DisplayName("What is refused")
    void refusals() {
        assertRefused(() -> of(numbers("x", 1), numbers("x", 1, 2)), "1 real and 2 synthetic", "at least two");
        assertRefused(() -> of(texts("id", "a", "b"), texts("id", "c", "d")), "no column");
        assertRefused(() -> of(numbers("x", 1, 2), numbers("y", 1, 2)), "lacks the columns x");
    }
}
