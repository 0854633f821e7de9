package dev.calor.tabular;

import dev.calor.random.RandomStream;
import dev.calor.space.FiniteSpace;
import dev.calor.space.Numeric;
import dev.calor.space.ProductSpace;
import dev.calor.space.StateSpace;
import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import dev.calor.table.Schema;
import dev.calor.table.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Encodes the rows of a table for the model, and decodes them: one codec per column, fitted once on the training rows. */
final class TableEncoder {
    private final Schema schema;
    private final List<ColumnCodec> codecs;
    private final List<ColumnCodec.Place> places = new ArrayList<>();
    private final List<FiniteSpace> finite = new ArrayList<>();
    private final int numbers;

    TableEncoder(Schema schema, List<ColumnCodec> codecs) {
        this.schema = schema;
        this.codecs = List.copyOf(codecs);
        int number = 0;
        for (ColumnCodec codec : codecs) {
            places.add(new ColumnCodec.Place(finite.size(), number));
            finite.addAll(codec.finite());
            number += codec.numbers();
        }
        numbers = number;
    }

    /**
     * Fits the codecs of a method.
     *
     * @throws IllegalArgumentException if no column can be learned
     */
    static TableEncoder fit(Table table, TabularMethod method) {
        return fit(table, method.structure(), method.drawsNumbers(), method.statesForFewValues());
    }

    /**
     * Fits codecs that encode every column of numbers as a number.
     *
     * @throws IllegalArgumentException if no column can be learned
     */
    static TableEncoder fit(Table table, Structure structure, boolean randomised) {
        return fit(table, structure, randomised, false);
    }

    private static TableEncoder fit(Table table, Structure structure, boolean randomised, boolean states) {
        List<ColumnCodec> codecs = new ArrayList<>();
        for (int k = 0; k < table.columns().size(); k++) {
            codecs.add(codec(table.schema().columns().get(k), table.columns().get(k), structure, randomised, states));
        }
        return new TableEncoder(table.schema(), codecs).requireLearned();
    }

    /** This encoder; throws {@link IllegalArgumentException} if no column can be learned. */
    TableEncoder requireLearned() {
        if (finite.isEmpty() && numbers == 0) {
            throw new IllegalArgumentException("a table of " + codecs.size()
                    + " columns without one to learn: all are constant or identifiers;"
                    + " give one with columns that vary, or name their types with --schema");
        }
        return this;
    }

    private static ColumnCodec codec(
            ColumnSchema schema, Column column, Structure structure, boolean randomised, boolean states) {
        long missing =
                IntStream.range(0, column.rows()).filter(column::isMissing).count();
        if (!schema.type().isLearned() || missing == column.rows()) {
            return Unlearned.fit(schema, column);
        }
        if (schema.type() == ColumnType.DATETIME) {
            return DateCodec.fit(schema, (Column.Numbers) column);
        }
        if (!schema.type().isNumber()) {
            return LevelCodec.fit(schema, (Column.Codes) column, structure);
        }
        Column.Numbers numbers = (Column.Numbers) column;
        FewValues few = states ? FewValues.of(schema, numbers.values()) : null;
        return few == null
                ? NumberCodec.fit(schema, numbers, randomised)
                : ValueCodec.of(schema, few, missing > 0, structure);
    }

    Schema schema() {
        return schema;
    }

    List<ColumnCodec> codecs() {
        return codecs;
    }

    ColumnCodec.Place place(int column) {
        return places.get(column);
    }

    /** The name of the column of the table that a finite column of the space belongs to. */
    String nameOf(int finiteColumn) {
        int k = codecs.size() - 1;
        while (places.get(k).finite() > finiteColumn || codecs.get(k).finite().isEmpty()) {
            k--;
        }
        return schema.columns().get(k).name();
    }

    /** The index of a column with levels, to be predicted; throws {@link IllegalArgumentException} for any other column. */
    int levels(String target) {
        int k = schema.indexOf(target);
        if (!(codecs.get(k) instanceof LevelCodec)) {
            throw new IllegalArgumentException(
                    "'" + target + "' is " + schema.columns().get(k).type()
                            + ": classes are the levels of a categorical, ordinal, cyclic or boolean column;"
                            + " to predict a number, remove its values and impute them with several draws");
        }
        return k;
    }

    /** The space of the model: the numeric columns first, then the finite ones. */
    ProductSpace space() {
        List<StateSpace> columns = new ArrayList<>();
        for (int i = 0; i < numbers; i++) {
            columns.add(new Numeric());
        }
        columns.addAll(finite);
        return new ProductSpace(columns);
    }

    int finite() {
        return finite.size();
    }

    int numbers() {
        return numbers;
    }

    /** The heavy atoms of every numeric column of the space, in their order. */
    List<List<Quantiles.Atom>> heavyAtoms() {
        return codecs.stream()
                .flatMap(codec -> codec.distributions().stream())
                .map(Quantiles::heavyAtoms)
                .toList();
    }

    /** Encodes a table for training and prediction. */
    EncodedRows encode(Table table) {
        return encode(table, false);
    }

