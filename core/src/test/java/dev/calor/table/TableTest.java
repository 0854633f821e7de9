package dev.calor.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Rows put into other tables, and blanks filled from them. */
class TableTest {
    private static final double BLANK = Double.NaN;

    private static Table table(double[] numbers, int[] codes, @Nullable String... texts) {
        return new Table(
                new Schema(List.of(
                        ColumnSchema.number("x", ColumnType.NUMERIC, 0, 9, 0),
                        ColumnSchema.withLevels("c", ColumnType.CATEGORICAL, List.of("a", "b", "c")),
                        ColumnSchema.withLevels("id", ColumnType.IDENTIFIER, List.of()))),
                List.of(new Column.Numbers(numbers), new Column.Codes(codes), new Column.Texts(Arrays.asList(texts))));
    }

    private static void assertHolds(Table found, double[] numbers, int[] codes, @Nullable String... texts) {
        assertArrayEquals(numbers, found.numbers(0), 0);
        assertArrayEquals(codes, found.codes(1));
        assertEquals(Arrays.asList(texts), ((Column.Texts) found.columns().get(2)).values());
    }

    private final Table table = table(new double[] {1, BLANK, 3}, new int[] {0, 1, -1}, "p", null, "r");

    @Test
    @DisplayName("Rows take the places they are given, in the order of the places; others stay, and so does the table")
    void withRows() {
        Table others = table(new double[] {8, BLANK}, new int[] {-1, 2}, null, "s");
        assertHolds(
                table.withRows(new int[] {2, 0}, others),
                new double[] {BLANK, BLANK, 8},
                new int[] {2, 1, -1},
                "s",
                null,
                null);
        assertHolds(
                table.withRows(new int[0], table.rows(0, 0)),
                new double[] {1, BLANK, 3},
                new int[] {0, 1, -1},
                "p",
                null,
                "r");
        assertHolds(table, new double[] {1, BLANK, 3}, new int[] {0, 1, -1}, "p", null, "r");
    }

    @Test
    @DisplayName("Blanks are filled from the same cell of another table, which may be blank too; other cells stay")
    void orElse() {
        Table other = table(new double[] {5, 6, 7}, new int[] {1, 1, -1}, "u", "v", "w");
        assertHolds(table.orElse(other), new double[] {1, 6, 3}, new int[] {0, 1, -1}, "p", "v", "r");
    }

    @Test
    @DisplayName("A column follows one of its kind, and no other")
    void followedBy() {
        Column.Numbers both =
                new Column.Numbers(new double[] {1, BLANK}).followedBy(new Column.Numbers(new double[] {2}));
        assertArrayEquals(new double[] {1, BLANK, 2}, both.values(), 0);
        assertThrows(ClassCastException.class, () -> both.followedBy(new Column.Codes(new int[] {1})));
    }
}
