package dev.calor.server;

import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import dev.calor.table.DateFormat;
import dev.calor.table.Table;
import dev.calor.table.TimeSpan;
import dev.calor.tabular.TabularModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The distributions of the other columns of a row, given some of them: one energy has every conditional distribution.
 * Rows are drawn with the given columns held fixed, and others without any, from which the bins are made.
 *
 * @param set values by column, as the column is written
 * @param draws rows the histograms are made from; null for 256
 * @param seed null for 1
 */
record WhatIf(
        Map<String, String> set,
        @Nullable Integer draws,
        @Nullable Long seed) {
    private static final int DRAWS = 256;
    private static final int MOST_DRAWS = 1024;

    WhatIf {
        if (set == null || set.containsValue(null)) {
            throw Refusal.badRequest("a what-if needs 'set', an object of values by column; {} for none");
        }
        if (draws != null && (draws < 16 || draws > MOST_DRAWS)) {
            throw Refusal.badRequest("'draws' is " + draws + ": allowed are 16 to " + MOST_DRAWS);
        }
    }

    /** The columns that are not set, each with its distribution given those that are. */
    List<ColumnView> answer(TabularModel model) {
        int rows = draws == null ? DRAWS : draws;
        long own = seed == null ? 1 : seed;
        Table before = model.impute(holding(model, rows, Map.of()), own);
        Table after = set.isEmpty() ? before : model.impute(holding(model, rows, set), own);
        return ColumnView.beside(before, after).stream()
                .filter(column ->
                        !set.containsKey(column.name()) && !column.shares().isEmpty())
                .toList();
    }

    /** Rows in which some columns are known, and the rest are blank. */
    private static Table holding(TabularModel model, int rows, Map<String, String> known) {
        known.keySet().forEach(model.schema()::indexOf); // a wrong name is found out
        List<Column> columns = new ArrayList<>();
        for (ColumnSchema column : model.schema().columns()) {
            String value = known.get(column.name());
            if (column.type().hasLevels()) {
                int[] codes = new int[rows];
                Arrays.fill(codes, value == null ? Column.MISSING : code(column, value));
                columns.add(new Column.Codes(codes));
            } else if (column.type().isNumber()) {
                double[] numbers = new double[rows];
                Arrays.fill(numbers, value == null ? Double.NaN : number(column, value));
                columns.add(new Column.Numbers(numbers));
            } else {
                columns.add(new Column.Texts(Collections.nCopies(rows, null)));
            }
        }
        return new Table(model.schema(), columns);
    }

    private static int code(ColumnSchema column, String value) {
        int code = column.levels().indexOf(value);
        if (code < 0) {
            throw Refusal.unusable("'" + value + "' is not a level of '" + column.name() + "'");
        }
        return code;
    }

    private static double number(ColumnSchema column, String value) {
        if (column.type() == ColumnType.DATETIME) {
            TimeSpan span = TimeSpan.of(value, DateFormat.of(column));
            if (span != null) {
                return span.from();
            }
        } else {
            try {
                double number = Double.parseDouble(value);
                boolean fits = column.type() != ColumnType.INTEGER || number == Math.rint(number);
                if (Double.isFinite(number) && fits) {
                    return number;
                }
            } catch (NumberFormatException notANumber) {
                // refused below
            }
        }
        throw Refusal.unusable("'" + value + "' is not a value of '" + column.name() + "', which is " + column.type());
    }
}
