package dev.calor.tabular;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.estimate.Enumeration;
import dev.calor.estimate.LogPartition;
import dev.calor.random.RandomStream;
import dev.calor.table.Column;
import dev.calor.table.ColumnType;
import dev.calor.table.Table;
import dev.calor.tensor.Engine;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Probabilities of rows that can all be listed sum to one. */
class LogDensityTest {
    private static final int ROWS = 300;

    @BeforeAll
    static void oneThread() {
        Engine.setThreads(1); // small tensors: more threads only wait for each other
    }

    /** Three columns of which the second follows the first, and the third has blanks. */
    private static Table categories() {
        RandomStream random = RandomStream.of(5);
        int[][] codes = new int[3][ROWS];
        for (int row = 0; row < ROWS; row++) {
            codes[0][row] = random.nextInt(3);
            codes[1][row] = random.nextInt(10) == 0 ? random.nextInt(4) : codes[0][row];
            codes[2][row] = random.nextInt(4) == 0 ? Column.MISSING : random.nextInt(2);
        }
        return MixedTables.of(
                MixedTables.levels("first", ColumnType.CATEGORICAL, 3, codes[0]),
                MixedTables.levels("second", ColumnType.ORDINAL, 4, codes[1]),
                MixedTables.levels("third", ColumnType.BOOLEAN, 2, codes[2]));
    }

    @ParameterizedTest
    @ValueSource(strings = {"annealed", "tabed-uni"})
    @DisplayName("Of categories, with blanks: log Z is that of enumeration within 4 standard errors; rows sum to one")
    void enumerable(String method) throws IOException {
        TabularSpec spec = MixedTables.SMALL.withMethod(TabularMethod.named(method));
        try (TabularModel model = TabularModel.fit(categories(), spec)) {
            LogPartition found = model.logPartition(400, 60, 1, share -> {});
            double exact = Enumeration.logPartition(model.energy()).value();
            assertEquals(exact, found.value(), 4 * found.standardError());
            assertTrue(found.standardError() < 0.1, found.toString());
            int[][] all = new int[3][36];
            for (int i = 0; i < 36; i++) {
                all[0][i] = i % 3;
                all[1][i] = i / 3 % 4;
                all[2][i] = i / 12 - 1;
            }
            Table rows = new Table(
                    model.schema(),
                    Arrays.stream(all).<Column>map(Column.Codes::new).toList());
            assertEquals(1, sum(model.score(rows, 2), new LogPartition(exact, 0), new double[36]), 1e-4);
        }
    }

    private static double sum(List<RowScore> scores, LogPartition partition, double[] logShares) {
        double sum = 0;
        for (int row = 0; row < scores.size(); row++) {
            sum += Math.exp(scores.get(row).logDensity(partition) + logShares[row]);
        }
        return sum;
    }

    /** A number of 2·half values, of which the greater half mostly goes with the second kind. */
    private static Table numbersOfTwoKinds(int rows, int half) {
        RandomStream random = RandomStream.of(6);
        int[] kinds = new int[rows];
        double[] numbers = new double[rows];
        for (int row = 0; row < rows; row++) {
            kinds[row] = random.nextInt(2);
            numbers[row] = row % half + half * (random.nextInt(5) == 0 ? 1.0 - kinds[row] : kinds[row]);
        }
        return MixedTables.of(
                MixedTables.levels("kind", ColumnType.BOOLEAN, 2, kinds),
                MixedTables.numbers("number", ColumnType.INTEGER, 0, numbers));
    }

    /** Both kinds with every number up to {@code values}. */
    private static Table everyRow(TabularModel model, int values) {
        double[] numbers = new double[2 * values];
        int[] kinds = new int[2 * values];
        Arrays.setAll(numbers, i -> i % values);
        Arrays.setAll(kinds, i -> i / values);
        return new Table(model.schema(), List.of(new Column.Codes(kinds), new Column.Numbers(numbers)));
    }