    /** Encodes a table for scores: every row as if it were the only one. */
    EncodedRows encodeAlone(Table table) {
        return encode(table, true);
    }

    private EncodedRows encode(Table table, boolean alone) {
        requireSchema(table);
        EncodedRows rows = EncodedRows.of(table.rows(), finite.size(), numbers, alone);
        for (int k = 0; k < codecs.size(); k++) {
            codecs.get(k).encode(table.columns().get(k), rows, places.get(k));
        }
        return rows;
    }

    /** The {@link ColumnCodec#strangeness} of each value: [row][column]. */
    double[][] strangeness(Table table) {
        requireSchema(table);
        double[][] strange = new double[table.rows()][codecs.size()];
        for (int k = 0; k < codecs.size(); k++) {
            for (int row = 0; row < table.rows(); row++) {
                strange[row][k] = codecs.get(k).strangeness(table.columns().get(k), row);
            }
        }
        return strange;
    }

    /** The table with unknown levels and infinite numbers replaced by missing values. */
    Table legible(Table table) {
        requireSchema(table);
        List<Column> columns = new ArrayList<>();
        for (int k = 0; k < codecs.size(); k++) {
            int levels = schema.columns().get(k).levels().size();
            Column column = table.columns().get(k);
            columns.add(
                    column instanceof Column.Codes codes
                            ? new Column.Codes(Arrays.stream(codes.codes())
                                    .map(code -> code < levels ? code : Column.MISSING)
                                    .toArray())
                            : column instanceof Column.Numbers numbers
                                    ? new Column.Numbers(Arrays.stream(numbers.values())
                                            .map(value -> Double.isInfinite(value) ? Double.NaN : value)
                                            .toArray())
                                    : column);
        }
        return new Table(schema, columns);
    }

    private void requireSchema(Table table) {
        if (!table.schema().names().equals(schema.names())) {
            throw new IllegalArgumentException(
                    "a table of the columns " + table.schema().names() + " for a model of the columns " + schema.names()
                            + ": read it with the model's schema");
        }
    }

    /**
     * Whether every value of a row, except that of one column, can be encoded: not if it is missing where no training
     * row had a missing one.
     */
    boolean isWhole(Table table, int row, int besides) {
        for (int k = 0; k < codecs.size(); k++) {
            if (k != besides
                    && !codecs.get(k).knowsMissing()
                    && table.columns().get(k).isMissing(row)) {
                return false;
            }
        }
        return true;
    }

    /** The allowed values of every row: its own values, and any value where one is missing. */
    Clamps clamps(Table table) {
        requireSchema(table);
        Clamps clamps = new Clamps(table.rows(), finite, numbers);
        for (int row = 0; row < table.rows(); row++) {
            for (int k = 0; k < codecs.size(); k++) {
                codecs.get(k).clamp(table.columns().get(k), row, clamps, row, places.get(k));
            }
            forbidMasks(clamps, row);
        }
        return clamps;
    }

    /** The allowed values of a row under conditions. */
    Clamps clamps(List<Condition> conditions, boolean missingAllowed) {
        conditions.forEach(condition -> condition.check(schema.column(condition.column())));
        Clamps clamps = new Clamps(1, finite, numbers);
        for (int k = 0; k < codecs.size(); k++) {
            restrict(k, conditions, missingAllowed, clamps);
        }
        forbidMasks(clamps, 0);
        for (int k = 0; k < finite.size(); k++) {
            if (!clamps.isPossible(0, k)) {
                throw new IllegalArgumentException(
                        "the conditions " + conditions + " contradict each other: no row can satisfy them all");
            }
        }
        return clamps;
    }

    /** Allows the values of one column that satisfy the conditions on it. */
    private void restrict(int k, List<Condition> conditions, boolean missingAllowed, Clamps clamps) {
        ColumnSchema column = schema.columns().get(k);
        ColumnCodec codec = codecs.get(k);
        List<Condition> own = Condition.on(column, conditions);
        List<Condition> values = Condition.onValues(column, conditions);
        if (!values.isEmpty()) {
            codec.restrict(values, clamps, places.get(k));
        }
        long missing = own.stream()
                .filter(condition -> condition.operator().equals(Condition.MISSING))
                .count();
        if (missing > 0 && missing < own.size()) {
            throw new IllegalArgumentException(
                    "the conditions " + own + " contradict each other: no row can satisfy them all");
        } else if (missing > 0) {
            codec.requireMissing(clamps, places.get(k));
        } else if (own.size() > values.size()) {
            codec.requirePresent(clamps, places.get(k));
        } else if (!missingAllowed) {
            codec.forbidMissing(clamps, places.get(k));
        }
    }

    private void forbidMasks(Clamps clamps, int row) {
        for (int k = 0; k < codecs.size(); k++) {
            codecs.get(k).forbidMask(clamps, row, places.get(k));
        }
    }

    Table decode(SampledRows rows, RandomStream random) {
        List<Column> columns = new ArrayList<>();
        for (int k = 0; k < codecs.size(); k++) {
            columns.add(codecs.get(k)
                    .decode(rows, places.get(k), random.child(schema.names().get(k))));
        }
        return new Table(schema, columns);
    }
}
