package dev.calor.table;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RareLevelsTest {
    private static Table table(ColumnType type, List<String> levels, int... codes) {
        return new Table(
                new Schema(List.of(ColumnSchema.withLevels("city", type, levels))), List.of(new Column.Codes(codes)));
    }

    private static final Table CITIES =
            table(ColumnType.CATEGORICAL, List.of("Bonn", "Köln", "Ulm", "none"), 0, 0, 0, 1, 2, 2, Column.MISSING, 0);

    @Test
    @DisplayName("Levels in few rows cause a warning; levels in no row, and those on a scale, do not")
    void warns() {
        assertEquals(List.of(), RareLevels.warnings(CITIES, 1));
        assertEquals(
                List.of("column 'city': 2 of 4 levels occur in fewer than 3 rows, such as 'Köln', 'Ulm',"
                        + " and would be reproduced as they are"),
                RareLevels.warnings(CITIES, 3));
        assertEquals(List.of(), RareLevels.warnings(table(ColumnType.ORDINAL, List.of("1", "2"), 0, 1), 5));
    }

    @Test
    @DisplayName("Levels in few real rows are named if synthetic rows have them too")
    void copied() {
        Table synthetic = table(ColumnType.CATEGORICAL, List.of("new", "Ulm", "Bonn"), 0, 1, 1, 2, 2);
        assertEquals(
                List.of("column 'city': 1 of 2 levels that occur in fewer than 3 real rows are in the synthetic table,"
                        + " such as 'Ulm'; 'calor fit --rare 3' makes them 'other'"),
                RareLevels.copied(CITIES, synthetic, 3));
        assertEquals(List.of(), RareLevels.copied(CITIES, synthetic.rows(new int[] {0, 3}), 3));
    }

    @Test
    @DisplayName("They are merged into one level, 'other', which may exist already")
    void folds() {
        Table folded = RareLevels.folded(CITIES, 3);
        assertEquals(
                List.of("Bonn", "none", "other"), folded.schema().column("city").levels());
        assertArrayEquals(new int[] {0, 0, 0, 2, 2, 2, Column.MISSING, 0}, folded.codes(0));
        Table named = table(ColumnType.CATEGORICAL, List.of("a", "other", "z"), 0, 0, 0, 1, 1, 2);
        assertArrayEquals(
                new int[] {0, 0, 0, 1, 1, 1}, RareLevels.folded(named, 3).codes(0));
        assertEquals(
                CITIES.schema(),
                RareLevels.folded(table(ColumnType.CATEGORICAL, List.of("Bonn", "Köln", "Ulm", "none"), 0, 0), 2)
                        .schema());
        assertRefused(() -> RareLevels.folded(CITIES, 1), "give 2 or more");
    }
}
