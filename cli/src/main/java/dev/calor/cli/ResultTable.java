package dev.calor.cli;

import dev.calor.estimate.LogPartition;
import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import dev.calor.table.Table;
import dev.calor.tabular.Classification;
import dev.calor.tabular.RowScore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The results of a model for rows, as a table: the given rows, with more columns or with missing values filled in. */
public final class ResultTable {
    private static final int SURPRISES = 3;

    private ResultTable() {}

    /** The rows with 'p(LEVEL)' for each level of the target, and 'predicted'. */
    public static Table classified(Table own, Classification found, ColumnType type) {
        Table result = own;
        for (int level = 0; level < found.levels().size(); level++) {
            int place = level;
            result = with(
                    result,
                    NumberColumn.of("p(" + found.levels().get(level) + ")", result.rows(), row -> found.probabilities()[
                            row][place]));
        }
        int[] best = IntStream.range(0, own.rows())
                .map(row -> found.levels().indexOf(found.best(row)))
                .toArray();
        return result.with(ColumnSchema.withLevels("predicted", type, found.levels()), new Column.Codes(best));
    }

    /** The rows with 'log density' where a partition is given, 'energy', 'percentile' and 'surprise 1' to 'surprise 3'. */
    public static Table scored(Table own, List<RowScore> scores, int columns, @Nullable LogPartition partition) {
        Table result = own;
        int rows = scores.size();
        if (partition != null) {
            result = with(result, NumberColumn.of("log density", rows, row -> scores.get(row)
                    .logDensity(partition)));
        }
        result = with(
                result, NumberColumn.of("energy", rows, row -> scores.get(row).energy()));
        result = with(result, NumberColumn.of("percentile", rows, row -> scores.get(row)
                .percentile()));
        for (int place = 0; place < Math.min(SURPRISES, columns); place++) {
            int rank = place;
            List<String> surprising = scores.stream()
                    .map(score -> score.surprises().get(rank).column())
                    .toList();
            result = result.with(text("surprise " + (place + 1)), new Column.Texts(List.copyOf(surprising)));
        }
        return result;
    }

    private static Table with(Table table, NumberColumn column) {
        return table.with(column.schema(), column.values());
    }

    private static ColumnSchema text(String name) {
        return ColumnSchema.withLevels(name, ColumnType.IDENTIFIER, List.of());
    }

    /**
     * The rows as they were read, with imputed values in the columns that the model learned. Several imputations follow
     * each other, numbered from 1 in a first column 'draw'.
     */
    public static Table filled(Table own, List<Table> fillings) {
        Table result = filled(own, fillings.get(0));
        for (Table filling : fillings.subList(1, fillings.size())) {
            result = result.followedBy(filled(own, filling));
        }
        return fillings.size() == 1 ? result : numbered(result, own.rows(), fillings.size());
    }

    private static Table filled(Table own, Table filling) {
        List<ColumnSchema> schemas = new ArrayList<>();
        List<Column> columns = new ArrayList<>();
        for (ColumnSchema column : own.schema().columns()) {
            boolean learned = filling.schema().names().contains(column.name())
                    && AskedRows.isLearned(filling.schema().column(column.name()));
            Table source = learned ? filling : own;
            schemas.add(source.schema().column(column.name()));
            columns.add(source.column(column.name()));
        }
        return new Table(own.schema().with(schemas), columns);
    }

    private static Table numbered(Table stacked, int rows, int draws) {
        double[] numbers = new double[stacked.rows()];
        Arrays.setAll(numbers, row -> 1 + row / rows);
        List<ColumnSchema> schemas = new ArrayList<>(stacked.schema().columns());
        schemas.add(0, ColumnSchema.number("draw", ColumnType.INTEGER, 1, draws, 0));
        List<Column> columns = new ArrayList<>(stacked.columns());
        columns.add(0, new Column.Numbers(numbers));
        return new Table(stacked.schema().with(schemas), columns);
    }
}
