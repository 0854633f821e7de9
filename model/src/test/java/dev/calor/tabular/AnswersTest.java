package dev.calor.tabular;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.random.ChiSquare;
import dev.calor.rows.Batch;
import dev.calor.table.Column;
import dev.calor.table.ColumnType;
import dev.calor.table.Table;
import dev.calor.tensor.Device;
import dev.calor.tensor.Engine;
import dev.calor.tensor.Scope;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a small model says of rows: fillings, classes, scores. */
class AnswersTest {
    private static final Table TRAIN = MixedTables.random(400, true, 1);

    private static TabularModel model;

    @BeforeAll
    static void train() throws IOException {
        Engine.setThreads(1); // small tensors: more threads only wait for each other
        model = TabularModel.fit(TRAIN, MixedTables.SMALL);
    }

    @AfterAll
    static void close() {
        model.close();
    }

    @Test
    @DisplayName("Imputation fills every blank and keeps known cells; draws differ, and the same seed repeats them")
    void imputation() {
        Table fresh = MixedTables.random(60, true, 9);
        // blanks where the training table had none, and in columns the model does not learn
        List<Column> columns = new ArrayList<>(fresh.columns());
        double[] length = fresh.numbers(3).clone();
        int[] kind = fresh.codes(5).clone();
        int[] constant = fresh.codes(1).clone();
        length[0] = Double.NaN;
        kind[1] = Column.MISSING;
        constant[2] = Column.MISSING;
        columns.set(3, new Column.Numbers(length));
        columns.set(5, new Column.Codes(kind));
        columns.set(1, new Column.Codes(constant));
        Table holed = new Table(fresh.schema(), columns);

        List<Table> draws = model.impute(holed, 2, 3, share -> {});
        for (Table filled : draws) {
            assertEquals(0, MixedTables.blanks(filled));
            assertEquals(MixedTables.text(holed), MixedTables.text(blanked(filled, holed)), "known cells");
        }
        assertNotEquals(MixedTables.text(draws.get(0)), MixedTables.text(draws.get(1)));
        assertEquals(MixedTables.text(draws.get(0)), MixedTables.text(model.impute(holed, 3)));
        Table whole = MixedTables.random(5, false, 9);
        assertEquals(MixedTables.text(whole), MixedTables.text(model.impute(whole, 3)));
        assertRefused(() -> model.impute(holed, 0, 3, share -> {}), "0 draws", "at least 1");
    }

    /** A table with the blanks of another. */
    private static Table blanked(Table table, Table like) {
        List<Column> columns = new ArrayList<>();
        for (int k = 0; k < table.columns().size(); k++) {
            Column blank = like.columns().get(k);
            int rows = table.rows();
            int[] source = IntStream.range(0, rows)
                    .map(row -> blank.isMissing(row) ? rows + row : row)
                    .toArray();
            columns.add(table.columns().get(k).followedBy(blank).rows(source));
        }
        return new Table(table.schema(), columns);
    }

    @Test
    @DisplayName(
            "Probabilities of levels sum to one and are exp(−U) over its sum, by enumeration, where there are only levels")
    void classification() throws IOException {
        Table levels = MixedTables.of(
                MixedTables.levels(
                        "a",
                        ColumnType.CATEGORICAL,
                        3,
                        IntStream.range(0, 60).map(row -> row % 3).toArray()),
                MixedTables.levels(
                        "b",
                        ColumnType.CATEGORICAL,
                        3,
                        IntStream.range(0, 60).map(row -> row % 4 - 1).toArray()));
        try (TabularModel small = TabularModel.fit(levels, MixedTables.SMALL.withSteps(40));
                Scope scope = Scope.open()) {
            Classification found = small.classify(levels, "b", 1);
            assertEquals(List.of("L0", "L1", "L2"), found.levels());
            for (int row = 0; row < 12; row++) {
                int[][] states = new int[3][];
                for (int level = 0; level < 3; level++) {
                    states[level] = new int[] {levels.codes(0)[row], level};
                }
                double[] weights = small.energy()
                        .energy(Batch.ofStates(Device.CPU, states))
                        .negate()
                        .exp()
                        .toDoubles();
                double sum = Arrays.stream(weights).sum();
                // single precision
                assertArrayEquals(
                        Arrays.stream(weights).map(weight -> weight / sum).toArray(), found.probabilities()[row], 1e-5);
            }
        }
    }

