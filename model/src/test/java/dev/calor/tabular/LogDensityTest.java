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

    @Test
    @DisplayName(
            "Numbers that repeat: density times the share of the number is a probability, and all of them sum to one")
    void atoms() throws IOException {
        RandomStream random = RandomStream.of(6);
        int[] kinds = new int[ROWS];
        double[] numbers = new double[ROWS];
        double[] shares = new double[6];
        for (int row = 0; row < ROWS; row++) {
            kinds[row] = random.nextInt(2);
            numbers[row] = random.nextInt(3) + 3 * (random.nextInt(5) == 0 ? 1 - kinds[row] : kinds[row]);
            shares[(int) numbers[row]] += 1.0 / ROWS;
        }
        Table table = MixedTables.of(
                MixedTables.levels("kind", ColumnType.BOOLEAN, 2, kinds),
                MixedTables.numbers("number", ColumnType.INTEGER, 0, numbers));
        try (TabularModel model = TabularModel.fit(table, MixedTables.SMALL)) {
            double[] values = new double[12];
            double[] logShares = new double[12];
            int[] levels = new int[12];
            for (int i = 0; i < 12; i++) {
                values[i] = i % 6;
                levels[i] = i / 6;
                logShares[i] = Math.log(shares[i % 6]);
            }
            Table rows = new Table(model.schema(), List.of(new Column.Codes(levels), new Column.Numbers(values)));
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
    @DisplayName("A model with masks has none: part of its mass lies where no row is")
    void masks() throws IOException {
        TabularSpec spec =
                MixedTables.SMALL.withMethod(TabularMethod.named("tabed-mask")).withSteps(2);
        try (TabularModel model = TabularModel.fit(categories(), spec)) {
            assertRefused(() -> model.logPartition(1, share -> {}), "tabed-mask", "train by another method");
        }
    }
}
