package dev.calor.metric;

import static dev.calor.metric.Tables.levels;
import static dev.calor.metric.Tables.numbers;
import static dev.calor.metric.Tables.texts;
import static dev.calor.metric.Tables.times;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import dev.calor.table.Schema;
import dev.calor.table.Table;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DistributionTest {
    private static Distribution only(Table real, Table synthetic) {
        List<Distribution> found = Distribution.of(real, synthetic);
        assertEquals(1, found.size());
        return found.get(0);
    }

    private static Table integers(double... values) {
        return new Table(
                new Schema(List.of(ColumnSchema.number("n", ColumnType.INTEGER, Double.NaN, Double.NaN, 0))),
                List.of(new Column.Numbers(values)));
    }

    @Test
    @DisplayName(
            "Shares of levels, of those that are there; levels the real table lacks come last; identifiers have none")
    void bars() {
        Table real = Tables.of(texts("id", "p", "q", "r", "s"), levels("c", "a", "b", "a", null));
        Table synthetic = Tables.of(texts("id", "t", "u"), levels("c", "z", "a"));
        Distribution.Bars bars = assertInstanceOf(Distribution.Bars.class, only(real, synthetic));
        assertEquals(List.of("a", "b", "z"), bars.levels());
        assertArrayEquals(new double[] {2.0 / 3, 1.0 / 3, 0}, bars.real().shares());
        assertArrayEquals(new double[] {0.5, 0, 0.5}, bars.synthetic().shares());
        assertEquals(0.25, bars.real().missing());
        assertEquals(0, bars.synthetic().missing());
    }

    @Test
    @DisplayName("Numbers on the range of the real table; what lies beyond is counted, the greatest is in the last bin")
    void histogram() {
        double[] real = IntStream.rangeClosed(0, 60).mapToDouble(i -> i / 2.0).toArray();
        Distribution.Histogram found = assertInstanceOf(
                Distribution.Histogram.class, only(numbers("x", real), numbers("x", 0, 29.9, 30, 31, Double.NaN)));
        assertEquals(0, found.left());
        assertEquals(30, found.right());
        assertEquals(2.0 / 61, found.real().shares()[0]);
        assertEquals(3.0 / 61, found.real().shares()[29]);
        assertEquals(1, Arrays.stream(found.real().shares()).sum(), 1e-15);
        assertEquals(0.25, found.synthetic().shares()[0]);
        assertEquals(0.5, found.synthetic().shares()[29]);
        assertEquals(0.25, found.synthetic().beyond());
        assertEquals(0.2, found.synthetic().missing(), 1e-15);
        assertArrayEquals(new double[] {1.5, 15, 28.5}, found.real().quantiles());
    }

    @Test
    @DisplayName("Whole numbers have bins of whole width: one each where they are few")
    void wholeNumbers() {
        Distribution.Histogram few = (Distribution.Histogram) only(integers(1, 2, 2, 5), integers(5, 5));
        assertArrayEquals(new double[] {0.25, 0.5, 0, 0, 0.25}, few.real().shares());
        assertArrayEquals(new double[] {0, 0, 0, 0, 1}, few.synthetic().shares());
        double[] hundred = IntStream.range(0, 100).mapToDouble(i -> i).toArray();
        Distribution.Histogram many = (Distribution.Histogram) only(integers(hundred), integers(hundred));
        assertEquals(25, many.real().shares().length); // of four numbers each
        assertEquals(0.04, many.real().shares()[24], 1e-15);
    }

    @Test
    @DisplayName("A value far out does not squeeze the others into one bin")
    void outlier() {
        double[] values = IntStream.range(0, 1000).mapToDouble(i -> i % 10).toArray();
        values[999] = 1e6;
        Distribution.Histogram found =
                (Distribution.Histogram) only(numbers("x", values), numbers("x", 0, Double.POSITIVE_INFINITY));
        assertEquals(9, found.right());
        assertEquals(0.001, found.real().beyond());
        assertEquals(0.5, found.synthetic().beyond());
    }

    @Test
    @DisplayName("Points in time are in seconds; a column of one value, or of none, has a range all the same")
    void edges() {
        Distribution.Histogram time = (Distribution.Histogram) only(times("t", 60, 120), times("t", 60, 60));
        assertEquals(60, time.left(), 1e-9);
        assertEquals(120, time.right(), 1e-9);
        Distribution.Histogram one = (Distribution.Histogram) only(numbers("x", 3, 3), numbers("x", 3));
        assertEquals(1, Arrays.stream(one.real().shares()).sum());
        assertEquals(2.5, one.left());
        Distribution.Histogram none = (Distribution.Histogram) only(numbers("x", Double.NaN), numbers("x", Double.NaN));
        assertEquals(0, Arrays.stream(none.real().shares()).sum());
        assertEquals(1, none.real().missing());
    }
}
