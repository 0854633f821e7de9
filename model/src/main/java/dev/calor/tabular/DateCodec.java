package dev.calor.tabular;

import dev.calor.random.RandomStream;
import dev.calor.space.Cyclic;
import dev.calor.space.FiniteSpace;
import dev.calor.space.Uniform;
import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import dev.calor.table.DateFormat;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A column of points in time, split into parts without loss: the week (a number), the weekday (cyclic), and, if there
 * are times of day, the hour (cyclic) and the second within it (a number); and whether the value is missing.
 *
 * @param seconds the distribution of seconds within the hour; null if there are no times of day
 */
record DateCodec(
        ColumnSchema schema, Quantiles weeks, @Nullable Quantiles seconds, boolean missing) implements ColumnCodec {
    private static final int DAY = 86_400;
    private static final int WEEK = 7 * DAY;
    private static final int HOUR = 3_600;

    static DateCodec fit(ColumnSchema schema, Column.Numbers column) {
        double[] times = column.values();
        double[] weeks = new double[times.length];
        double[] seconds = new double[times.length];
        boolean missing = false;
        boolean timed = false;
        for (int row = 0; row < times.length; row++) {
            weeks[row] = week(times[row]);
            seconds[row] = second(times[row]);
            missing |= Double.isNaN(times[row]);
            timed |= isTimed(times[row]);
        }
        return new DateCodec(schema, Quantiles.of(weeks), timed ? Quantiles.of(seconds) : null, missing);
    }

    /** The week of a point in time. */
    static double week(double time) {
        return Math.floor(time / WEEK);
    }

    /** The second within its hour. */
    static double second(double time) {
        return modulo(time, HOUR);
    }

    /** Whether it is not the beginning of a day. */
    static boolean isTimed(double time) {
        return modulo(time, DAY) > 0;
    }

    private static double modulo(double x, double period) {
        return x - period * Math.floor(x / period);
    }

    @Override
    public List<FiniteSpace> finite() {
        List<FiniteSpace> spaces = new ArrayList<>();
        spaces.add(new Cyclic(7));
        if (seconds != null) {
            spaces.add(new Cyclic(24));
        }
        if (missing) {
            spaces.add(new Uniform(2));
        }
        return spaces;
    }

    private int indicator(Place place) {
        return place.finite() + (seconds == null ? 1 : 2);
    }

    @Override
    public List<Quantiles> distributions() {
        return seconds == null ? List.of(weeks) : List.of(weeks, seconds);
    }

    @Override
    public boolean knowsMissing() {
        return missing;
    }

    /** By the distance from the first and the last point in time, in weeks. */
    @Override
    public double strangeness(Column column, int row) {
        double time = ((Column.Numbers) column).values()[row];
        return Double.isNaN(schema.minimum())
                ? weeks.strangeness(Math.floor(time / WEEK))
                : weeks.strangeness(time / WEEK, schema.minimum() / WEEK, schema.maximum() / WEEK);
    }

    @Override
    public void encode(Column column, EncodedRows rows, Place place) {
        double[] times = ((Column.Numbers) column).values();
        for (int row = 0; row < times.length; row++) {
            double time = times[row];
            boolean absent = Double.isNaN(time);
            double week = Math.floor(time / WEEK);
            rows.number(place.number(), row, absent ? 0 : weeks.low(week), absent ? 1 : weeks.high(week));
            rows.states()[place.finite()][row] = absent ? rows.turn(row) % 7 : (int) (modulo(time, WEEK) / DAY);
            if (seconds != null) {
                double second = modulo(time, HOUR);
                rows.number(
                        place.number() + 1, row, absent ? 0 : seconds.low(second), absent ? 1 : seconds.high(second));
                rows.states()[place.finite() + 1][row] =
                        absent ? rows.turn(row) % 24 : (int) (modulo(time, DAY) / HOUR);
            }
            if (missing) {
                rows.states()[indicator(place)][row] = absent ? 1 : 0;
            }
        }
    }

    @Override
    public void clamp(Column column, int from, Clamps clamps, int to, Place place) {
        double time = ((Column.Numbers) column).values()[from];
        if (missing) {
            clamps.fix(to, indicator(place), 0);
        }
        if (!Double.isNaN(time)) {
            double week = Math.floor(time / WEEK);
            clamps.narrow(to, place.number(), weeks.low(week), weeks.high(week));
            clamps.fix(to, place.finite(), (int) (modulo(time, WEEK) / DAY));
            if (seconds != null) {
                double second = modulo(time, HOUR);
                clamps.narrow(to, place.number() + 1, seconds.low(second), seconds.high(second));
                clamps.fix(to, place.finite() + 1, (int) (modulo(time, DAY) / HOUR));
            }
        }
    }

    @Override
    public void requireMissing(Clamps clamps, Place place) {
        if (!missing) {
            throw ColumnCodec.neverMissing(schema);
        }
        clamps.fix(0, indicator(place), 1);
    }

    @Override
    public void forbidMissing(Clamps clamps, Place place) {
        if (missing) {
            clamps.forbid(0, indicator(place), 1);
        }
    }

    /**
     * The smallest product of weeks, weekdays, hours and seconds that contains all times that satisfy the conditions.
     * Other times in it are drawn too, and then drawn again.
     */
    @Override
    public void restrict(List<Condition> conditions, Clamps clamps, Place place) {
        forbidMissing(clamps, place);
        Condition.Interval asked = Condition.interval(conditions, schema);
        double first = Double.isNaN(schema.minimum()) ? asked.least() : Math.max(asked.least(), schema.minimum());
        double last = Double.isNaN(schema.maximum()) ? asked.most() : Math.min(asked.most(), schema.maximum());
        boolean possible = first <= last
                && weeks.narrow(clamps, place.number(), Math.floor(first / WEEK), Math.floor(last / WEEK), 0.5);
        allow(clamps, place.finite(), 7, DAY, first, last);
        if (seconds != null) {
            allow(clamps, place.finite() + 1, 24, HOUR, first, last);
            if (possible && Math.floor(first / HOUR) == Math.floor(last / HOUR)) {
                double beyond =
                        Math.max(0, DateFormat.of(schema).unit() - 1); // seconds that are written as the last minute
                possible = seconds.narrow(
                        clamps,
                        place.number() + 1,
                        modulo(first, HOUR),
                        modulo(last, HOUR) + beyond,
                        fraction().half());
            }
        }
        if (!possible) {
            DateFormat format = DateFormat.of(schema);
            throw new IllegalArgumentException(
                    "conditions " + conditions + ": no row of the training table satisfies them"
                            + (Double.isNaN(schema.minimum())
                                    ? ""
                                    : "; '" + schema.name() + "' runs from " + format.format(schema.minimum()) + " to "
                                            + format.format(schema.maximum())));
        }
    }

    /** Allows the states of a cycle, each {@code length} seconds long, that a span of time touches. */
    private static void allow(Clamps clamps, int column, int size, int length, double first, double last) {
        double begin = Math.floor(first / length);
        double count = Math.floor(last / length) - begin + 1; // infinite where the span is
        for (int state = 0; state < size; state++) {
            if (modulo(state - begin, size) >= count) {
                clamps.forbid(0, column, state);
            }
        }
    }

    /** The decimals of a second that the column writes. */
    private Decimals fraction() {
        String format = schema.dateFormat() == null ? "" : schema.dateFormat();
        return new Decimals((int) format.chars().filter(c -> c == 'S').count());
    }

    @Override
    public Column decode(SampledRows rows, Place place, RandomStream random) {
        double[] times = new double[rows.rows()];
        Decimals decimals = fraction();
        DateFormat format = DateFormat.of(schema);
        for (int row = 0; row < times.length; row++) {
            if (missing && rows.states()[indicator(place)][row] == 1) {
                times[row] = Double.NaN;
                continue;
            }
            double week = Math.rint(weeks.value(rows.uniform()[place.number()][row]));
            double time = week * WEEK + rows.states()[place.finite()][row] * (double) DAY;
            if (seconds != null) {
                double second = decimals.nearest(seconds.value(rows.uniform()[place.number() + 1][row]));
                time += rows.states()[place.finite() + 1][row] * (double) HOUR + Math.min(decimals.below(HOUR), second);
            }
            time = format.written(time);
            times[row] = Double.isNaN(schema.minimum())
                    ? time
                    : Math.max(schema.minimum(), Math.min(schema.maximum(), time));
        }
        return new Column.Numbers(times);
    }
}
