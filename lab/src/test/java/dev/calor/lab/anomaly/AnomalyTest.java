package dev.calor.lab.anomaly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.random.RandomStream;
import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import dev.calor.table.Schema;
import dev.calor.table.Table;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The comparison methods and the metric of the anomaly experiment, on cases with known answers. */
class AnomalyTest {
    @Test
    @DisplayName(
            "Average precision by hand: 1 and 2/3 at recall 1/2 and 1; ties count as one step; random is the share")
    void area() {
        assertEquals(
                (1 + 2 / 3.0) / 2,
                PrecisionRecall.area(new double[] {4, 3, 2, 1}, new boolean[] {true, false, true, false}),
                1e-12);
        assertEquals(0.25, PrecisionRecall.area(new double[4], new boolean[] {false, true, false, false}), 1e-12);
        assertThrows(IllegalArgumentException.class, () -> PrecisionRecall.area(new double[2], new boolean[2]));
    }

    @Test
    @DisplayName("A forest isolates a point far from a Gaussian cloud sooner than any of its points; the seed repeats")
    void forest() {
        RandomStream random = RandomStream.of(3);
        double[][] cloud = new double[500][2];
        for (double[] point : cloud) {
            point[0] = random.nextGaussian();
            point[1] = random.nextGaussian();
        }
        IsolationForest forest = new IsolationForest(cloud, RandomStream.of(1));
        double far = forest.score(new double[] {8, -8});
        double most = Arrays.stream(cloud).mapToDouble(forest::score).max().orElseThrow();
        assertTrue(far > most, far + " and " + most);
        assertTrue(forest.score(new double[2]) < 0.5, "the middle is deep");
        assertEquals(far, new IsolationForest(cloud, RandomStream.of(1)).score(new double[] {8, -8}));
    }

    private static Table table() {
        double[] numbers = new double[20];
        int[] codes = new int[20];
        Arrays.setAll(numbers, row -> row);
        Arrays.setAll(codes, row -> row % 4);
        return new Table(
                new Schema(List.of(
                        ColumnSchema.number("n", ColumnType.NUMERIC, 0, 19, 0),
                        ColumnSchema.withLevels("c", ColumnType.CATEGORICAL, List.of("a", "b", "c", "d")))),
                List.of(new Column.Numbers(numbers), new Column.Codes(codes)));
    }

    @Test
    @DisplayName("Planting changes the first rows only: numbers beyond the range, cells of other rows")
    void planting() {
        Table table = table();
        for (Planting planting : Planting.values()) {
            Table planted = planting.plant(table, 5, RandomStream.of(1));
            for (int row = 5; row < 20; row++) {
                assertEquals(table.numbers(0)[row], planted.numbers(0)[row]);
                assertEquals(table.codes(1)[row], planted.codes(1)[row]);
            }
            for (int row = 0; row < 5; row++) {
                assertEquals(planting == Planting.OUTSIDE, planted.numbers(0)[row] > 19);
            }
        }
        assertEquals(0, table.numbers(0)[0], "the table itself is left alone");
    }

    @Test
    @DisplayName("Tails by hand: the least of 20 numbers and a level of a quarter of the rows")
    void tails() {
        assertEquals(-Math.log(2 / 21.0) - Math.log(6 / 21.0), new ColumnTails(table()).score(table(), 0), 1e-12);
    }
}