    @Test
    @DisplayName(
            "Numbers that repeat: density times the share of the number is a probability, and all of them sum to one")
    void atoms() throws IOException {
        Table table = numbersOfTwoKinds(ROWS, 21); // more values than become states
        double[] logShares = new double[84];
        for (int i = 0; i < 84; i++) {
            int number = i % 42;
            logShares[i] = Math.log(
                    Arrays.stream(table.numbers(1)).filter(x -> x == number).count() / (double) ROWS);
        }
        try (TabularModel model = TabularModel.fit(table, MixedTables.SMALL)) {
            assertEquals(1, model.encoder().numbers());
            Table rows = everyRow(model, 42);
            LogPartition partition = model.logPartition(1000, 100, 1, share -> {});
            double sum = 0;
            for (int seed = 0; seed < 20; seed++) { // the mass of a number is averaged over 8 points of it
                sum += sum(model.score(rows, seed), partition, logShares) / 20;
            }
            assertTrue(partition.standardError() < 0.02, partition.toString());
            assertEquals(1, sum, 4 * partition.standardError() + 0.03);
        }
    }

    @Test
    @DisplayName("Few numbers are states: densities are probabilities, sum to one, and ranges are drawn in proportion")
    void fewNumbers() throws IOException {
        Table table = numbersOfTwoKinds(ROWS, 3);
        TabularSpec conditioned =
                MixedTables.SMALL.with("tries", "0"); // else rows have the marginals of the table, not of the model
        try (TabularModel model = TabularModel.fit(table, conditioned)) {
            assertEquals(0, model.encoder().numbers());
            LogPartition exact = Enumeration.logPartition(model.energy());
            List<RowScore> scores = model.score(everyRow(model, 6), 2);
            assertEquals(1, sum(scores, exact, new double[12]), 1e-4); // single precision

            List<Condition> range =
                    List.of(Condition.parse("number>1", model.schema()), Condition.parse("number<5", model.schema()));
            double[] probabilities = new double[12];
            for (int i = 0; i < 12; i++) {
                boolean within = i % 6 > 1 && i % 6 < 5;
                probabilities[i] = within ? Math.exp(scores.get(i).logDensity(exact)) : 0;
            }
            double all = Arrays.stream(probabilities).sum();
            int draws = 2000;
            Table drawn = model.sample(draws, range, true, 3, share -> {});
            double distance = 0;
            for (int i = 0; i < 12; i++) {
                int kind = i / 6;
                int number = i % 6;
                long found = IntStream.range(0, draws)
                        .filter(row -> drawn.codes(0)[row] == kind && drawn.numbers(1)[row] == number)
                        .count();
                distance += Math.abs(found / (double) draws - probabilities[i] / all) / 2;
            }
            // 6 cells of 2,000 draws differ by .02 on average; chains of few steps are not exact.
            assertTrue(distance < 0.08, "conditional samples are " + distance + " from enumeration");
        }
    }

    @Test
    @DisplayName(
            "A number never seen is stranger than all that were, the more so the farther; imputing leaves it as it is")
    void unseenNumber() throws IOException {
        try (TabularModel model = TabularModel.fit(numbersOfTwoKinds(ROWS, 3), MixedTables.SMALL.withSteps(20))) {
            Table odd = new Table(
                    model.schema(),
                    List.of(new Column.Codes(new int[3]), new Column.Numbers(new double[] {-7, 1e9, Double.NaN})));
            Table near = new Table(
                    model.schema(), List.of(new Column.Codes(new int[2]), new Column.Numbers(new double[] {0, 5})));
            List<RowScore> seen = model.score(near, 1);
            List<RowScore> unseen = model.score(odd.rows(0, 2), 1);
            assertTrue(unseen.get(0).energy() > seen.get(0).energy() + 1);
            assertTrue(unseen.get(1).energy() > unseen.get(0).energy() + 1);
            Table filled = model.impute(odd, 1);
            assertEquals(-7, filled.numbers(1)[0], "known cells stay");
            assertEquals(1e9, filled.numbers(1)[1]);
            assertTrue(IntStream.range(0, 6).anyMatch(v -> v == filled.numbers(1)[2]), "a seen value");
        }
    }

    @Test
    @DisplayName("A model with masks has none: part of its mass lies where no row is")
    void masks() throws IOException {
        TabularSpec spec =
                MixedTables.SMALL.withMethod(TabularMethod.named("tabed-mask")).withSteps(2);
        try (TabularModel model = TabularModel.fit(categories(), spec)) {
            assertRefused(() -> model.logPartition(1, share -> {}), "tabed-mask", "train by another method");
        }
    }
}
