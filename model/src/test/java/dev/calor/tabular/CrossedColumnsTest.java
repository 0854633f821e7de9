package dev.calor.tabular;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.calor.rows.OneHot;
import dev.calor.space.Numeric;
import dev.calor.space.ProductSpace;
import dev.calor.space.StateSpace;
import dev.calor.space.Uniform;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Columns are crossed where their combinations explain what their sums do not. */
class CrossedColumnsTest {
    private final RandomGenerator random = new SplittableRandom(11);

    /** Rows with uniform levels and one number between 0 and 1, a function of them. */
    private EncodedRows rows(int count, int[] sizes, ToDoubleFunction<int[]> number) {
        EncodedRows rows = EncodedRows.of(count, sizes.length, 1, false);
        int[] levels = new int[sizes.length];
        for (int row = 0; row < count; row++) {
            for (int k = 0; k < sizes.length; k++) {
                levels[k] = random.nextInt(sizes[k]);
                rows.states()[k][row] = levels[k];
            }
            double value = number.applyAsDouble(levels);
            rows.number(0, row, value, value);
        }
        return rows;
    }

    private static List<List<Integer>> crosses(EncodedRows rows, int... sizes) {
        List<StateSpace> columns = new ArrayList<>(List.of(new Numeric()));
        for (int size : sizes) {
            columns.add(new Uniform(size));
        }
        return CrossedColumns.of(rows, new OneHot(new ProductSpace(columns)), rows.rows());
    }

    /** A number that is nearly independent of levels until all of them are known. */
    private static double scrambled(int... levels) {
        return new SplittableRandom(levels[0] * 10_000L + levels[1] * 100L + levels[2]).nextDouble();
    }

    @Test
    @DisplayName("Year, month and day that together decide a number are crossed, and the hour is not")
    void date() {
        int[] sizes = {4, 12, 20, 24};
        EncodedRows rows = rows(
                20_000,
                sizes,
                // pairs must be visible, since crosses grow from them: the number also depends on the month of a year
                levels -> 0.5 * scrambled(levels) + 0.5 * scrambled(levels[0], levels[1], 0));
        assertEquals(List.of(List.of(0, 1, 2)), crosses(rows, sizes));
    }

    @Test
    @DisplayName("Columns whose effects add up are not crossed")
    void sums() {
        int[] sizes = {6, 5, 3};
        EncodedRows rows =
                rows(10_000, sizes, levels -> levels[0] / 12.0 + levels[1] / 12.0 + 0.1 * random.nextDouble());
        assertEquals(List.of(), crosses(rows, sizes));
    }

    @Test
    @DisplayName("Two columns that together decide a number are crossed, unless another column tells their combination")
    void redundant() {
        int[] sizes = {5, 4, 20};
        EncodedRows rows = rows(10_000, sizes, levels -> scrambled(levels[0], levels[1], 0));
        assertEquals(List.of(List.of(0, 1)), crosses(rows, sizes));
        for (int row = 0; row < rows.rows(); row++) {
            rows.states()[2][row] = rows.states()[0][row] * 4 + rows.states()[1][row];
        }
        assertEquals(List.of(), crosses(rows, sizes));
    }

    @Test
    @DisplayName("Noise is not crossed, nor are columns with more combinations than the rows can tell of")
    void noise() {
        int[] sizes = {10, 10, 10};
        assertEquals(List.of(), crosses(rows(5_000, sizes, levels -> random.nextDouble()), sizes));
        int[] many = {40, 40, 40};
        assertEquals(List.of(), crosses(rows(5_000, many, levels -> scrambled(levels)), many));
    }
}
