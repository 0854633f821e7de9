package dev.calor.metric;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

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

class ChainedBoostingTest {
    private static final Schema SCHEMA = new Schema(List.of(
            ColumnSchema.withLevels("colour", ColumnType.CATEGORICAL, List.of("red", "green", "blue")),
            ColumnSchema.number("size", ColumnType.NUMERIC, 0, 30, 0),
            ColumnSchema.withLevels("kind", ColumnType.CATEGORICAL, List.of("small", "large"))));

    /** A colour decides the size, 0, 10 or 20 and a little more, and sizes of at least 10 are large. */
    private static Table rows(int number, String name) {
        RandomStream random = RandomStream.of(7).child(name);
        int[] colours = new int[number];
        double[] sizes = new double[number];
        for (int row = 0; row < number; row++) {
            colours[row] = random.nextInt(3);
            sizes[row] = 10 * colours[row] + random.nextDouble();
        }
        return new Table(
                SCHEMA,
                List.of(
                        new Column.Codes(colours),
                        new Column.Numbers(sizes),
                        new Column.Codes(Arrays.stream(sizes)
                                .mapToInt(size -> size < 10 ? 0 : 1)
                                .toArray())));
    }

    @Test
    @DisplayName(
            "Missing values are found from the other columns, also where two of three are missing; known ones stay")
    void chained() {
        Table truth = rows(60, "test");
        int[] colours = truth.codes(0).clone();
        double[] sizes = truth.numbers(1).clone();
        int[] kinds = truth.codes(2).clone();
        for (int row = 0; row < 30; row++) { // the size alone decides the rest
            colours[row] = Column.MISSING;
            kinds[row] = Column.MISSING;
        }
        for (int row = 30; row < 60; row++) {
            sizes[row] = Double.NaN;
        }
        Table blank = new Table(
                SCHEMA, List.of(new Column.Codes(colours), new Column.Numbers(sizes), new Column.Codes(kinds)));

        Table filled = ChainedBoosting.impute(rows(2_000, "train"), blank);

        assertArrayEquals(truth.codes(0), filled.codes(0));
        assertArrayEquals(truth.codes(2), filled.codes(2));
        for (int row = 0; row < 60; row++) {
            boolean known = row < 30;
            double expected = known ? truth.numbers(1)[row] : 10 * truth.codes(0)[row] + 0.5;
            assertEquals(expected, filled.numbers(1)[row], known ? 0 : 0.3, "row " + row);
        }
    }

    @Test
    @DisplayName("A column of one value is filled with it")
    void oneValue() {
        Table train = new Table(
                SCHEMA,
                List.of(
                        new Column.Codes(new int[40]),
                        new Column.Numbers(new double[40]),
                        new Column.Codes(new int[40])));
        Table blank = new Table(
                SCHEMA,
                List.of(
                        new Column.Codes(new int[] {Column.MISSING}),
                        new Column.Numbers(new double[] {0}),
                        new Column.Codes(new int[] {0})));
        assertEquals(0, ChainedBoosting.impute(train, blank).codes(0)[0]);
    }
}
