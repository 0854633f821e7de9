package dev.calor.tabular;

import dev.calor.random.RandomStream;
import dev.calor.space.FiniteSpace;
import dev.calor.space.Uniform;
import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import java.util.List;

/**
 * A column of numbers: one numeric column by {@link Quantiles}, and, if values are missing, a finite column of two
 * states that says which. Where a value is missing, the number is pure noise.
 *
 * @param randomised whether an atom stands for all its mass (our method), or for the middle of it (the paper's)
 */
record NumberCodec(ColumnSchema schema, Quantiles quantiles, boolean missing, boolean randomised)
        implements ColumnCodec {
    private static final int PRESENT = 0;
    private static final int ABSENT = 1;

    static NumberCodec fit(ColumnSchema schema, Column.Numbers column, boolean randomised) {
        boolean missing = false;
        for (double value : column.values()) {
            missing |= Double.isNaN(value);
        }
        return new NumberCodec(schema, Quantiles.of(column.values()), missing, randomised);
    }

    @Override
    public List<FiniteSpace> finite() {
        return missing ? List.of(new Uniform(2)) : List.of();
    }

    @Override
    public List<Quantiles> distributions() {
        return List.of(quantiles);
    }

    @Override
    public boolean knowsMissing() {
        return missing;
    }

    /** Also for a fraction among whole numbers: −log of the mass of the last bin. */
    @Override
    public double strangeness(Column column, int row) {
        double value = ((Column.Numbers) column).values()[row];
        double strange = quantiles.strangeness(value);
        boolean fraction = schema.type() == ColumnType.INTEGER && value != Math.rint(value);
        return strange > 0 || !fraction || Double.isNaN(value) ? strange : quantiles.rarity();
    }

    @Override
    public void encode(Column column, EncodedRows rows, Place place) {
        double[] values = ((Column.Numbers) column).values();
        for (int row = 0; row < values.length; row++) {
            boolean absent = Double.isNaN(values[row]);
            if (absent) {
                rows.number(place.number(), row, 0, 1);
            } else {
                double low = quantiles.low(values[row]);
                double high = quantiles.high(values[row]);
                double middle = (low + high) / 2;
                rows.number(place.number(), row, randomised ? low : middle, randomised ? high : middle);
            }
            if (missing) {
                rows.states()[place.finite()][row] = absent ? ABSENT : PRESENT;
            }
        }
    }

    @Override
    public void clamp(Column column, int from, Clamps clamps, int to, Place place) {
        double value = ((Column.Numbers) column).values()[from];
        if (missing) {
            clamps.fix(to, place.finite(), PRESENT);
        }
        if (!Double.isNaN(value)) {
            clamps.narrow(to, place.number(), quantiles.low(value), quantiles.high(value));
        }
    }

    @Override
    public void requireMissing(Clamps clamps, Place place) {
        if (!missing) {
            throw ColumnCodec.neverMissing(schema);
        }
        clamps.fix(0, place.finite(), ABSENT);
    }

    @Override
    public void forbidMissing(Clamps clamps, Place place) {
        if (missing) {
            clamps.forbid(0, place.finite(), ABSENT);
        }
    }

    @Override
    public void restrict(List<Condition> conditions, Clamps clamps, Place place) {
        forbidMissing(clamps, place);
        Condition.Interval interval = Condition.interval(conditions, schema);
        double half = Decimals.of(schema).half();
        if (!quantiles.narrow(clamps, place.number(), interval.least(), interval.most(), half)) {
            throw Condition.unsatisfied(conditions, schema, "");
        }
    }

    @Override
    public Column decode(SampledRows rows, Place place, RandomStream random) {
        Decimals decimals = Decimals.of(schema);
        double[] values = new double[rows.rows()];
        for (int row = 0; row < values.length; row++) {
            boolean absent = missing && rows.states()[place.finite()][row] == ABSENT;
            values[row] = absent ? Double.NaN : decimals.nearest(quantiles.value(rows.uniform()[place.number()][row]));
        }
        return new Column.Numbers(values);
    }
}
