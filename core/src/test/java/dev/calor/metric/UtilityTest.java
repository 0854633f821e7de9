package dev.calor.metric;

import static dev.calor.Refusal.assertRefused;
import static dev.calor.metric.Tables.levels;
import static dev.calor.metric.Tables.numbers;
import static dev.calor.metric.Tables.texts;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.metric.GradientBoosting.Matrix;
import dev.calor.metric.GradientBoosting.Objective;
import dev.calor.metric.Utility.Task;
import dev.calor.random.RandomStream;
import dev.calor.table.Table;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class UtilityTest {
    private static final RandomStream RANDOM = RandomStream.of(5);

    /** A class that depends on a level and on a number, not additively, both missing at times; and noise. */
    private static Table noisy(int rows, RandomStream random) {
        double[] x = new double[rows];
        @Nullable String[] level = new @Nullable String[rows];
        String[] answer = new String[rows];
        String[] id = new String[rows];
        for (int i = 0; i < rows; i++) {
            x[i] = random.nextInt(10) == 0 ? Double.NaN : random.nextGaussian();
            level[i] = random.nextInt(10) == 0 ? null : "level " + random.nextInt(3);
            boolean likely = (x[i] > 0) == "level 1".equals(level[i]);
            answer[i] = random.nextInt(10) < (likely ? 8 : 2) ? "yes" : "no";
            id[i] = "row " + i;
        }
        return Tables.of(numbers("x", x), levels("level", level), levels("answer", answer), texts("id", id));
    }

    @Test
    @DisplayName("AUC of rows not seen is near that of the distribution, and follows from the probabilities given")
    void classification() {
        Table train = noisy(1500, RANDOM.child("train"));
        Table test = noisy(3000, RANDOM.child("test"));
        Utility utility = Utility.of(train, test, "answer", Task.CLASSIFY, RandomStream.of(1));
        // Half the rows are likely: scores .8 and .2 are ties within, so the best AUC is .64 + .32/2 = .8.
        assertEquals(0.8, utility.score(), 0.03);
        assertEquals(List.of("no", "yes"), utility.classes().stream().sorted().toList());
        for (int position : new int[] {0, 1}) {
            assertEquals(utility.score(), Auc.of(utility.probabilities(position), utility.isClass(position)), 1e-6);
        }
        assertTrue(Arrays.stream(utility.predictions()).allMatch(row -> Math.abs(row[0] + row[1] - 1) < 1e-12));
        // The same seed, the same bytes.
        Utility again = Utility.of(train, test, "answer", Task.CLASSIFY, RandomStream.of(1));
        assertEquals(utility.setting(), again.setting());
        assertArrayEquals(utility.probabilities(1), again.probabilities(1));
        assertEquals(utility.score(), again.score());
    }

    @Test
    @DisplayName("Identifiers say nothing of the target: a table with no other column has an AUC of one half")
    void identifiersAlone() {
        String[] names = IntStream.range(0, 200).mapToObj(row -> "row " + row).toArray(String[]::new);
        String[] answers = IntStream.range(0, 200)
                .mapToObj(row -> row % 3 == 0 ? "yes" : "no")
                .toArray(String[]::new);
        Table rows = Tables.of(texts("name", names), levels("answer", answers));
        assertEquals(
                0.5, Utility.of(rows, rows, "answer", Task.CLASSIFY, RANDOM).score());
    }

    @Test
    @DisplayName("Fewer trees are read off a fit of many, exactly")
    void fewerTrees() {
        Table table = noisy(500, RANDOM);
        List<SharedColumn> columns = SharedColumn.of(table).subList(0, 2);
        float[] labels = new float[500];
        IntStream.range(0, 500).forEach(row -> labels[row] = table.codes(2)[row]);
        BoostingSetting many = new BoostingSetting(50, 1, 5, 0);
        SparseRows rows = SparseRows.of(columns, 0, IntStream.range(0, 500).toArray());
        try (Matrix matrix = Matrix.of(rows, labels);
                GradientBoosting fifty = GradientBoosting.fit(matrix, many, Objective.BINARY, 2);
                GradientBoosting ten = GradientBoosting.fit(matrix, many.withTrees(10), Objective.BINARY, 2)) {
            assertArrayEquals(ten.predict(matrix, 10), fifty.predict(matrix, 10));
            assertTrue(!Arrays.deepEquals(ten.predict(matrix, 10), fifty.predict(matrix, 50)));
        }
    }

    @Test
    @DisplayName("The grid is the paper's: 36 settings from 12 fits")
    void grid() {
        List<BoostingSetting> grid = BoostingSetting.grid(100);
        assertEquals(12, grid.stream().distinct().count());
        assertEquals(36, grid.size() * BoostingSetting.TREES.size());
        assertEquals(new BoostingSetting(100, 1, 5, 0), grid.get(0));
        assertEquals(new BoostingSetting(100, 10, 20, 1), grid.get(11));
    }

    @Test
    @DisplayName("Three classes: the mean over them, each against the rest")
    void threeClasses() {
        String[] colours = {"red", "green", "blue"};
        double[] x =
                IntStream.range(0, 300).mapToDouble(i -> i % 3 + i / 1000.0).toArray();
        String[] colour = IntStream.range(0, 300).mapToObj(i -> colours[i % 3]).toArray(String[]::new);
        Table table = Tables.of(numbers("x", x), levels("colour", colour));
        Utility utility = Utility.of(table, table, "colour", Task.CLASSIFY, RandomStream.of(2));
        assertEquals(1, utility.score());
        assertEquals(List.of(colours), utility.classes());
        assertTrue(utility.probabilities(2)[2] > 0.8);
    }

    @Test
    @DisplayName("Regression: RMSE of the target, or of its logarithm between 1 and 20,000")
    void regression() {
        double[] x = IntStream.range(0, 400).mapToDouble(i -> i % 20).toArray();
        double[] y = Arrays.stream(x).map(value -> Math.exp(value) / 10).toArray();
        y[7] = Double.NaN;
        Table table = Tables.of(numbers("x", x), numbers("y", y));
        Utility plain = Utility.of(table, table, "y", Task.REGRESS, RandomStream.of(3));
        Utility log = Utility.of(table, table, "y", Task.REGRESS_LOG, RandomStream.of(3));
        assertEquals(399, plain.truth().length);
        assertEquals(y[19], plain.truth()[18]);
        // e^0/10 is clipped to 1, e^19/10 to 20,000.
        assertEquals(0, log.truth()[0]);
        assertEquals(Math.log(20_000), log.truth()[18]);
        assertEquals(Math.log(y[10]), log.truth()[9]);
        double squares = 0;
        for (int row = 0; row < 399; row++) {
            squares += Math.pow(log.truth()[row] - log.predictions()[row][0], 2);
        }
        assertEquals(Math.sqrt(squares / 399), log.score(), 1e-12);
        assertTrue(log.score() < 0.05, "a step function is learned: " + log.score());
    }

    @Test
    @DisplayName("Levels of the training table alone are features like others; infinite numbers do no harm")
    void foreignValues() {
        String[] level =
                IntStream.range(0, 90).mapToObj(i -> i / 2 % 2 == 0 ? "a" : "b").toArray(String[]::new);
        double[] x = IntStream.range(0, 90)
                .mapToDouble(i -> i % 2 == 0 ? Double.POSITIVE_INFINITY : -1e300)
                .toArray();
        String[] answer =
                IntStream.range(0, 90).mapToObj(i -> i % 2 == 0 ? "yes" : "no").toArray(String[]::new);
        Table train = Tables.of(levels("level", level), numbers("x", x), levels("answer", answer));
        Table test = Tables.of(
                levels("answer", "yes", "no", null), levels("level", "c", "c", "a"), numbers("x", 1e301, -1e301, 0));
        assertEquals(
                1,
                Utility.of(train, test, "answer", Task.CLASSIFY, RandomStream.of(4))
                        .score());
    }

    @Test
    @DisplayName("Targets that fit no task, or have nothing to predict, are refused")
    void refusals() {
        Table table = Tables.of(numbers("x", 1, 2), levels("c", "a", "a"), levels("d", "a", "b"));
        assertRefused(
                () -> Utility.of(table, table, "x", Task.CLASSIFY, RandomStream.of(0)), "'x' is numeric", "other task");
        assertRefused(() -> Utility.of(table, table, "d", Task.REGRESS, RandomStream.of(0)), "'d' is categorical");
        assertRefused(() -> Utility.of(table, table, "c", Task.CLASSIFY, RandomStream.of(0)), "only one value");
        assertRefused(
                () -> Utility.of(table, table, "d", Task.CLASSIFY, RandomStream.of(0)),
                "2 rows to train on",
                "at least 9");
        assertRefused(() -> Utility.of(table, table, "z", Task.CLASSIFY, RandomStream.of(0)), "no column 'z'");
    }
}