    @Test
    @DisplayName("Classification learns what can be learned, ignores the column it predicts, and fills unknown blanks")
    void classes() {
        Table fresh = MixedTables.random(200, true, 11);
        Classification found = model.classify(fresh, "kind", 1);
        int right = 0;
        for (int row = 0; row < 200; row++) {
            assertEquals(1, Arrays.stream(found.probabilities()[row]).sum(), 1e-9);
            right += found.best(row).equals("L" + fresh.codes(5)[row]) ? 1 : 0;
        }
        assertTrue(right > 150, right + " of 200 right; ages and lengths of the two kinds hardly overlap");
        List<Column> columns = new ArrayList<>(fresh.columns());
        double[] length = new double[200];
        Arrays.fill(length, Double.NaN); // never blank in training
        columns.set(3, new Column.Numbers(length));
        Table unknown = new Table(fresh.schema(), columns);
        int[] other = new int[200];
        Arrays.fill(other, Column.MISSING);
        columns.set(5, new Column.Codes(other));
        assertArrayEquals(
                model.classify(unknown, "kind", 1).probabilities(),
                model.classify(new Table(fresh.schema(), columns), "kind", 1).probabilities(),
                "what the column holds does not leak into the blanks");
        assertRefused(() -> model.classify(fresh, "length", 1), "'length' is numeric", "impute");
        assertRefused(() -> model.classify(fresh, "name", 1), "'name' is identifier");
        assertRefused(() -> model.classify(fresh, "nobody", 1), "'nobody'");
    }

    @Test
    @DisplayName(
            "A classifier learns p(level | rest) of the same rows, ignores what the column holds, and refuses new blanks")
    void classifier() throws IOException {
        Table train = MixedTables.random(400, false, 1);
        Table fresh = MixedTables.random(200, false, 11);
        TabularSpec wide = MixedTables.SMALL.with("width", "256"); // learns in the 50 steps that 50 epochs are here
        try (TabularClassifier classifier = TabularClassifier.fit(train, "kind", wide, true, Device.CPU, event -> {})) {
            assertEquals(50, classifier.steps());
            Classification found = classifier.classify(fresh, 1);
            int right = 0;
            for (int row = 0; row < 200; row++) {
                assertEquals(1, Arrays.stream(found.probabilities()[row]).sum(), 1e-9);
                right += found.best(row).equals("L" + fresh.codes(5)[row]) ? 1 : 0;
            }
            assertTrue(right > 170, right + " of 200 right; ages and lengths of the two kinds hardly overlap");
            List<Column> columns = new ArrayList<>(fresh.columns());
            columns.set(5, new Column.Codes(new int[200]));
            Table other = new Table(fresh.schema(), columns);
            assertArrayEquals(
                    found.probabilities(), classifier.classify(other, 1).probabilities());
            assertRefused(() -> classifier.classify(MixedTables.random(60, true, 9), 1), "blank", "impute");
        }
        assertRefused(
                () -> TabularClassifier.fit(train, "length", wide, true, Device.CPU, event -> {})
                        .close(),
                "'length' is numeric");
    }

    @Test
    @DisplayName(
            "Percentiles lie in [0, 1], are uniform on training rows, and near 1 where columns contradict each other")
    void scores() {
        List<RowScore> scores = model.score(TRAIN, 1);
        long[] quarters = new long[4];
        for (RowScore score : scores) {
            assertTrue(score.percentile() >= 0 && score.percentile() <= 1);
            quarters[Math.min(3, (int) (4 * score.percentile()))]++;
            assertEquals(TRAIN.columns().size(), score.surprises().size());
            for (int k = 1; k < score.surprises().size(); k++) {
                assertTrue(score.surprises().get(k - 1).excess()
                        >= score.surprises().get(k).excess());
            }
        }
        ChiSquare.assertFits("percentiles", quarters, new double[] {0.25, 0.25, 0.25, 0.25});

        List<Column> columns = new ArrayList<>(TRAIN.columns());
        columns.set(
                5,
                new Column.Codes(
                        Arrays.stream(TRAIN.codes(5)).map(kind -> 1 - kind).toArray()));
        List<RowScore> odd = model.score(new Table(TRAIN.schema(), columns), 1);
        double mean = odd.stream().mapToDouble(RowScore::percentile).average().orElseThrow();
        assertTrue(mean > 0.75, "rows of the wrong kind have a mean percentile of " + mean);
    }
}
