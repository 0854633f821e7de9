package dev.calor.metric;

import static dev.calor.Refusal.assertRefused;
import static dev.calor.metric.Tables.levels;
import static dev.calor.metric.Tables.numbers;
import static dev.calor.metric.Tables.texts;
import static dev.calor.metric.Tables.times;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.metric.RowDistance.Coordinate;
import dev.calor.random.RandomStream;
import dev.calor.table.Table;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PrivacyTest {
    private static final double NULL = Double.NaN;
    private static final double ROUNDING = 1e-15;

    private static Privacy privacy(Table training, Table holdout, Table synthetic) {
        return Privacy.of(training, holdout, synthetic, done -> {});
    }

    @Test
    @DisplayName("Distances to the closest record, by hand: each table with its own range, numbers cut at 1")
    void closestRecord() {
        Table training = Tables.of(numbers("x", 0, 10), levels("c", "a", "b"));
        Table holdout = Tables.of(numbers("x", 0, 20), levels("c", "a", "a"));
        Table synthetic = Tables.of(numbers("x", 4, 50, 0), levels("c", "a", "b", "z"));
        Privacy found = privacy(training, holdout, synthetic);
        // (4, a): .4 + 0; (50, b): 1 + 0; (0, z): 0 + 1.
        assertArrayEquals(new double[] {0.2, 0.5, 0.5}, found.toTraining(), ROUNDING);
        // (4, a): .2 + 0; (50, b): 1 + 1; (0, z): 0 + 1.
        assertArrayEquals(new double[] {0.1, 1, 0.5}, found.toHoldout(), ROUNDING);
        ClosestRecords records = ClosestRecords.of(synthetic, training, done -> {});
        assertArrayEquals(found.toTraining(), records.distances());
        assertEquals(found.trainingRatio(), records.medianRatio());
        assertRefused(() -> ClosestRecords.of(synthetic.rows(0, 0), training, done -> {}), "from 0 rows to 2");
        // Only the second is nearer to training; the tie counts as holdout: min(2·⅔, 1).
        assertEquals(1, found.overfittingProtection());
        // L1: .4 and .4; 4 and 3 + 2; 2 and 2, a level that differs counting twice.
        assertEquals(1.0 / 3, found.share());
        assertEquals(2.0 / 3, found.tied());
        assertEquals(0.5, found.idealShare());
    }

    @Test
    @DisplayName("Missing values: one is 1 away, two are 0; a range of 0 asks for equality; identifiers are left out")
    void missing() {
        Table training = Tables.of(
                texts("id", "p"), numbers("x", NULL), times("t", 100), levels("c", (String) null), numbers("y", 1));
        Table same = Tables.of(
                texts("id", "q", "r"),
                numbers("x", NULL, 5),
                times("t", 100, 101),
                levels("c", null, "a"),
                numbers("y", 1, NULL));
        Privacy found = privacy(training, training, same);
        assertArrayEquals(new double[] {0, 1}, found.toTraining(), ROUNDING);
        assertEquals(1, found.tied());
        assertEquals(0.5, found.newRows());
    }

    @Test
    @DisplayName("Copies of the training rows are detected")
    void copies() {
        Table training = Tables.of(numbers("x", 0, 1, 2, 3), numbers("y", 5, 6, 7, 8));
        Table holdout = Tables.of(numbers("x", 0.4, 1.4, 2.4, 3), numbers("y", 5, 6, 7, 5));
        List<Double> progress = Collections.synchronizedList(new ArrayList<>());
        Privacy found = Privacy.of(training, holdout, training, progress::add);
        assertEquals(0, found.overfittingProtection());
        assertEquals(1, found.share());
        assertEquals(0, found.newRows());
        assertEquals(0, found.trainingRatio());
        assertTrue(found.holdoutRatio() > 0.1);
        assertTrue(progress.stream().allMatch(done -> done > 0 && done <= 1));
        assertTrue(progress.contains(1.0));
        assertRefused(() -> privacy(training, training.rows(0, 0), training), "4, 0 and 4", "at least one");
        Table ids = texts("id", "a");
        assertRefused(() -> privacy(ids, ids, ids), "no column");
    }

    @Test
    @DisplayName("Nearest over second nearest: the median over rows, 0/0 being 0")
    void ratio() {
        Table reference = numbers("x", 0, 0, 1, 4);
        // 0: 0/0; 1: 0; 2: 1/2 (to 1 and to 0 or 4); 3.5: .5/2.5; 5: 1/4.
        Privacy found = privacy(reference, reference, numbers("x", 0, 1, 2, 3.5, 5));
        assertEquals(0.2, found.trainingRatio(), ROUNDING);
        assertEquals(0.2, found.holdoutRatio(), ROUNDING);
    }

    /** Numbers with ties and missing values, levels, a constant: shuffled together or apart. */
    private static Table random(int rows, RandomStream random) {
        double[][] x = new double[3][rows];
        @Nullable String[][] c = new @Nullable String[3][rows];
        for (int row = 0; row < rows; row++) {
            x[0][row] = random.nextGaussian();
            x[1][row] = random.nextInt(5) == 0 ? NULL : random.nextInt(6);
            x[2][row] = 7;
            c[0][row] = "a" + random.nextInt(3);
            c[1][row] = random.nextInt(6) == 0 ? null : "b" + random.nextInt(12);
            c[2][row] = "same";
        }
        return Tables.of(
                numbers("n", x[0]),
                numbers("m", x[1]),
                numbers("k", x[2]),
                levels("c", c[0]),
                levels("d", c[1]),
                levels("e", c[2]));
    }

    /** The distances of rows that there are. */
    private enum Kind {
        CLOSEST_RECORD,
        ONE_HOT,
        EUCLIDEAN;

        RowDistance of(List<SharedColumn> columns, int table) {
            return switch (this) {
                case CLOSEST_RECORD -> RowDistance.closestRecord(columns, table, 0);
                case ONE_HOT -> RowDistance.oneHot(columns, table, 0);
                case EUCLIDEAN -> EuclideanRows.of(columns).squares(table);
            };
        }
    }

    @Property(tries = 90)
    @Label("The tree finds what comparing all rows finds, in every distance; of several nearest rows the first")
    void tree(
            @ForAll @IntRange(min = 1, max = 300) int rows,
            @ForAll @IntRange(min = 1, max = 40) int others,
            @ForAll long seed,
            @ForAll Kind kind) {
        List<SharedColumn> columns = SharedColumn.of(
                random(rows, RandomStream.of(seed).child(0)),
                random(others, RandomStream.of(seed).child(1)));
        RowDistance to = kind.of(columns, 0);
        RowDistance from = kind.of(columns, 1);
        NearestRows found = NearestRows.of(from, to, done -> {});
        for (int i = 0; i < others; i++) {
            double first = Double.POSITIVE_INFINITY;
            double second = Double.POSITIVE_INFINITY;
            int nearest = 0;
            for (int j = 0; j < rows; j++) {
                double distance = distance(from, i, to, j);
                nearest = distance < first ? j : nearest;
                second = Math.min(second, Math.max(first, distance));
                first = Math.min(first, distance);
            }
            assertEquals(first, found.first()[i], 1e-14);
            assertEquals(second, found.second()[i], 1e-14);
            assertEquals(nearest, found.nearest()[i]);
        }
    }

    private static double distance(RowDistance from, int i, RowDistance to, int j) {
        double sum = 0;
        for (int k = 0; k < from.coordinates().size(); k++) {
            Coordinate coordinate = from.coordinates().get(k);
            double x = coordinate.values()[i];
            double y = to.coordinates().get(k).values()[j];
            double apart = Math.min(coordinate.cap(), Math.abs(x - y));
            sum += Double.isNaN(x) || Double.isNaN(y)
                    ? Double.isNaN(x) == Double.isNaN(y) ? 0 : 1
                    : coordinate.weight() * (from.squared() ? apart * apart : apart);
        }
        return sum;
    }

    @Test
    @DisplayName("New rows, by hand: numbers match within a hundredth of the synthetic one")
    void newRows() {
        Table real = Tables.of(numbers("x", 100, 0, -50, NULL), levels("c", "a", "a", null, "b"));
        Table synthetic = Tables.of(
                numbers("x", 100.9, 101.1, 99, 1e-9, 0, -50.5, NULL, NULL, 100),
                levels("c", "a", "a", "a", "a", "a", null, "b", "a", "z"));
        // Known: 100.9 (1.009 covers .9); 0; −50.5 (.505 covers .5); missing with b. 99 reaches 99.99 alone, 101.1 down
        // to 100.089.
        assertEquals(5.0 / 9, NewRows.of(real, synthetic), ROUNDING);
        assertEquals(0, NewRows.of(real, real));
        assertEquals(0, NewRows.of(levels("c", "a", "b"), levels("c", "b", "b")));
        assertEquals(0.5, NewRows.of(levels("c", "a", "b"), levels("c", "b", "c")));
    }

    @Property(tries = 60)
    @Label("New rows are those that comparing all rows leaves")
    void newRowsByComparison(
            @ForAll @IntRange(min = 1, max = 200) int rows,
            @ForAll @IntRange(min = 1, max = 60) int others,
            @ForAll long seed) {
        Table real = random(rows, RandomStream.of(seed).child(0));
        Table synthetic = random(others, RandomStream.of(seed).child(1));
        // Whole numbers are the same within a hundredth; Gaussian ones seldom: leave them out of every other try.
        Table left = seed % 2 == 0 ? real : without(real);
        Table right = seed % 2 == 0 ? synthetic : without(synthetic);
        List<SharedColumn> columns = SharedColumn.of(left, right);
        int fresh = 0;
        for (int s = 0; s < others; s++) {
            boolean known = false;
            for (int r = 0; r < rows; r++) {
                known |= matches(columns, r, s);
            }
            fresh += known ? 0 : 1;
        }
        assertEquals((double) fresh / others, NewRows.of(left, right));
    }

    private static Table without(Table table) {
        return Tables.of(Tables.numbers("m", table.numbers(1)), Tables.numbers("k", table.numbers(2)));
    }

    private static boolean matches(List<SharedColumn> columns, int r, int s) {
        boolean all = true;
        for (SharedColumn column : columns) {
            if (column instanceof SharedColumn.Numbers numbers) {
                double x = numbers.values()[0][r];
                double y = numbers.values()[1][s];
                all &= (Double.isNaN(x) && Double.isNaN(y)) || Math.abs(x - y) <= Math.abs(0.01 * y);
            } else if (column instanceof SharedColumn.Levels levels) {
                all &= levels.codes()[0][r] == levels.codes()[1][s];
            }
        }
        return all;
    }
}
