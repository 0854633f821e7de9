package dev.calor.dataset;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.random.RandomStream;
import dev.calor.space.ProductSpace;
import dev.calor.space.Uniform;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DiscretisationTest {
    @ParameterizedTest
    @CsvSource({"2, 1", "2, 2", "2, 5", "3, 2", "3, 3", "5, 2", "10, 1"})
    @DisplayName("Every row is the code of exactly one cell: its centre encodes to it, and no other centre does")
    void oneCellEach(int states, int digits) {
        Discretisation cells = new Discretisation(states, digits, 4.7);
        ProductSpace space = cells.space();
        boolean[][] seen = new boolean[(int) Math.pow(states, digits)][(int) Math.pow(states, digits)];
        double first = states == 2 ? -(cells.scale() + 1) : -cells.scale();
        for (long i = 0; i < space.count(); i++) {
            int[] row = space.state(i);
            double[] centre = cells.decode(row);
            assertArrayEquals(row, cells.encode(centre[0], centre[1]));
            double column = (centre[0] - first) / cells.cellWidth() - 0.5;
            double line = (centre[1] - first) / cells.cellWidth() - 0.5;
            assertEquals(Math.rint(column), column, 1e-9);
            assertEquals(Math.rint(line), line, 1e-9);
            boolean[] seenHere = seen[(int) Math.rint(column)];
            assertTrue(!seenHere[(int) Math.rint(line)], "two rows for " + Arrays.toString(centre));
            seenHere[(int) Math.rint(line)] = true;
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("A point lies in the cell of its row, for the paper's 2, 5 and 10 states")
    void roundTrip(Toy2d set) {
        for (int states : new int[] {2, 5, 10}) {
            Discretisation cells = Discretisation.of(set, states, RandomStream.of(1));
            double[][] points = set.draw(1000, RandomStream.of(2));
            int[][] rows = cells.encode(points);
            for (int i = 0; i < points.length; i++) {
                double[] centre = cells.decode(rows[i]);
                // Half a cell, and the rounding of a coordinate that lies on an edge.
                assertEquals(points[i][0], centre[0], cells.cellWidth() / 2 * (1 + 1e-9));
                assertEquals(points[i][1], centre[1], cells.cellWidth() / 2 * (1 + 1e-9));
            }
        }
    }

    @Test
    @DisplayName("The paper's codes: a sign and 15 bits of Gray code, 8 digits of base 5, 6 of base 10")
    void knownRows() {
        // f + 1 = 2^15, so that binary cells are one wide; 6 = 110 has the Gray code 101, 5 = 101 has 111.
        Discretisation binary = new Discretisation(2, 16, 32767);
        int[] row = new int[32];
        row[13] = row[15] = 1;
        row[16] = row[29] = row[30] = row[31] = 1;
        assertArrayEquals(row, binary.encode(6.5, -5.5));
        assertArrayEquals(new double[] {6.5, -5.5}, binary.decode(row));
        assertEquals(ProductSpace.power(new Uniform(2), 32), binary.space());
        assertEquals(32, Discretisation.of(Toy2d.MOONS, 2, RandomStream.of(0)).dimension());
        assertEquals(16, Discretisation.of(Toy2d.MOONS, 5, RandomStream.of(0)).dimension());
        assertEquals(12, Discretisation.of(Toy2d.MOONS, 10, RandomStream.of(0)).dimension());

        // (x + 4)/2 · 10⁶/5: 0.5 → 450,000.
        Discretisation decimal = new Discretisation(10, 6, 4);
        assertArrayEquals(
                new int[] {4, 5, 0, 0, 0, 0, 4, 0, 1, 2, 3, 4}, decimal.encode(0.500001, (401234.5 / 1e5) - 4));
        // (x + 4)/2 · 5⁸/5: −4 + 2·7.5/5⁷ → 7 = 12 in base 5.
        Discretisation quinary = new Discretisation(5, 8, 4);
        assertArrayEquals(
                new int[] {0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0}, quinary.encode(15 / 78125.0 - 4, -4));
    }

    @Test
    @DisplayName("In Gray code neighbouring cells differ in one bit, all the way from end to end and across zero")
    void grayCode() {
        Discretisation binary = new Discretisation(2, 16, 4.2);
        int[] previous = binary.encode(-5.2, 0);
        assertEquals(1, previous[0]);
        for (int cell = 1; cell < 1 << 16; cell++) {
            int[] next = binary.encode(-5.2 + (cell + 0.5) * binary.cellWidth(), 0);
            int[] here = previous;
            assertEquals(
                    1,
                    IntStream.range(0, 32).filter(i -> here[i] != next[i]).count(),
                    "after " + Arrays.toString(here));
            previous = next;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 10})
    @DisplayName("Points beyond the cells go into the outermost, however far they are")
    void bounds(int states) {
        Discretisation cells = Discretisation.of(Toy2d.CIRCLES, states, RandomStream.of(0));
        double low = states == 2 ? -cells.scale() - 1 : -cells.scale();
        double high = states == 2 ? cells.scale() + 1 : cells.scale() + 2;
        double half = cells.cellWidth() / 2;
        for (double beyond : new double[] {0, 1e-9, 1, 1e300, Double.POSITIVE_INFINITY}) {
            assertArrayEquals(cells.encode(low + half, high - half), cells.encode(low - beyond, high + beyond));
        }
        assertRefused(() -> cells.encode(0, Double.NaN), "NaN", "no cell");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("The scale is one more than the largest of 10,000 coordinates")
    void scale(Toy2d set) {
        double largest = 0;
        for (double[] point : set.draw(5000, RandomStream.of(9))) {
            largest = Math.max(largest, Math.max(Math.abs(point[0]), Math.abs(point[1])));
        }
        assertEquals(largest + 1, Discretisation.of(set, 2, RandomStream.of(9)).scale());
        assertEquals(largest + 1, Discretisation.of(set, 5, RandomStream.of(9)).scale());
    }

    @Test
    @DisplayName("Invalid discretisations are refused, with the remedy")
    void refusals() {
        assertRefused(() -> new Discretisation(1, 4, 3), "1 states", "2 or more");
        assertRefused(() -> new Discretisation(2, 0, 3), "0 digits of 2 states", "1 to 30");
        assertRefused(() -> new Discretisation(2, 31, 3), "31 digits of 2 states", "1 to 30");
        assertRefused(() -> new Discretisation(10, 10, 3), "10 digits of 10 states", "1 to 9");
        assertRefused(() -> new Discretisation(2, 16, 0), "scale 0.0", "above 0", "plus one");
        assertRefused(() -> new Discretisation(2, 16, Double.NaN), "scale NaN");
        assertRefused(
                () -> Discretisation.of(Toy2d.MOONS, 3, RandomStream.of(0)), "3 states", "2, 5 and 10", "constructor");
        Discretisation cells = new Discretisation(2, 2, 3);
        assertRefused(() -> cells.decode(0, 1, 0), "3 columns where there are 4");
        assertRefused(() -> cells.decode(0, 1, 0, 2), "state 2 is not in");
        assertRefused(() -> cells.decode(-1, 1, 0, 1), "state -1 is not in");
    }
}
