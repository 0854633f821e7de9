package dev.calor.tabular;

import dev.calor.random.RandomStream;
import dev.calor.space.FiniteSpace;
import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import java.util.Arrays;
import java.util.List;

/**
 * A column of few numbers ({@link FewValues}): one state per value, in ascending order, then one for missing values, if
 * there are any. Users see a column of numbers: conditions name ranges, and rows hold numbers. Only values of the
 * training rows are drawn. A value that was not among them is encoded and clamped as the nearest one;
 * imputation leaves it in its cell as it is.
 *
 * @param states the values as the levels of an ordinal column, which does the rest
 */
record ValueCodec(ColumnSchema schema, FewValues seen, LevelCodec states) implements ColumnCodec {

    static ValueCodec of(ColumnSchema schema, FewValues seen, boolean missing, Structure structure) {
        List<String> names =
                Arrays.stream(seen.values()).mapToObj(Double::toString).toList();
        ColumnSchema levels = ColumnSchema.withLevels(schema.name(), ColumnType.ORDINAL, names);
        return new ValueCodec(schema, seen, new LevelCodec(levels, structure, seen.counts(), missing));
    }

    @Override
    public List<FiniteSpace> finite() {
        return states.finite();
    }

    @Override
    public List<Quantiles> distributions() {
        return List.of();
    }

    @Override
    public boolean knowsMissing() {
        return states.knowsMissing();
    }

    @Override
    public int states(int finite) {
        return states.states(finite);
    }

    /**
     * For an unseen value: log(n + 1), where n is the number of rows, plus the distance from the nearest value in
     * standard deviations.
     */
    @Override
    public double strangeness(Column column, int row) {
        double value = ((Column.Numbers) column).values()[row];
        if (Double.isNaN(value)) {
            return 0;
        }
        if (Double.isInfinite(value)) {
            return ILLEGIBLE;
        }
        double nearest = seen.values()[seen.nearest(value)];
        boolean fraction = schema.type() == ColumnType.INTEGER && value != Math.rint(value);
        if (!fraction && Decimals.of(schema).nearest(value) == nearest) {
            return 0;
        }
        double distance =
                Math.abs(value / 2 - nearest / 2) / seen.deviation() * 2; // halved: the difference may be infinite
        return Math.min(
                ILLEGIBLE / 2, Math.log1p((double) Arrays.stream(seen.counts()).sum()) + distance);
    }

    /** The indices of numbers among the seen values. */
    private Column.Codes codes(double... numbers) {
        Decimals decimals = Decimals.of(schema);
        return new Column.Codes(Arrays.stream(numbers)
                .mapToInt(x -> Double.isNaN(x) ? Column.MISSING : seen.nearest(decimals.nearest(x)))
                .toArray());
    }

    @Override
    public void encode(Column column, EncodedRows rows, Place place) {
        states.encode(codes(((Column.Numbers) column).values()), rows, place);
    }

    @Override
    public void clamp(Column column, int from, Clamps clamps, int to, Place place) {
        states.clamp(codes(((Column.Numbers) column).values()[from]), 0, clamps, to, place);
    }

    @Override
    public void restrict(List<Condition> conditions, Clamps clamps, Place place) {
        forbidMissing(clamps, place);
        Condition.Interval asked = Condition.interval(conditions, schema);
        boolean any = false;
        for (int v = 0; v < seen.values().length; v++) {
            boolean holds = asked.least() <= seen.values()[v] && seen.values()[v] <= asked.most();
            any |= holds;
            if (!holds) {
                clamps.forbid(0, place.finite(), states.state(v));
            }
        }
        if (!any) {
            throw Condition.unsatisfied(conditions, schema, around(asked));
        }
    }

    /** The seen values below and above a range that contains none, in words. */
    private String around(Condition.Interval asked) {
        double[] values = seen.values();
        int above = (int) Arrays.stream(values).filter(x -> x < asked.least()).count();
        String nearest = above == 0
                ? "least value is " + schema.plain(values[0])
                : above == values.length
                        ? "greatest value is " + schema.plain(values[above - 1])
                        : "nearest values are " + schema.plain(values[above - 1]) + " and "
                                + schema.plain(values[above]);
        return "; its " + nearest;
    }

    @Override
    public void requireMissing(Clamps clamps, Place place) {
        states.requireMissing(clamps, place);
    }

    @Override
    public void forbidMissing(Clamps clamps, Place place) {
        states.forbidMissing(clamps, place);
    }

    @Override
    public void forbidMask(Clamps clamps, int row, Place place) {
        states.forbidMask(clamps, row, place);
    }

    @Override
    public Column decode(SampledRows rows, Place place, RandomStream random) {
        int[] codes = ((Column.Codes) states.decode(rows, place, random)).codes();
        return new Column.Numbers(Arrays.stream(codes)
                .mapToDouble(code -> code == Column.MISSING ? Double.NaN : seen.values()[code])
                .toArray());
    }
}
