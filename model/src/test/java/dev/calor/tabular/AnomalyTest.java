package dev.calor.tabular;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.table.Column;
import dev.calor.table.Table;
import dev.calor.tensor.Engine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Values that no training row had score above all of them, by their distance, and are named first. */
class AnomalyTest {
    private static final Table TRAIN = MixedTables.random(400, true, 1);
    private static final int CONSTANT = 1;
    private static final int AGE = 2;
    private static final int LENGTH = 3;
    private static final int CATEGORY = 4;
    private static final int KIND = 5;
    private static final int DAY = 8;

    private static TabularModel model;
    private static double highest;

    @BeforeAll
    static void train() throws IOException {
        Engine.setThreads(1); // small tensors: more threads only wait for each other
        model = TabularModel.fit(TRAIN, MixedTables.SMALL);
        highest = model.score(TRAIN, 1).stream()
                .mapToDouble(RowScore::energy)
                .max()
                .orElseThrow();
    }

    @AfterAll
    static void close() {
        model.close();
    }

    private static Table withColumn(Table table, int k, Column column) {
        List<Column> columns = new ArrayList<>(table.columns());
        columns.set(k, column);
        return new Table(table.schema(), columns);
    }

    private static Table withNumbers(int k, double... values) {
        return withColumn(TRAIN.rows(new int[values.length]), k, new Column.Numbers(values));
    }

    /** Scores above every training row, in this order, the column named first. */
    private static void assertStrange(Table table, int k) {
        double before = highest;
        for (RowScore score : model.score(table, 1)) {
            assertTrue(score.energy() > before, score.energy() + " after " + before);
            assertEquals(1, score.percentile());
            assertEquals(TRAIN.schema().names().get(k), score.surprises().get(0).column());
            before = score.energy();
        }
    }

    @Test
    @DisplayName("Numbers beyond the learned range: the farther the higher, on both sides, and a text above all")
    void numbers() {
        double most = Arrays.stream(TRAIN.numbers(AGE))
                .filter(x -> !Double.isNaN(x))
                .max()
                .orElseThrow();
        double least = Arrays.stream(TRAIN.numbers(AGE))
                .filter(x -> !Double.isNaN(x))
                .min()
                .orElseThrow();
        assertStrange(withNumbers(AGE, most + 1, most + 3, 999, 1e9, 1e308, Double.POSITIVE_INFINITY), AGE);
        assertStrange(withNumbers(AGE, least - 1, least - 3, -999, -1e9), AGE);
        assertStrange(withNumbers(AGE, 30.5), AGE); // a fraction among whole numbers
        assertStrange(withNumbers(LENGTH, 1e6, 1e7), LENGTH);
    }

    @Test
    @DisplayName("Days after the last one: the farther the higher")
    void days() {
        double last = TRAIN.schema().columns().get(DAY).maximum();
        assertStrange(withNumbers(DAY, last + 86_400, last + 30 * 86_400.0, last + 9_000 * 86_400.0), DAY);
    }

    @Test
    @DisplayName("A level never seen, and a constant that is another")
    void levels() {
        int unseen = TRAIN.schema().columns().get(CATEGORY).levels().size();
        Table one = TRAIN.rows(new int[1]);
        assertStrange(withColumn(one, CATEGORY, new Column.Codes(new int[] {unseen})), CATEGORY);
        assertStrange(withColumn(one, KIND, new Column.Codes(new int[] {2})), KIND);
        assertStrange(withColumn(one, CONSTANT, new Column.Codes(new int[] {1})), CONSTANT);
    }

    @Test
    @DisplayName(
            "A score depends on the row alone: reversed, and each on its own, rows have the scores they have together")
    void alone() {
        Table fresh = MixedTables.random(60, true, 9);
        double[] length = fresh.numbers(LENGTH).clone();
        int[] kind = fresh.codes(KIND).clone();
        for (int row = 0; row < 20; row++) { // blanks where the training table had none
            length[row] = Double.NaN;
            kind[row + 10] = Column.MISSING;
        }
        Table table = withColumn(withColumn(fresh, LENGTH, new Column.Numbers(length)), KIND, new Column.Codes(kind));
        List<RowScore> together = model.score(table, 1);
        List<RowScore> reversed = model.score(
                table.rows(IntStream.range(0, 60).map(row -> 59 - row).toArray()), 1);
        for (int row = 0; row < 60; row++) {
            assertAlike(together.get(row), reversed.get(59 - row));
            if (row % 7 == 0) {
                assertAlike(
                        together.get(row),
                        model.score(table.rows(new int[] {row}), 1).get(0));
            }
        }
    }

    private static void assertAlike(RowScore one, RowScore other) {
        assertEquals(one.energy(), other.energy(), 1e-4); // products of other sizes round differently
        for (RowScore.Surprise part : one.surprises()) {
            double same = other.surprises().stream()
                    .filter(surprise -> surprise.column().equals(part.column()))
                    .findFirst()
                    .orElseThrow()
                    .excess();
            assertEquals(part.excess(), same, 1e-4, part.column());
        }
    }

    @Test
    @DisplayName("A blank where the training table had none is filled in likely: the row is no anomaly for it")
    void blanks() {
        double[] blank = new double[TRAIN.rows()];
        Arrays.fill(blank, Double.NaN);
        double mean = model.score(withColumn(TRAIN, LENGTH, new Column.Numbers(blank)), 1).stream()
                .mapToDouble(RowScore::percentile)
                .average()
                .orElseThrow();
        assertTrue(mean < 0.55, "rows with the length filled in have a mean percentile of " + mean);
    }

    @Test
    @DisplayName(
            "The tail of an exponential distribution is its own: distance over scale, plus −log of the outermost bin")
    void exponentialTail() {
        double[] numbers = new double[1000];
        Arrays.setAll(numbers, i -> -3 * Math.log1p(-(i + 0.5) / 1000)); // scale 3
        Quantiles quantiles = Quantiles.of(numbers);
        double most = numbers[999];
        assertEquals(0, quantiles.strangeness(most));
        assertEquals(0, quantiles.strangeness(numbers[0]));
        assertEquals(0, quantiles.strangeness(Double.NaN));
        // 50 rows say what the scale of the tail is: a standard error of a seventh
        assertEquals(10, quantiles.strangeness(most + 60) - quantiles.strangeness(most + 30), 10.0 / 7);
        assertEquals(Math.log(1000), quantiles.strangeness(Math.nextUp(most)), 1e-9);
        // an atom that holds the outermost twentieth: the share is doubled until numbers differ
        Quantiles atom = Quantiles.of(
                IntStream.range(0, 100).mapToDouble(i -> Math.min(i, 80)).toArray());
        assertTrue(atom.strangeness(90) > 0 && atom.strangeness(90) < atom.strangeness(100));
        assertTrue(Double.isFinite(Quantiles.of(new double[] {-1e308, 1e308}).strangeness(1.7e308)));
    }
}
