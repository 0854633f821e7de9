package dev.calor.tabular;

import dev.calor.random.RandomStream;
import dev.calor.space.FiniteSpace;
import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import java.util.List;

/** Encodes one column of a table as finite and numeric columns of the model's space, and decodes them. */
sealed interface ColumnCodec permits LevelCodec, ValueCodec, NumberCodec, DateCodec, Unlearned {
    /** The finite columns that the column is encoded in. */
    List<FiniteSpace> finite();

    /** The distribution functions of the numeric columns that the column is encoded in. */
    List<Quantiles> distributions();

    /** The number of numeric columns that the column is encoded in. */
    default int numbers() {
        return distributions().size();
    }

    /** Whether a missing value has a state of its own; otherwise it can only be imputed. */
    boolean knowsMissing();

    /** The number of states of one of its finite columns that rows can have: all but the mask, which is the last. */
    default int states(int finite) {
        return finite().get(finite).size();
    }

    /**
     * How far a value is outside the values of the training table, in nats: −log of the probability of such values and
     * those beyond, so that it grows with the distance. 0 for values within, and for missing ones.
     */
    double strangeness(Column column, int row);

    /**
     * The strangeness of a text that is not a value of its column, which is read as an infinite number: larger than all
     * others.
     */
    double ILLEGIBLE = 1e300;

    /** Encodes all rows of a column. */
    void encode(Column column, EncodedRows rows, Place place);

    /**
     * Allows, in row {@code to} of {@code clamps}, only the value of row {@code from}; if that is missing, all values
     * but missing.
     */
    void clamp(Column column, int from, Clamps clamps, int to, Place place);

    /**
     * Allows only values that satisfy all conditions on the column, in row 0 of {@code clamps}.
     *
     * @throws IllegalArgumentException if the column has no such value
     */
    void restrict(List<Condition> conditions, Clamps clamps, Place place);

    /**
     * Allows only a missing value in row 0 of {@code clamps}.
     *
     * @throws IllegalArgumentException if no training row had one
     */
    void requireMissing(Clamps clamps, Place place);

    /**
     * Allows only values that are not missing in row 0 of {@code clamps}.
     *
     * @throws IllegalArgumentException if all training rows had missing ones
     */
    default void requirePresent(Clamps clamps, Place place) {
        forbidMissing(clamps, place);
    }

    /** The exception for a column of which no training row had a missing value. */
    static IllegalArgumentException neverMissing(ColumnSchema schema) {
        return new IllegalArgumentException("condition " + new Condition(schema.name(), Condition.MISSING, List.of())
                + ": no row of the training table has a missing value there; choose another column");
    }

    /** Forbids a missing value in row 0 of {@code clamps}. */
    void forbidMissing(Clamps clamps, Place place);

    /** Forbids the mask, which no row has, in a row of {@code clamps}; does nothing where the structure has none. */
    default void forbidMask(Clamps clamps, int row, Place place) {}

    /** The values of a column of the table. */
    Column decode(SampledRows rows, Place place, RandomStream random);

    /** The index of the column's first finite and first numeric column in the space. */
    record Place(int finite, int number) {}
}
