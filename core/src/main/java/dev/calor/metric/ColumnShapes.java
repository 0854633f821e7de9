package dev.calor.metric;

import dev.calor.table.Table;
import java.util.List;
import java.util.stream.Stream;

/**
 * How similar the columns of two tables are, column by column: KSComplement of numbers and points in time, TVComplement
 * of levels. Identifiers are left out; a constant column counts as one with levels.
 *
 * @param columns one score per column
 */
public record ColumnShapes(List<Score> columns) {
    /** Copies the scores. */
    public ColumnShapes {
        columns = List.copyOf(columns);
    }

    /**
     * Compares a synthetic with a real table, using the types of the real one.
     *
     * @throws IllegalArgumentException if the synthetic table lacks a column, or a value does not fit its type
     */
    public static ColumnShapes of(Table real, Table synthetic, Profile profile) {
        return new ColumnShapes(SharedColumn.of(real, synthetic).parallelStream()
                .flatMap(column -> score(column, profile))
                .toList());
    }

    /** Their mean, [P tbl:exp-density-similarity]; columns without a score are left out. */
    public double score() {
        return Score.mean(columns);
    }

    private static Stream<Score> score(SharedColumn column, Profile profile) {
        List<String> name = List.of(column.name());
        if (column instanceof SharedColumn.Numbers numbers) {
            double value = KsComplement.of(numbers, profile);
            return Stream.of(
                    Double.isNaN(value)
                            ? Score.none(KsComplement.NAME, name, "a table has no value")
                            : Score.of(KsComplement.NAME, name, value));
        }
        if (column instanceof SharedColumn.Levels levels) {
            try {
                return Stream.of(Score.of(TvComplement.NAME, name, TvComplement.of(levels)));
            } catch (IllegalArgumentException refused) {
                return Stream.of(Score.none(TvComplement.NAME, name, refused.getMessage()));
            }
        }
        return Stream.empty();
    }
}
