package dev.calor.tabular;

import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import dev.calor.table.Table;

/**
 * The size of a model of a table, counted before it is made.
 *
 * @param finite columns of the model's space that are finite
 * @param numbers columns of the model's space that are numbers
 * @param slots states of all finite columns together
 * @param inputs of the network for a row, in states: one-hot codes, numbers, and features of numbers where there are some
 * @param weights parameters of the network
 * @param folded numbers of the tables that the network is folded into: embedding and first layer as one, hidden layers
 */
record ModelSize(double finite, double numbers, double slots, double inputs, double weights, double folded) {
    /** Inputs besides columns: the features of the noise level. */
    private static final int FEATURES = 8;

    /** The features of a number, 8 to 16 bins with slopes and derivatives, take as much memory as this many states. */
    private static final int FEATURES_OF_NUMBER = 32;

    static ModelSize of(Table table, TabularSpec spec) {
        double finite = 0;
        double numbers = 0;
        double slots = 0;
        for (int k = 0; k < table.columns().size(); k++) {
            ColumnSchema column = table.schema().columns().get(k);
            if (column.type().isLearned()) {
                boolean time = column.type() == ColumnType.DATETIME;
                int states = states(column, table.columns().get(k), spec.method());
                numbers += column.type().hasLevels() || states > 0 ? 0 : time ? 2 : 1;
                finite += time ? 3 : 1;
                slots += time ? 33 : 2 + states;
            }
        }
        TabularSpec.Network network = spec.network();
        double width = network.width();
        double hidden = (network.depth() - 1) * width * (width + 1);
        double direct = slots + numbers + FEATURES;
        double components = network.components() * (network.components() > 1 ? direct + width : width);
        double weights =
                (slots + finite * width) * network.embedding() + (numbers + FEATURES + 2) * width + hidden + components;
        boolean featured = spec.method() instanceof AnnealedMethod && numbers <= AnnealedMethod.MOST_FEATURES;
        return new ModelSize(
                finite,
                numbers,
                slots,
                slots + numbers * (featured ? 1 + FEATURES_OF_NUMBER : 1),
                weights,
                direct * (width + network.components()) + hidden);
    }

    /** The states of a column with levels, or of one of few numbers; 0 of others. */
    private static int states(ColumnSchema schema, Column column, TabularMethod method) {
        if (method.statesForFewValues() && column instanceof Column.Numbers numbers) {
            FewValues few = FewValues.of(schema, numbers.values());
            return few == null ? 0 : few.values().length;
        }
        return Math.min(LevelCodec.MOST_STATES, schema.levels().size());
    }
}
