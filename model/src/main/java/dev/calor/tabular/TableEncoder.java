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
import java.util.List;
import java.util.stream.IntStream;

/** Between the rows of a table and those of the model's space: a codec a column, fitted once, on the training rows. */
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
     * Fits codecs by which every column of numbers stays one.
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
        TableEncoder encoder = new TableEncoder(table.schema(), codecs);
        if (encoder.finite.isEmpty() && encoder.numbers == 0) {
            throw new IllegalArgumentException("a table of " + table.columns().size()
                    + " columns without one to learn: all are constant or identifiers;"
                    + " give one with columns that vary, or name their types with --schema");
        }
        return encoder;
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

    /** The position of a column with levels, which are classes; any other is refused. */
    int levels(String target) {
        int k = schema.indexOf(target);
        if (!(codecs.get(k) instanceof LevelCodec)) {
            throw new IllegalArgumentException(
                    "'" + target + "' is " + schema.columns().get(k).type()
                            + ": classes are the levels of a categorical, ordinal, cyclic or boolean column;"
                            + " blank it and impute, with several draws, to predict a number");
        }
        return k;
    }

    /** The numeric columns first, then the finite ones. */
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

    EncodedRows encode(Table table) {
        requireSchema(table);
        EncodedRows rows = EncodedRows.of(table.rows(), finite.size(), numbers);
        for (int k = 0; k < codecs.size(); k++) {
            codecs.get(k).encode(table.columns().get(k), rows, places.get(k));
        }
        return rows;
    }

    private void requireSchema(Table table) {
        if (!table.schema().names().equals(schema.names())) {
            throw new IllegalArgumentException(
                    "a table of the columns " + table.schema().names() + " for a model of the columns " + schema.names()
                            + ": read it with the model's schema");
        }
    }

    /** Whether every value of a row, but that of one column, can be encoded; a blank where the training table had none cannot. */
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

    /** What every row may be: its own values, and anything where it is blank. */
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

    /** What a row may be under conditions. */
    Clamps clamps(List<Condition> conditions, boolean missingAllowed) {
        conditions.forEach(condition -> condition.check(schema.column(condition.column())));
        Clamps clamps = new Clamps(1, finite, numbers);
        for (int k = 0; k < codecs.size(); k++) {
            List<Condition> own = Condition.on(schema.columns().get(k), conditions);
            if (!own.isEmpty()) {
                codecs.get(k).restrict(own, clamps, places.get(k));
            }
        }
        for (int k = 0; k < codecs.size() && !missingAllowed; k++) {
            codecs.get(k).forbidMissing(clamps, places.get(k));
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
