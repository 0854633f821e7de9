package dev.calor.tabular;

import dev.calor.random.RandomStream;
import dev.calor.space.FiniteSpace;
import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import dev.calor.table.FreshTexts;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A column that the model does not learn: a constant, a column without values, or an identifier, whose values are
 * generated and all different.
 *
 * @param fresh generates the identifiers
 */
record Unlearned(ColumnSchema schema, FreshTexts fresh) implements ColumnCodec {

    static Unlearned fit(ColumnSchema schema, Column column) {
        List<@Nullable String> names = column instanceof Column.Texts texts ? texts.values() : List.of();
        return new Unlearned(schema, FreshTexts.of(schema.personal(), names));
    }

    /** Whether there is nothing to write. */
    boolean isBlank() {
        return schema.type() != ColumnType.IDENTIFIER
                && (schema.type() != ColumnType.CONSTANT || schema.levels().isEmpty());
    }

    @Override
    public List<FiniteSpace> finite() {
        return List.of();
    }

    @Override
    public List<Quantiles> distributions() {
        return List.of();
    }

    @Override
    public boolean knowsMissing() {
        return true;
    }

    /** For a constant with another value: one nat, because the number of rows is not stored. */
    @Override
    public double strangeness(Column column, int row) {
        return column instanceof Column.Codes codes
                        && codes.codes()[row] >= schema.levels().size()
                ? 1
                : 0;
    }

    @Override
    public void encode(Column column, EncodedRows rows, Place place) {}

    @Override
    public void clamp(Column column, int from, Clamps clamps, int to, Place place) {}

    @Override
    public void forbidMissing(Clamps clamps, Place place) {}

    @Override
    public void requireMissing(Clamps clamps, Place place) {
        if (!isBlank()) {
            throw ColumnCodec.neverMissing(schema);
        }
    }

    @Override
    public void requirePresent(Clamps clamps, Place place) {
        if (isBlank()) {
            throw new IllegalArgumentException("condition " + new Condition(schema.name(), Condition.PRESENT, List.of())
                    + ": the column is blank in every row; choose another column");
        }
    }

    @Override
    public void restrict(List<Condition> conditions, Clamps clamps, Place place) {
        if (schema.type() == ColumnType.CONSTANT
                && !schema.levels().isEmpty()
                && conditions.stream().allMatch(condition -> condition.holding(schema)[0])) {
            return;
        }
        throw new IllegalArgumentException("conditions " + conditions + ": '" + schema.name() + "' is "
                + (schema.type() == ColumnType.CONSTANT
                        ? "the same in every row: " + schema.levels()
                        : schema.type() == ColumnType.IDENTIFIER
                                ? "an identifier, which the model does not learn"
                                : "blank in every row")
                + "; choose another column");
    }

    @Override
    public Column decode(SampledRows rows, Place place, RandomStream random) {
        if (schema.type().isNumber()) {
            double[] blanks = new double[rows.rows()];
            Arrays.fill(blanks, Double.NaN);
            return new Column.Numbers(blanks);
        }
        if (schema.type().hasLevels()) {
            int[] codes = new int[rows.rows()];
            Arrays.fill(codes, isBlank() ? Column.MISSING : 0);
            return new Column.Codes(codes);
        }
        return new Column.Texts(List.copyOf(fresh.make(rows.rows(), random)));
    }
}
