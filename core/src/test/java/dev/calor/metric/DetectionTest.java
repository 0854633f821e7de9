package dev.calor.metric;

import static dev.calor.Refusal.assertRefused;
import static dev.calor.metric.Tables.levels;
import static dev.calor.metric.Tables.numbers;
import static dev.calor.metric.Tables.texts;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.metric.Detection.Discriminator;
import dev.calor.random.RandomStream;
import dev.calor.table.Table;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DetectionTest {
    private static final RandomStream RANDOM = RandomStream.of(21);

    /** Two numbers of equal sign, or of any, both missing at times, and a level that says nothing. */
    private static Table signs(int rows, boolean equal, RandomStream random) {
        double[] x = new double[rows];
        double[] y = new double[rows];
        @Nullable String[] c = new @Nullable String[rows];
        for (int row = 0; row < rows; row++) {
            x[row] = random.nextGaussian();
            y[row] = equal ? Math.copySign(random.nextGaussian(), x[row]) : random.nextGaussian();
            x[row] = random.nextInt(20) == 0 ? Double.NaN : x[row];
            c[row] = random.nextInt(20) == 0 ? null : "level " + random.nextInt(4);
        }
        return Tables.of(numbers("x", x), numbers("y", y), levels("c", c));
    }

    @ParameterizedTest
    @EnumSource(Discriminator.class)
    @DisplayName("Rows of one distribution cannot be told apart (false alarm 1e-4), the same seed gives the same")
    void oneDistribution(Discriminator discriminator) {
        Table real = signs(900, true, RANDOM.child("real"));
        Table synthetic = signs(900, true, RANDOM.child("synthetic"));
        Detection found = Detection.of(real, synthetic, discriminator, RandomStream.of(1));
        // AUC of 300 + 300 rows deviates by .0236 from ½; three folds of 2·max(0, AUC − ½) have a mean of .019 and
        // deviate by .016. Of five folds the AUC deviates by .0136, and 2·max(0, mean − ½) has a mean of .011.
        assertTrue(found.score() > 1 - 0.019 - 4 * 0.016, "score " + found.score());
        assertEquals(found, Detection.of(real, synthetic, discriminator, RandomStream.of(1)));
        assertEquals(
                discriminator == Discriminator.BOOSTED ? 5 : 3, found.aucs().size());
    }

    @Test
    @DisplayName("Scores of AUCs, by hand: SDMetrics cuts each fold at ½, ours their mean")
    void scores() {
        assertEquals(0.7, Discriminator.LOGISTIC.score(List.of(0.4, 0.8)), 1e-15);
        assertEquals(0.8, Discriminator.BOOSTED.score(List.of(0.4, 0.8)), 1e-15);
        assertEquals(1, Discriminator.BOOSTED.score(List.of(0.3, 0.5)));
        assertEquals(0, Discriminator.BOOSTED.score(List.of(1.0, 1.0)));
        assertEquals(0.6, new Detection(0.8, List.of(0.4, 0.8), 2).auc(), 1e-15);
    }

    @Test
    @DisplayName(
            "XGBoost gets equally many rows of both tables, the logistic one all; a table cannot be told from itself")
    void equalNumbers() {
        Table real = signs(500, true, RANDOM.child("real"));
        Table fewer = real.rows(100, 400);
        assertEquals(
                300, Detection.of(real, fewer, Discriminator.BOOSTED, RANDOM).rows());
        assertEquals(
                300, Detection.of(fewer, real, Discriminator.BOOSTED, RANDOM).rows());
        assertEquals(
                500, Detection.of(real, fewer, Discriminator.LOGISTIC, RANDOM).rows());
        // The twin of a row that is judged has the other label: what was learned of it is wrong, and the AUC below a
        // half.
        assertEquals(1, Detection.of(real, real, Discriminator.BOOSTED, RANDOM).score());
    }

    @Test
    @DisplayName("Logistic regression misses the dependence of two numbers, boosted trees do not")
    void interaction() {
        Table real = signs(900, true, RANDOM.child("real"));
        Table synthetic = signs(900, false, RANDOM.child("synthetic"));
        assertTrue(Detection.of(real, synthetic, Discriminator.LOGISTIC, RandomStream.of(1))
                        .score()
                > 0.9);
        // Half the synthetic rows lie where no real row does, the others are half as dense: the best AUC is ½ + ½·½ =
        // .75.
        assertEquals(
                0.5,
                Detection.of(real, synthetic, Discriminator.BOOSTED, RandomStream.of(1))
                        .score(),
                0.12);
    }

    @ParameterizedTest
    @EnumSource(Discriminator.class)
    @DisplayName("Rows that lie apart are all detected: by a number, by its absence, by a level")
    void apart(Discriminator discriminator) {
        double[] low = IntStream.range(0, 60).mapToDouble(i -> i % 6).toArray();
        double[] high = Arrays.stream(low).map(value -> value + 1e6).toArray();
        RandomStream random = RandomStream.of(3);
        assertEquals(
                0,
                Detection.of(numbers("x", low), numbers("x", high), discriminator, random)
                        .score(),
                1e-12);
        String[] a = IntStream.range(0, 60).mapToObj(i -> "a" + i % 2).toArray(String[]::new);
        String[] b = IntStream.range(0, 60).mapToObj(i -> "b" + i % 2).toArray(String[]::new);
        assertEquals(
                0,
                Detection.of(levels("c", a), levels("c", b), discriminator, random)
                        .score(),
                1e-12);
        assertEquals(
                0,
                Detection.of(levels("c", a), levels("c", new @Nullable String[60]), discriminator, random)
                        .score(),
                1e-12);
        assertRefused(
                () -> Detection.of(levels("c", "a", "b"), levels("c", a), discriminator, random),
                "2 real",
                discriminator == Discriminator.BOOSTED ? "at least 5" : "at least 3");
    }

    @ParameterizedTest
    @EnumSource(Discriminator.class)
    @DisplayName("Rows of identifiers alone are refused")
    void identifiersAlone(Discriminator discriminator) {
        Table names = texts("name", "a", "b", "c", "d", "e", "f");
        assertRefused(() -> Detection.of(names, names, discriminator, RANDOM), "identifiers alone cannot be compared");
    }

    @Test
    @DisplayName("Logistic regression: at its minimum the gradient vanishes, whatever the scales")
    void gradientVanishes() {
        RandomStream random = RANDOM.child("logistic");
        int rows = 400;
        double[] x = random.doubles(rows, -1, 1).toArray();
        double[] wide = random.doubles(rows, 0, 1e5).toArray();
        @Nullable String[] c = new @Nullable String[rows];
        Arrays.setAll(c, row -> "level " + random.nextInt(5));
        boolean[] positive = new boolean[rows];
        IntStream.range(0, rows).forEach(row -> positive[row] = random.nextGaussian() < 2 * x[row] + wide[row] / 1e5);
        List<SharedColumn> columns = SharedColumn.of(Tables.of(numbers("x", x), numbers("wide", wide), levels("c", c)));
        SparseRows features = SparseRows.of(columns, 0, IntStream.range(0, rows).toArray());
        double[] weights = LogisticRegression.fit(features, positive);
        double[] scores = LogisticRegression.scores(features, weights);
        double[] gradient = Arrays.copyOf(weights, weights.length);
        gradient[features.width()] = 0;
        double scale = 0;
        for (int row = 0; row < rows; row++) {
            double error = 1 / (1 + Math.exp(-scores[row])) - (positive[row] ? 1 : 0);
            for (int i = features.starts()[row]; i < features.starts()[row + 1]; i++) {
                gradient[features.slots()[i]] += error * features.values()[i];
                scale += Math.abs(error * features.values()[i]);
            }
            gradient[features.width()] += error;
        }
        assertArrayEquals(new double[gradient.length], gradient, 1e-7 * scale);
        assertTrue(weights[0] > 1, "x matters: " + weights[0]);
    }

    @Test
    @DisplayName("Logistic regression, by hand: without features the intercept is the logarithm of the odds")
    void odds() {
        SparseRows none = SparseRows.of(SharedColumn.of(numbers("x", 0, 0, 0, 0, 0)), 0, new int[] {0, 1, 2, 3, 4});
        double[] weights = LogisticRegression.fit(none, new boolean[] {true, false, true, true, true});
        assertArrayEquals(new double[] {0, Math.log(4)}, weights, 1e-7);
    }
}
