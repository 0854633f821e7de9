package dev.calor.tabular;

import dev.calor.random.RandomStream;
import dev.calor.space.FiniteSpace;
import dev.calor.table.Column;
import java.util.List;

/** How one column of a table becomes columns of the model's space, finite and numeric ones, and back. */
sealed interface ColumnCodec permits LevelCodec, ValueCodec, NumberCodec, DateCodec, Unlearned {
    /** The finite columns it takes. */
    List<FiniteSpace> finite();

    /** The numeric columns it takes: the distribution function of each. */
    List<Quantiles> distributions();

    /** How many numeric columns it takes. */
    default int numbers() {
        return distributions().size();
    }

    /** Whether a missing value is a value like others; otherwise it can only be filled in. */
    boolean knowsMissing();

    /** Writes all rows of a column to its places. */
    void encode(Column column, EncodedRows rows, Place place);

    /** Allows, in row {@code to} of {@code clamps}, only what row {@code from} of a column says; all but a missing value where it is blank. */
    void clamp(Column column, int from, Clamps clamps, int to, Place place);

    /**
     * Allows only values that satisfy all conditions on the column, in row 0 of {@code clamps}.
     *
     * @throws IllegalArgumentException if the column has no such value
     */
    void restrict(List<Condition> conditions, Clamps clamps, Place place);

    /** Forbids a missing value in row 0 of {@code clamps}. */
    void forbidMissing(Clamps clamps, Place place);

    /** Forbids the mask, which no row has, in a row of {@code clamps}; does nothing where the structure has none. */
    default void forbidMask(Clamps clamps, int row, Place place) {}

    /** The values of a column of the table. */
    Column decode(SampledRows rows, Place place, RandomStream random);

    /** Where a column's places begin among the finite and among the numeric columns of the space. */
    record Place(int finite, int number) {}
}
