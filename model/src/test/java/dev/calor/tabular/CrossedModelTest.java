package dev.calor.tabular;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.calor.table.ColumnType;
import dev.calor.table.Table;
import dev.calor.tensor.Device;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A model of a table whose number depends on the combination of two columns. */
class CrossedModelTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    /** A store, a season, and sales that depend on both together: high where they are both even or both odd. */
    static Table table(int rows) {
        SplittableRandom random = new SplittableRandom(4);
        int[] store = new int[rows];
        int[] season = new int[rows];
        double[] sales = new double[rows];
        for (int row = 0; row < rows; row++) {
            store[row] = random.nextInt(6);
            season[row] = random.nextInt(4);
            sales[row] =
                    Math.rint(1000 * (random.nextGaussian() + ((store[row] + season[row]) % 2 == 0 ? 4 : 0))) / 1000;
        }
        return MixedTables.of(
                MixedTables.levels("store", ColumnType.CATEGORICAL, 6, store),
                MixedTables.levels("season", ColumnType.CYCLIC, 4, season),
                MixedTables.numbers("sales", ColumnType.NUMERIC, 3, sales));
    }

    private static double mean(TabularModel model, String... conditions) {
        List<Condition> where = List.of(conditions).stream()
                .map(condition -> Condition.parse(condition, model.schema()))
                .toList();
        Table rows = model.sample(400, where, false, 3, share -> {});
        double sum = 0;
        for (double number : rows.numbers(2)) {
            sum += number;
        }
        return sum / rows.rows();
    }

    @Test
    @DisplayName("It crosses the columns, knows their combinations, and is the same after it was saved")
    void whole() throws IOException {
        Path file = folder.resolve("crossed.calor");
        try (TabularModel model = TabularModel.fit(table(3_000), MixedTables.SMALL.withSteps(400))) {
            assertEquals(List.of(List.of("store", "season")), model.crosses());
            // standard deviations of the means: .05 each; the rest is what 400 steps do not learn
            assertEquals(4, mean(model, "store=L2", "season=L2"), 1);
            assertEquals(0, mean(model, "store=L2", "season=L1"), 1);
            model.save(file);
            try (TabularModel loaded = TabularModel.load(file, Device.CPU)) {
                assertEquals(model.crosses(), loaded.crosses());
                assertArrayEquals(
                        model.sample(600, 5).numbers(2), loaded.sample(600, 5).numbers(2));
            }
        }
    }
}
